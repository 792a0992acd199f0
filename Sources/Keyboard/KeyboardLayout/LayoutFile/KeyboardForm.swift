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
    var reader = DiagnosticDecoder(file: path)
    var name: FormName?
    var columns: Int?
    var rows: [[(item: Item, units: Double?)]] = []
    if let root = YAMLParser.parse(bytes, faults: &reader) {
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
    }
    guard !reader.hasFaults, let name else { throw reader.errors(in: bytes) }
    return KeyboardForm(name: name, columns: columns, rows: rows)
  }

  private static func row(
    _ words: [Word], _ reader: inout DiagnosticDecoder
  ) -> [(item: Item, units: Double?)] {
    words.compactMap { word in
      let text = word.text
      let isBraced = text.hasPrefix("{") && text.hasSuffix("}")
      let parts = (isBraced ? text.dropFirst().dropLast() : text[...])
        .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let units = parts.count > 1 ? KeyWidth.units(String(parts[1])) : nil
      let name = String(parts[0])
      let item: Item? =
        if !isBraced {
          name.utf8.count == 4 ? .position(name) : nil
        } else if name == "gap" {
          .gap
        } else {
          KeyRole(token: name).map(Item.role)
        }
      guard let item, parts.count == 1 || units != nil else {
        reader.add(
          word, "\(text.quoted) is not a position, role or gap. Examples: AD01, {shift:2.75}.")
        return nil
      }
      return (item, units)
    }
  }
}
