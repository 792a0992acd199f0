package struct KeyboardForm: Sendable {
  enum Item: Sendable {
    case position(String)
    case role(KeyRole)
    case gap
  }

  package let name: FormName
  /// The number of unit keys per row; `nil` for the length of the longest row.
  let columns: Int?
  /// The items of each row, with their widths in unit keys.
  ///
  /// A width of `nil` is the default width. For a function key, the default width depends on its
  /// role. For a position or a gap, it is 1.
  let rows: [[(item: Item, units: Double?)]]

  /// The XKB name of the space bar's position; form files write `{space}` instead.
  package static let space = "SPCE"

  package var positions: [String] {
    rows.joined().compactMap { item, _ -> String? in
      if case .position(let id) = item { id } else { nil }
    } + [Self.space]
  }
}

/// Reads the file of a form.
///
/// ```yaml
/// form: iso
/// columns: 15
/// rows:
///   - TLDE AE01 AE02 {delete:2}
/// ```
///
/// A token is a position, or a role or `gap` in braces. A width other than the default is given in
/// units after a colon.
extension KeyboardForm {
  package static func load(
    _ bytes: [UInt8], path: String
  ) throws(LayoutFileErrors) -> KeyboardForm {
    try PlainYAML.value(of: bytes, path: path, form)
  }

  private static func form(
    _ root: YAMLNode, _ reader: inout DiagnosticDecoder
  ) -> KeyboardForm? {
    var name: FormName?
    var columns: Int?
    var rows: [[(item: Item, units: Double?)]] = []
    for field in reader.fields(of: root, known: ["form", "columns", "rows"], in: "A form file") {
      switch field.name {
      case "form":
        name = reader.forms(field.value, in: "“form”").first?.name
      case "columns":
        columns = reader.wholeNumber(of: field.value, in: 1...LayoutLimits.columns, "“columns”")
      default:
        for item in reader.items(of: field.value, in: "“rows”") ?? [] {
          rows.append(row(reader.words(of: item, in: "A row"), &reader))
        }
      }
    }
    if rows.isEmpty || name == nil, !reader.hasFaults {
      reader.add(root.start, "A form file needs “form: NAME” and rows of positions.")
    }
    return name.map { KeyboardForm(name: $0, columns: columns, rows: rows) }
  }

  private static func row(
    _ words: [Word], _ reader: inout DiagnosticDecoder
  ) -> [(item: Item, units: Double?)] {
    words.compactMap { word in
      let text = word.text
      let isBraced = text.utf8.first == UInt8(ascii: "{") && text.utf8.last == UInt8(ascii: "}")
      let inner = isBraced ? text.utf8.dropFirst().dropLast() : text.utf8[...]
      let colon = inner.firstIndex(of: UInt8(ascii: ":"))
      let units = colon.flatMap { KeyWidth.units(String(Substring(inner[$0...].dropFirst()))) }
      let name = String(Substring(inner[..<(colon ?? inner.endIndex)]))
      let item: Item? =
        if !isBraced {
          name.utf8.count == 4 ? .position(name) : nil
        } else if name == "gap" {
          .gap
        } else {
          KeyRole(token: name).map(Item.role)
        }
      guard let item, colon == nil || units != nil else {
        reader.add(
          word, "\(text.quoted) is not a position, role or gap. Examples: AD01, {shift:2.75}.")
        return nil
      }
      return (item, units)
    }
  }
}
