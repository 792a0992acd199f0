import KeyboardLayout

/// Keyboards of the CLDR, version 3: keys by name, layers of rows.
///
/// A layer for hardware keys becomes a keyboard by positions, a layer for touch a keyboard of rows.
enum CLDRKeyboard {
  static func keyboard(
    _ bytes: [UInt8], _ path: String
  ) throws(LayoutFileErrors) -> ImportedKeyboard {
    let root: XMLElement
    do throws(XMLFault) {
      root = try XMLReader.root(of: bytes)
    } catch {
      throw TouchImport.fault(path, line: error.line, error.sentence)
    }
    guard root.name == "keyboard3" else {
      throw TouchImport.fault(
        path, line: root.line,
        "“\(root.name)” is not a keyboard of the CLDR in version 3, which begins with “keyboard3”.")
    }
    let keys = CLDRKeys(root)
    var keyboard = try keys.keyboard(of: layers(of: root, path), path)
    keyboard.title = root.child("info")?.attributes["name"] ?? ""
    keyboard.language = language(root.attributes["locale"])
    if root.child("transforms") != nil {
      keyboard.losses.append(
        ImportLoss(nil, nil, "the transforms of this keyboard are left out, dead keys among them"))
    }
    return keyboard
  }

  /// The first layers for hardware, else those for touch.
  private static func layers(
    of root: XMLElement, _ path: String
  ) throws(LayoutFileErrors) -> XMLElement {
    let all = root.children("layers")
    guard let layers = all.first(where: { CLDRKeys.form(of: $0) != nil }) ?? all.first else {
      throw TouchImport.fault(path, line: root.line, "This keyboard has no “layers”.")
    }
    return layers
  }

  /// The language tag of a locale, without the part that tells its keyboards apart:
  /// `fr-t-k0-azerty` → `fr`.
  private static func language(_ locale: String?) -> String {
    let parts = (locale ?? "und").split(separator: "-").prefix { $0.count > 1 && $0 != "k0" }
    return parts.isEmpty ? "und" : parts.joined(separator: "-")
  }
}
