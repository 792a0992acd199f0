/// A keyboard's id: `a-z 0-9 -`, 1 to 64 characters, the same as the file's name.
package enum KeyboardName {
  static func read(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) -> Word? {
    guard let text = reader.text(of: node, in: "“keyboard”") else { return nil }
    guard isValid(text) else {
      reader.faults.add(
        node.start,
        "A keyboard's name has 1 to \(LayoutLimits.idLength) of a-z, 0-9 and -, unlike \(text.quoted)."
      )
      return nil
    }
    let stem = stem(of: reader.faults.file)
    if text != stem {
      reader.faults.add(
        node.start,
        "The keyboard is called \(text.quoted), but its file \(stem.quoted). Give both one name.")
    }
    return Word(text: text, node: node, offset: 0)
  }

  /// The faults of a file whose keyboard has the name of a shipped one, at the place of the name.
  static func taken(_ id: String, in bytes: [UInt8], path: String) -> LayoutFileErrors {
    var faults = Diagnostics(file: path)
    let root = YAMLParser.parse(bytes, faults: &faults)
    let field = root?.fields?.first { $0.name == "keyboard" }
    faults.add(
      field?.value.start ?? .start,
      "\(id.quoted) is the name of a shipped keyboard. Give yours another one.")
    return faults.errors(in: bytes)
  }

  /// Tells whether a text may be the name of a keyboard or a group.
  package static func isValid(_ text: String) -> Bool {
    (1...LayoutLimits.idLength).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == 45
      }
  }

  /// The name of a file without folder and ending: `a/my.yaml` → `my`.
  static func stem(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path.utf8[$0...].dropFirst() } ?? path.utf8[...]
    for ending in [".yaml", ".yml", ".json"] where Substring(name).hasSuffix(ending) {
      return String(Substring(name.dropLast(ending.utf8.count)))
    }
    return String(Substring(name))
  }
}
