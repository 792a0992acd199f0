/// Keyboard files: YAML (or JSON, being YAML) → keyboards.
///
/// ```swift
/// let keyboard = try KeyboardFile.load(bytes, path: "my.yaml", source: shipped)
/// ```
package enum KeyboardFile {
  /// Reads and checks a keyboard.
  ///
  /// Time and memory are linear in the file, whatever its content.
  ///
  /// - Parameters:
  ///   - bytes: the file, at most 256 KiB.
  ///   - path: the file as its user named it; the keyboard's name must equal its last part.
  ///   - source: the keyboards for `{ from: NAME }`.
  /// - Returns: the keyboard, fully checked.
  /// - Throws: `LayoutFileErrors` with up to 20 faults in the order of the file.
  package static func load(
    _ bytes: [UInt8], path: String, source: KeyboardSource = .none
  ) throws(LayoutFileErrors) -> KeyboardDefinition {
    var reader = FileReader(file: path)
    if let root = YAMLParser.parse(bytes, faults: &reader.faults) {
      var draft = LayoutDraft(root, &reader)
      draft.resolveImports(from: source, &reader)
      draft.takeForms(from: source, &reader)
      PairName.check(draft.pair, of: draft.id, in: source, &reader)
      draft.makePanels()
      for rule in LayoutRules.all { rule.check(draft, &reader) }
      if reader.faults.isEmpty { return draft.keyboard() }
    }
    throw reader.faults.errors(in: bytes)
  }
}
