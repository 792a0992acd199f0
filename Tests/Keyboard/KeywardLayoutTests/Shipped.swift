import KeywardGeometry
import Testing

@testable import KeywardLayout

/// The shipped data, read once for all tests.
enum Shipped {
  /// The shipped files as if they were a user's, so that all checks apply.
  static let source = {
    var source = KeyboardSource(names: ShippedFiles.keyboardNames) { ShippedFiles.keyboard($0) }
    source.form = { ShippedFiles.form($0) }
    return source
  }()
  static let library = KeyboardLibrary(shipped: source, folder: nil)

  /// The names of the shipped keyboards that were not imported from XKB.
  static let ownNames = ShippedFiles.keyboardNames.filter { name in
    ShippedFiles.keyboard(name).map { !$0.starts(with: "# Made from xkb:".utf8) } ?? false
  }

  private static let keyboards = Dictionary(
    uniqueKeysWithValues: ownNames.map { name in
      (name, Result { try library.keyboard(name) })
    })

  static func keyboard(_ name: String) throws -> KeyboardDefinition {
    guard let keyboard = keyboards[name] else { return try library.keyboard(name) }
    return try keyboard.get()
  }

  /// Reads the text of a file, which may import shipped panels.
  static func load(_ text: String, path: String = "my.yaml") throws -> KeyboardDefinition {
    try KeyboardDefinition.load(Array(text.utf8), path: path, source: source)
  }

  static func letters(_ name: String = "latin-qwerty") throws -> PanelPage {
    try letters(of: keyboard(name))
  }

  static func letters(of keyboard: KeyboardDefinition, next: String? = nil) throws -> PanelPage {
    let set = try PanelSet(of: keyboard, next: next)
    return try #require(keyboard.page(PanelSelection(panel: .letters), in: set))
  }

  static func profile(_ name: String = "default") throws -> MetricsProfile {
    try MetricsProfile.named(name)
  }

  static func geometry(
    _ device: String, _ orientation: Orientation, metrics: String = "default",
    hasToolbar: Bool = false
  ) throws -> KeyboardGeometry {
    try KeyboardGeometry(
      screen: Device.named(device).screen(orientation), profile: profile(metrics),
      hasToolbar: hasToolbar)
  }

  static func geometry(
    _ screen: ScreenDescription, metrics: String = "default", hasToolbar: Bool = false
  ) throws -> KeyboardGeometry {
    try KeyboardGeometry(
      screen: screen, profile: profile(metrics), hasToolbar: hasToolbar)
  }
}
