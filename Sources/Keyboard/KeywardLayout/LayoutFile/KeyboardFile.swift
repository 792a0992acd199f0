/// Reads keyboards from YAML files (or JSON, a subset of YAML).
///
/// ```swift
/// let keyboard = try KeyboardDefinition.load(bytes, path: "my.yaml", source: shipped)
/// ```
extension KeyboardDefinition {
  /// Reads and checks a keyboard from the bytes of its file, which may be at most 256 KiB.
  ///
  /// The name of the keyboard must be the file name in `path` without its extension. Time and
  /// memory are linear in the size of the file, whatever its content.
  package static func load(
    _ bytes: [UInt8], path: String, source: KeyboardSource = .none
  ) throws(LayoutFileErrors) -> KeyboardDefinition {
    try PlainYAML.value(of: bytes, path: path) { root, reader in
      keyboard(root, source, &reader)
    }
  }

  private static func keyboard(
    _ root: YAMLNode, _ source: KeyboardSource, _ reader: inout DiagnosticDecoder
  ) -> KeyboardDefinition? {
    var draft = LayoutDraft(root, &reader)
    draft.resolveImports(from: source, &reader)
    draft.takeForms(from: source, &reader)
    draft.checkPair(in: source, &reader)
    draft.makePanels()
    draft.check(&reader)
    return reader.hasFaults ? nil : draft.keyboard()
  }

  /// Reads a shipped keyboard without the checks, which the tests run for every shipped keyboard.
  ///
  /// Its dead-key sequences are read when they are needed.
  static func shipped(
    _ bytes: [UInt8], _ name: String, from source: KeyboardSource
  ) -> KeyboardDefinition? {
    guard let root = PlainYAML.parse(bytes) else { return nil }
    var reader = DiagnosticDecoder(file: "\(name).yaml")
    var draft = LayoutDraft(root, readsSequences: false, &reader)
    draft.resolveImports(from: source, &reader)
    draft.takeForms(from: source, &reader)
    draft.makePanels()
    return reader.hasFaults ? nil : draft.keyboard()
  }

  static let fileEndings = [".yaml", ".yml", ".json"]

  static let noPartner = "none"

  static func nameIsTaken(_ id: String, in bytes: [UInt8], path: String) -> LayoutFileErrors {
    var faults = DiagnosticDecoder(file: path)
    let root = YAMLParser.parse(bytes, faults: &faults)
    let field = root?.fields?.first { $0.name == "keyboard" }
    faults.add(
      field?.value.start ?? .start,
      "\(id.quoted) is the name of a shipped keyboard. Choose another name.")
    return faults.errors(in: bytes)
  }

  package static func isValidName(_ text: String) -> Bool {
    (1...LayoutLimits.idLength).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (48...57).contains(byte) || byte == 45
      }
  }

  /// The name of a file without folder and extension: `a/my.yaml` → `my`.
  static func fileStem(of path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { path.utf8[$0...].dropFirst() } ?? path.utf8[...]
    for ending in fileEndings where Substring(name).hasSuffix(ending) {
      return String(Substring(name.dropLast(ending.utf8.count)))
    }
    return String(Substring(name))
  }
}
