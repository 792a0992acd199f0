import KeyboardLayout

/// A layout of XKB and one of its variants.
///
///     XKBLayoutName("de+neo")    // layout de, variant neo; so is XKBLayoutName("de(neo)")
package struct XKBLayoutName: Hashable, Sendable, CustomStringConvertible {
  /// The layout, such as `de`.
  package let layout: String
  /// The variant, such as `neo`; empty for none.
  package let variant: String

  /// A layout and a variant, which may be empty.
  package init(layout: String, variant: String) {
    self.layout = layout
    self.variant = variant
  }

  /// The layout of a text; `nil` for a text in another form.
  package init?(_ text: String) {
    var layout = text[...]
    var variant = Substring()
    if text.hasSuffix(")"), let bracket = text.firstIndex(of: "(") {
      layout = text[..<bracket]
      variant = text[text.index(after: bracket)...].dropLast()
      if variant.isEmpty { return nil }
    } else if let plus = text.firstIndex(of: "+") {
      layout = text[..<plus]
      variant = text[text.index(after: plus)...]
      if variant.isEmpty { return nil }
    }
    guard Self.isName(layout), variant.isEmpty || Self.isName(variant) else { return nil }
    self.init(layout: String(layout), variant: String(variant))
  }

  /// The layout in X's form: `de(neo)`.
  package var description: String { variant.isEmpty ? layout : "\(layout)(\(variant))" }

  /// The layout in a form without quotes for the command line: `de+neo`.
  package var word: String { variant.isEmpty ? layout : "\(layout)+\(variant)" }

  /// The name of the keyboard made from it: `us(altgr_intl)` → `xkb-us-altgr-intl`.
  package var keyboardName: String {
    let words = ["xkb", layout, variant].filter { !$0.isEmpty }.joined(separator: "-").lowercased()
    return String(words.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(64))
  }

  /// Tells whether a text can be a name of XKB, which consists of ASCII words.
  private static func isName(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 95 || byte == 45
      }
  }
}
