import Geometry
import Layouts

@testable import KeyboardLayout

/// The shipped data, read once for all tests.
enum Shipped {
  static let source = KeyboardSource(names: ShippedFiles.keyboardNames) {
    ShippedFiles.keyboard($0)
  }
  static let library = KeyboardLibrary(shipped: source, folder: nil)

  static func keyboard(_ name: String) throws -> KeyboardDefinition {
    try library.keyboard(name)
  }

  static func profile(_ name: String = "default") throws -> MetricsProfile {
    try MetricsFile.load(ShippedFiles.metrics, path: "metrics.yaml").profile(named: name)
  }

  static func devices() throws -> DeviceCatalog {
    try DeviceFile.load(ShippedFiles.devices, path: "devices.yaml")
  }

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
