import Glibc
import KeyboardEngine
import KeywardTools

/// The system's layouts, for tests that need libxkbcommon and xkb-data.
enum LiveLayouts {
  /// Whether the machine has both.
  static let areThere = (try? importer()) != nil

  /// The sentence of a test that needs them.
  static let comment =
    "needs libxkbcommon0, xkb-data and libx11-data (Scripts/install-packages test)"

  /// A new importer.
  static func importer() throws -> XKBImport {
    var forms: XKBImport.Forms = [:]
    for name in FormName.allCases { forms[name] = Set(try ShippedLayouts.form(name).positions) }
    return try XKBImport(forms: forms)
  }

  /// The keyboard that the engine reads from an imported one's file.
  static func definition(of keyboard: ImportedKeyboard) throws -> KeyboardDefinition {
    let text = KeyboardText(keyboard, date: "2026-11-22").text
    return try KeyboardFile.load(
      Array(text.utf8), path: "\(keyboard.name).yaml", source: ShippedLayouts.source)
  }
}
