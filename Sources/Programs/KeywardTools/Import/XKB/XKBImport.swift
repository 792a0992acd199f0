import KeywardEngine

/// Makes keyboards from the system's layouts.
///
///     let importer = try XKBImport()
///     let keyboard = try importer.keyboard(XKBLayoutName("de+neo")!)
package final class XKBImport {
  package let registry: XKBRegistry
  private let library: XKBLibrary
  /// The names of the keys that each form has.
  private let positions: [FormName: Set<String>]
  private var sequences: ComposeTable?

  package init() throws(ImportError) {
    library = try XKBLibrary()
    registry = try XKBRegistry(folders: library.folders)
    var positions: [FormName: Set<String>] = [:]
    for name in FormName.allCases {
      positions[name] = (try? ShippedLayouts.form(name)).map { Set($0.positions) }
    }
    self.positions = positions
  }

  /// Makes a keyboard from a layout; without a form, the layout's default form is used.
  package func keyboard(
    _ name: XKBLayoutName, form: FormName? = nil
  ) throws(ImportError) -> ImportedKeyboard {
    guard let keymap = XKBKeymap(name, library: library) else { throw unknown(name) }
    var draft = XKBDraft(keymap, try table(), library: library)
    draft.swapDottedLetters(in: registry.language(of: name))
    let drawable = draft.keys.keys.filter { !$0.isOnNumberPad }
    let forms = form.map { [$0] } ?? defaultForms(of: name, for: drawable)
    // Keyboards of these countries lack the key beside the left shift, so its characters are no
    // loss.
    draft.restrict(
      to: forms[0], with: forms.reduce(into: []) { $0.formUnion(positions[$1] ?? []) },
      absent: form == nil && forms == [.ansi] ? "LSGT" : nil)
    if draft.hasDeadKeys { draft.findSequences() }
    let entry = registry.entry(name)
    return ImportedKeyboard(
      name: name.keyboardName, title: String((entry?.title ?? name.description).prefix(64)),
      language: registry.language(of: name),
      origin: "xkb:\(name.word) of xkb-data \(registry.version ?? "of unknown version")",
      keys: draft.keys, locked: draft.locked, undrawn: draft.undrawn, forms: forms,
      sequences: draft.sequences, losses: draft.losses)
  }

  /// The layouts of countries where the left shift is long and has no key beside it.
  private static let ansiLayouts: Set = ["us", "kr", "cn", "tw", "th", "vn", "ph", "id", "in"]

  /// Chooses the forms in which a layout with these keys is imported by default.
  ///
  /// For a layout in `ansiLayouts`, the form is ansi if ansi has all keys; only LSGT, the key
  /// beside the left shift, may be missing. Otherwise the form is the first of iso, abnt and jis
  /// that has all keys. If none of them has all keys, the layout is imported in two forms: jis and
  /// iso if the layout has the key AE13, abnt and iso if not.
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
    let table = try ComposeTable(library: library)
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

extension XKBImport {
  /// The layouts that a source such as `xkb:de,ru` names.
  static func layouts(of source: String) throws(ImportError) -> [XKBLayoutName] {
    guard source.hasPrefix("xkb:") else {
      throw ImportError(
        "“\(source)” is not a source of keyboards. Write xkb: and a system layout, such as "
          + "xkb:de; `keyward layouts import --list` shows all of them.")
    }
    var names: [XKBLayoutName] = []
    for word in source.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = XKBLayoutName(String(word)) else {
        throw ImportError(
          "“\(word)” is not the name of a layout. Write it as de, de+neo or “de(neo)”; `keyward layouts "
            + "import --list` shows all of them.")
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Makes a keyboard from each layout, and pairs the keyboards so that the user can switch.
  ///
  /// `other` is the value of `--with`: the name of a keyboard, `none`, or another layout.
  func keyboards(
    _ names: [XKBLayoutName], form: FormName?, with other: String?
  ) throws(ImportError) -> [ImportedKeyboard] {
    let library = ShippedLayouts.library()
    let known = (["none"] + library.shipped.names + library.userNames).first { $0 == other }
    var names = names
    if let other, known == nil {
      names += try Self.layouts(of: other.contains(":") ? other : "xkb:\(other)")
    }
    var made = try names.map { name throws(ImportError) in try keyboard(name, form: form) }
    made[0].pair = known
    if made.count > 1 {
      for index in made.indices { made[index].pair = made[index == 0 ? 1 : 0].name }
    }
    return made
  }
}
