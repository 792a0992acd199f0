import KeywardEngine

@testable import KeywardTools

enum LiveLayouts {
  static let areThere = (try? XKBImport()) != nil

  static let comment =
    "needs libxkbcommon0, xkb-data and libx11-data (Scripts/install-packages test)"

  static func definition(of keyboard: ImportedKeyboard) throws -> KeyboardDefinition {
    let text = keyboard.fileText(date: "2026-11-22")
    return try KeyboardDefinition.load(
      Array(text.utf8), path: "\(keyboard.name).yaml", source: ShippedLayouts.source)
  }
}
