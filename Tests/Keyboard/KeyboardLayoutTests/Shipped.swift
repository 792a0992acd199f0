import KeywardGeometry
import KeywardKeyboardFiles
import KeywardLayouts
import Testing

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
