import KeyboardLayout

/// Makes keyboards from the system's layouts.
///
///     let importer = try XKBImport(forms: forms)
///     let keyboard = try importer.keyboard(XKBLayoutName("de+neo")!)
package final class XKBImport {
  /// The positions of each form.
  package typealias Forms = [FormName: Set<String>]

  /// The known layouts.
  package let registry: XKBRegistry
  private let library: XKBLibrary
  private let positions: Forms
  private let composeFile: String
  private var sequences: ComposeTable?

  /// Loads the library and the registry.
  ///
  /// - Parameters:
  ///   - forms: the positions of each form.
  ///   - library: the file of libxkbcommon.
  ///   - composeFile: the table of dead keys.
  /// - Throws: `ImportError` with the command that installs the missing package.
  package init(
    forms: Forms, library: String = "libxkbcommon.so.0",
    composeFile: String = ComposeTable.usualFile
  ) throws(ImportError) {
    positions = forms
    self.composeFile = composeFile
    self.library = try XKBLibrary(library)
    registry = try XKBRegistry(folders: self.library.folders)
  }

  /// Makes a keyboard from a layout.
  ///
  /// - Parameters:
  ///   - name: the layout.
  ///   - form: the form; `nil` for one with all of its keys, preferably iso.
  /// - Returns: the keyboard, with its losses.
  /// - Throws: `ImportError` for an unknown layout, with similar names.
  package func keyboard(
    _ name: XKBLayoutName, form: FormName? = nil
  ) throws(ImportError) -> ImportedKeyboard {
    guard let keymap = XKBKeymap(name, library: library) else { throw unknown(name) }
    var draft = XKBDraft(keymap, library: library)
    let forms = form.map { [$0] } ?? defaultForms(for: draft.keys.keys)
    draft.restrict(to: forms[0], with: forms.reduce(into: []) { $0.formUnion(positions[$1] ?? []) })
    let keysyms = draft.usedKeysyms
    if keysyms.contains(where: { if case .dead = $0.action { true } else { false } }) {
      draft.take(SequenceSearch(keysyms, in: try table()))
    }
    let entry = registry.entry(name)
    return ImportedKeyboard(
      name: name.keyboardName, title: String((entry?.title ?? name.description).prefix(64)),
      language: registry.language(of: name),
      origin: "xkb:\(name.word) of xkb-data \(registry.version ?? "of unknown version")",
      keys: draft.keys, forms: forms, sequences: draft.sequences, losses: draft.losses)
  }

  /// The default forms of a keyboard: iso, or the first form with all of its keys.
  ///
  /// If no form has all, they are the form with the most of them, and iso for the others.
  private func defaultForms(for keys: some Sequence<KeyPosition>) -> [FormName] {
    let names = Set(keys.map(\.name))
    let wanted: [FormName] = [.iso, .abnt, .jis]
    if let whole = wanted.first(where: { positions[$0]?.isSuperset(of: names) == true }) {
      return [whole]
    }
    return names.contains("AE13") ? [.jis, .iso] : [.abnt, .iso]
  }

  private func table() throws(ImportError) -> ComposeTable {
    if let sequences { return sequences }
    let table = try ComposeTable(composeFile, library: library)
    sequences = table
    return table
  }

  private func unknown(_ name: XKBLayoutName) -> ImportError {
    let isKnown = registry.entry(name) != nil
    if isKnown {
      return ImportError("The system's layout “\(name)” has faults, so it cannot be imported.")
    }
    let guesses = registry.suggestions(for: name).map { "xkb:\($0)" }
    let advice =
      guesses.isEmpty
      ? "“keyward layouts import --list” shows what there is."
      : guesses.count == 1
        ? "Did you mean \(guesses[0])?" : "There are \(guesses.joined(separator: ", "))."
    return ImportError("There is no layout “\(name)”. \(advice)")
  }
}
