import KeywardGeometry

/// A device with its screen, its safe area and the height of its own keyboard.
package struct Device: Hashable, Sendable {
  /// `iphone-xs`; the part before the first hyphen decides the idiom.
  package var id: String
  /// The kind of device.
  package var idiom: Idiom
  /// The screen held upright, in points.
  package var portraitSize: Size
  /// The insets of the screen held upright, in points.
  package var portraitSafeArea: RectInsets
  /// The insets of the screen on its side, in points.
  package var landscapeSafeArea: RectInsets
  /// The height of Apple's keyboard without the prediction bar, iOS 18, upright.
  package var portraitHeight: Double
  /// The height of Apple's keyboard without the prediction bar, iOS 18, on its side.
  package var landscapeHeight: Double

  /// The screen of the device in an orientation.
  package func screen(_ orientation: Orientation) -> ScreenDescription {
    ScreenDescription(device: self, orientation: orientation)
  }

  /// The width between the safe sides of the device on its side, in points.
  var usableLandscapeWidth: Double {
    portraitSize.height - landscapeSafeArea.left - landscapeSafeArea.right
  }
}

/// The known devices, in the order of their file.
package struct DeviceCatalog: Hashable, Sendable {
  /// The devices; the first wins if several suit.
  package var devices: [Device]

  /// A catalog of these devices.
  package init(devices: [Device]) {
    self.devices = devices
  }

  /// Returns the device with an id.
  ///
  /// - Throws: `UnknownName`, which lists the known ids.
  package func device(named id: String) throws(UnknownName) -> Device {
    if let found = devices.first(where: { $0.id == id }) { return found }
    throw UnknownName(what: "device", name: id, known: devices.map(\.id))
  }

  /// The device whose landscape keyboard suits an unknown screen.
  ///
  /// It is the one with the greatest usable width up to `width`; if all are wider, the narrowest.
  /// The first in the file wins a tie. The cost is linear in the number of devices.
  ///
  /// - Returns: `nil` if there is no device of that idiom.
  func nearestLandscape(width: Double, idiom: Idiom) -> Device? {
    var fitting: Device?
    var narrowest: Device?
    for device in devices where device.idiom == idiom {
      let usable = device.usableLandscapeWidth
      if usable <= width, usable > fitting?.usableLandscapeWidth ?? -.infinity { fitting = device }
      if usable < narrowest?.usableLandscapeWidth ?? .infinity { narrowest = device }
    }
    return fitting ?? narrowest
  }
}

/// `devices.yaml` → devices.
///
/// ```yaml
/// devices:
///   iphone-xs: { screen: 375x812, portrait: 44/34, landscape: 44/21, apple: 216/150 }
/// ```
package enum DeviceFile {
  static let file = ["devices"]
  static let device = ["screen", "portrait", "landscape", "apple"]

  /// Reads the devices.
  ///
  /// - Parameters:
  ///   - bytes: the file, at most 256 KiB.
  ///   - path: the file as its user named it.
  /// - Returns: the devices in the file's order.
  /// - Throws: `LayoutFileErrors` with up to 20 faults in the order of the file.
  package static func load(
    _ bytes: [UInt8], path: String
  ) throws(LayoutFileErrors) -> DeviceCatalog {
    var reader = DiagnosticDecoder(file: path)
    var devices: [Device] = []
    if let root = YAMLParser.parse(bytes, faults: &reader.faults) {
      for field in reader.fields(of: root, known: file, in: "A device file") {
        for entry in reader.anyFields(of: field.value, in: "“devices”") ?? [] {
          if let device = reader.device(entry) { devices.append(device) }
        }
      }
      if devices.isEmpty, reader.faults.isEmpty {
        reader.faults.add(root.start, "This file has no device.")
      }
    }
    guard reader.faults.isEmpty else { throw reader.faults.errors(in: bytes) }
    return DeviceCatalog(devices: devices)
  }
}

extension DiagnosticDecoder {
  /// Reads a device; the part of its id before the first hyphen is the idiom.
  fileprivate mutating func device(_ entry: YAMLField) -> Device? {
    let idiom: Idiom
    if entry.name.hasPrefix("iphone-") {
      idiom = .phone
    } else if entry.name.hasPrefix("ipad-") {
      idiom = .pad
    } else {
      faults.add(entry.key.start, "A device's id begins with “iphone-” or “ipad-”.")
      return nil
    }
    var pairs = (screen: Pair?.none, portrait: Pair?.none, landscape: Pair?.none, apple: Pair?.none)
    let fields = fields(of: entry.value, known: DeviceFile.device, in: "A device")
    for field in fields {
      switch field.name {
      case "screen":
        pairs.screen = pair(field.value, "x", "A screen is two numbers, such as 375x812.")
      case "portrait": pairs.portrait = pair(field.value)
      case "landscape": pairs.landscape = pair(field.value)
      default: pairs.apple = pair(field.value)
      }
    }
    guard let screen = pairs.screen, let portrait = pairs.portrait, let landscape = pairs.landscape,
      let apple = pairs.apple
    else {
      let missing = DeviceFile.device.filter { name in !fields.contains { $0.name == name } }
      if entry.value.fields != nil, !missing.isEmpty {
        let names = missing.joined(separator: ", ")
        faults.add(entry.key.start, "Device \(entry.name.quoted) lacks \(names).")
      }
      return nil
    }
    let size = Size(width: screen.0, height: screen.1)
    if (try? ScreenError.check(size: size)) == nil || size.width > size.height {
      faults.add(
        entry.key.start,
        "Device \(entry.name.quoted) needs a screen held upright, such as 375x812.")
    }
    return Device(
      id: entry.name, idiom: idiom, portraitSize: size,
      portraitSafeArea: RectInsets(top: portrait.0, bottom: portrait.1),
      landscapeSafeArea: RectInsets(
        top: idiom == .pad ? portrait.0 : 0, left: landscape.0, bottom: landscape.1,
        right: landscape.0),
      portraitHeight: apple.0, landscapeHeight: apple.1)
  }

  private typealias Pair = (Double, Double)

  /// Two numbers with a separator between them; `nil` with a fault for anything else.
  private mutating func pair(
    _ node: YAMLNode, _ separator: Character = "/",
    _ sentence: String = "Give two numbers, such as 44/34."
  ) -> Pair? {
    let pair = PlainNumber.pair(node.text ?? "", separator: separator)
    if pair == nil, !node.isRefused { faults.add(node.start, sentence) }
    return pair
  }
}

/// The kind of device for a keyboard.
public enum Idiom: String, CaseIterable, Hashable, Sendable {
  /// A telephone; also a terminal window.
  case phone
  /// A tablet.
  case pad
}
