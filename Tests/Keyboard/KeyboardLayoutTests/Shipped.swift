import KeywardGeometry
import KeywardKeyboardFiles
import KeywardLayouts

@testable import KeyboardLayout

/// The shipped data, read once for all tests.
enum Shipped {
  static let source = {
    var source = KeyboardSource(names: KeyboardFiles.names) { KeyboardFiles.file($0) }
    source.form = { ShippedFiles.form($0.rawValue) }
    return source
  }()
  /// The same without files, as in programs.
  static let records = {
    var source = KeyboardSource(
      names: ShippedFiles.keyboardNames, record: { ShippedFiles.record($0) })
    source.sequences = { ShippedFiles.sequencesRecord }
    source.form = { ShippedFiles.form($0.rawValue) }
    return source
  }()
  static let library = KeyboardLibrary(shipped: source, folder: nil)

  private static let keyboards = Dictionary(
    uniqueKeysWithValues: KeyboardFiles.ownNames.map { name in
      (name, Result { try library.keyboard(name) })
    })
  private static let metrics = Result {
    try MetricsFile.load(ShippedFiles.metrics, path: "metrics.yaml")
  }
  private static let deviceCatalog = Result {
    try DeviceFile.load(ShippedFiles.devices, path: "devices.yaml")
  }

  static func keyboard(_ name: String) throws -> KeyboardDefinition {
    guard let keyboard = keyboards[name] else { return try library.keyboard(name) }
    return try keyboard.get()
  }

  static func profile(_ name: String = "default") throws -> MetricsProfile {
    try metrics.get().profile(named: name)
  }

  static func devices() throws -> DeviceCatalog { try deviceCatalog.get() }

  static func geometry(
    _ device: String, _ orientation: Orientation, metrics: String = "default",
    hasToolbar: Bool = false
  ) throws -> KeyboardGeometry {
    let devices = try devices()
    return try KeyboardGeometry(
      screen: devices.device(named: device).screen(orientation), profile: profile(metrics),
      devices: devices, hasToolbar: hasToolbar)
  }

  static func geometry(
    _ screen: ScreenDescription, metrics: String = "default", hasToolbar: Bool = false
  ) throws -> KeyboardGeometry {
    try KeyboardGeometry(
      screen: screen, profile: profile(metrics), devices: devices(), hasToolbar: hasToolbar)
  }
}
