import Glibc
import KeyboardEngine
import KeywardTools

enum LiveLayouts {
  static let areThere = (try? importer()) != nil

  static let comment =
    "needs libxkbcommon0, xkb-data and libx11-data (Scripts/install-packages test)"

  static func importer() throws -> XKBImport {
    var forms: XKBImport.Forms = [:]
    for name in FormName.allCases { forms[name] = Set(try ShippedLayouts.form(name).positions) }
    return try XKBImport(forms: forms)
  }

  static func definition(of keyboard: ImportedKeyboard) throws -> KeyboardDefinition {
    let text = KeyboardText(keyboard, date: "2026-11-22").text
    return try KeyboardDefinition.load(
      Array(text.utf8), path: "\(keyboard.name).yaml", source: ShippedLayouts.source)
  }
}
