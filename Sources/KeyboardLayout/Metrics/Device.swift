import Geometry

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
