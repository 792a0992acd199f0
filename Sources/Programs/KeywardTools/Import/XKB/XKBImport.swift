import KeyboardLayout

/// Makes keyboards from the system's layouts.
///
///     let importer = try XKBImport(forms: forms)
///     let keyboard = try importer.keyboard(XKBLayoutName("de+neo")!)
package final class XKBImport {
  package typealias Forms = [FormName: Set<String>]

  package let registry: XKBRegistry
  private let library: XKBLibrary
  private let positions: Forms
  private let composeFile: String
  private var sequences: ComposeTable?

  package init(
    forms: Forms, library: String = "libxkbcommon.so.0",
    composeFile: String = ComposeTable.defaultFile
  ) throws(ImportError) {
    positions = forms
    self.composeFile = composeFile
    self.library = try XKBLibrary(library)
    registry = try XKBRegistry(folders: self.library.folders)
  }

  /// Makes a keyboard from a layout; without a form, the layout's default form is used.
  package func keyboard(
    _ name: XKBLayoutName, form: FormName? = nil
  ) throws(ImportError) -> ImportedKeyboard {
    guard let keymap = XKBKeymap(name, library: library) else { throw unknown(name) }
    var draft = XKBDraft(keymap, library: library)
    let forms = form.map { [$0] } ?? defaultForms(of: name, for: draft.keys.keys)
    // Keyboards of these countries lack the key beside the left shift, so its characters are no
    // loss.
    draft.restrict(
      to: forms[0], with: forms.reduce(into: []) { $0.formUnion(positions[$1] ?? []) },
      absent: form == nil && forms == [.ansi] ? "LSGT" : nil)
    if draft.hasDeadKeys { draft.findSequences(in: try table()) }
    let entry = registry.entry(name)
    return ImportedKeyboard(
      name: name.keyboardName, title: String((entry?.title ?? name.description).prefix(64)),
      language: registry.language(of: name),
      origin: "xkb:\(name.word) of xkb-data \(registry.version ?? "of unknown version")",
      keys: draft.keys, forms: forms, sequences: draft.sequences, losses: draft.losses)
  }

  /// The layouts of countries where the left shift is long and has no key beside it.
  private static let ansiLayouts: Set = ["us", "kr", "cn", "tw", "th", "vn", "ph", "id", "in"]

  /// The forms for a layout: ansi in some countries, otherwise the first form that has all keys.
  ///
  /// If no form has all keys, the form with the most is first, and iso has the remaining ones.
  private func defaultForms(
    of layout: XKBLayoutName, for keys: some Sequence<KeyPosition>
  ) -> [FormName] {
    let names = Set(keys.map(\.name))
    if Self.ansiLayouts.contains(layout.layout),
      positions[.ansi]?.isSuperset(of: names.subtracting(["LSGT"])) == true
    {
      return [.ansi]
    }
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
    if registry.entry(name) != nil {
      return ImportError("The system's layout “\(name)” has faults, so it cannot be imported.")
    }
    let guesses = registry.suggestions(for: name).map { "xkb:\($0)" }
    let advice =
      guesses.isEmpty
      ? "`keyward layouts import --list` lists the layouts."
      : guesses.count == 1
        ? "Did you mean \(guesses[0])?" : "Similar layouts: \(guesses.joined(separator: ", "))."
    return ImportError("Unknown layout “\(name)”. \(advice)")
  }
}
