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

  /// Creates an importer, and loads libxkbcommon and the list of layouts.
  package init(
    forms: Forms, library: String = "libxkbcommon.so.0",
    composeFile: String = ComposeTable.defaultFile
  ) throws(ImportError) {
    positions = forms
    self.composeFile = composeFile
    self.library = try XKBLibrary(library)
    registry = try XKBRegistry(folders: self.library.folders)
  }

  /// Makes a keyboard from a layout.
  ///
  /// Without a form, the keyboard gets one that has all of the keys, preferably iso.
  package func keyboard(
    _ name: XKBLayoutName, form: FormName? = nil
  ) throws(ImportError) -> ImportedKeyboard {
    guard let keymap = XKBKeymap(name, library: library) else { throw unknown(name) }
    var draft = XKBDraft(keymap, library: library)
    let forms = form.map { [$0] } ?? defaultForms(of: name, for: draft.keys.keys)
    // Keyboards with this form have no key beside shift, so nothing is lost there.
    draft.restrict(
      to: forms[0], with: forms.reduce(into: []) { $0.formUnion(positions[$1] ?? []) },
      absent: form == nil && forms == [.ansi] ? "LSGT" : nil)
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

  /// The layouts of countries whose keyboards have a long shift key instead of the key beside it.
  private static let ansiLayouts: Set = ["us", "kr", "cn", "tw", "th", "vn", "ph", "id", "in"]

  /// The default forms of a keyboard: ansi in some countries, else iso, or the first form with all
  /// of its keys.
  ///
  /// If no form has all keys, the result is the form with the most of them, then iso for the other
  /// keys.
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
    let isKnown = registry.entry(name) != nil
    if isKnown {
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

/// A layout read from its keymap, while it is converted to a keyboard.
struct XKBDraft {
  private(set) var keys: [KeyPosition: ImportedKey] = [:]
  private(set) var sequences: [DeadKeys.Sequence] = []
  private(set) var losses: [ImportLoss] = []
  private var keysyms: [KeyPosition: [KeyLevel: UInt32]] = [:]
  private let library: XKBLibrary

  init(_ keymap: XKBKeymap, library: XKBLibrary) {
    self.library = library
    var levels: [KeyLevel: [KeyPosition: XKBKeymap.Effect]] = [:]
    for level in KeyLevel.allCases {
      levels[level] = keymap.effects(of: KeyPosition.all, holding: level.modifiers)
    }
    // A layout without these levels has the same effect with AltGr as without.
    if levels[.altgr] == levels[.plain], levels[.altgrShift] == levels[.shift] {
      levels[.altgr] = nil
      levels[.altgrShift] = nil
    }
    for position in KeyPosition.all {
      let key = ImportedKey { level in
        levels[level]?[position].map { read($0, position, level) } ?? .nothing
      }
      // Without an entry, a space bar types a space.
      if !key.isEmpty || position == .space { keys[position] = key }
    }
    if keymap.has(.level5) { noteHigherLevels(of: keymap, levels) }
  }

  /// The action for an effect; an effect that cannot be imported is a loss.
  private mutating func read(
    _ effect: XKBKeymap.Effect, _ position: KeyPosition, _ level: KeyLevel
  ) -> KeyAction {
    if effect.keysyms.count == 1, let keysym = effect.keysyms.first {
      let name = library.name(of: keysym)
      if name.hasPrefix("dead_") {
        keysyms[position, default: [:]][level] = keysym
        return .dead(name)
      }
      if effect.text.isEmpty {
        note(name, position, level)
        return .nothing
      }
      keysyms[position, default: [:]][level] = keysym
    }
    if effect.text.isEmpty { return .nothing }
    if let reason = RefusedText(effect.text) {
      keysyms[position]?[level] = nil
      losses.append(
        ImportLoss(
          .text, position.name, level.rawValue, "\(reason.sentence), so it is left out",
          isCharacter: reason.isCharacter))
      return .nothing
    }
    return .insert(effect.text)
  }

  /// Records a keysym that types nothing as a loss, unless the key is needed to reach a level.
  private mutating func note(_ name: String, _ position: KeyPosition, _ level: KeyLevel) {
    if name.hasPrefix("ISO_Level") || name == "NoSymbol" { return }
    losses.append(
      ImportLoss(
        .silent, position.name, level.rawValue, "\(name) types nothing, so it is left out",
        isCharacter: false))
  }

  /// Records as losses the effects of keys at levels that our keyboards lack.
  private mutating func noteHigherLevels(
    of keymap: XKBKeymap, _ levels: [KeyLevel: [KeyPosition: XKBKeymap.Effect]]
  ) {
    for (number, level) in KeyLevel.allCases.enumerated() {
      let higher = keymap.effects(of: KeyPosition.all, holding: level.modifiers + [.level5])
      let lower =
        levels[level] ?? levels[level == .altgr ? .plain : .shift] ?? [:]
      for position in KeyPosition.all {
        guard let effect = higher[position], effect != lower[position], !effect.text.isEmpty else {
          continue
        }
        losses.append(
          ImportLoss(
            .level, position.name, "level \(number + 5)",
            "\(RefusedText.shown(effect.text)) is left out, since a keyboard has four levels",
            isCharacter: RefusedText(effect.text)?.isCharacter ?? true))
      }
    }
  }

  /// Leaves out the keys that a form lacks.
  ///
  /// The position `absent` is no loss: `pc` of xkb-data gives every layout a key beside the left
  /// shift, which many keyboards lack.
  mutating func restrict(
    to form: FormName, with positions: Set<String>, absent: String?
  ) {
    for (position, key) in keys.sorted(by: { $0.key < $1.key })
    where !positions.contains(position.name) {
      keys[position] = nil
      if position.name == absent { continue }
      for level in KeyLevel.allCases where key[level] != .nothing {
        let what =
          if case .dead(let name) = key[level] { name } else { RefusedText.shown(key[level].text) }
        losses.append(
          ImportLoss(
            .form, position.name, level.rawValue,
            "\(what) is left out, since form \(form.rawValue) has no such key"))
      }
    }
  }

  /// The keysyms of the remaining keys with their actions, each once.
  var usedKeysyms: [(keysym: UInt32, action: KeyAction)] {
    var seen: Set<UInt32> = []
    var used: [(UInt32, KeyAction)] = []
    for (position, key) in keys.sorted(by: { $0.key < $1.key }) {
      for level in KeyLevel.allCases {
        guard let keysym = keysyms[position]?[level], seen.insert(keysym).inserted else { continue }
        used.append((keysym, key[level]))
      }
    }
    return used
  }

  /// Adopts the sequences that were found; a dead key that begins no sequence loses its effect.
  mutating func take(_ search: SequenceSearch) {
    sequences = search.sequences
    losses += search.losses
    let first = Set(sequences.compactMap(\.keys.first))
    for (position, key) in keys {
      for level in KeyLevel.allCases {
        guard case .dead(let name) = key[level], !first.contains(key[level]) else { continue }
        keys[position]?[level] = .nothing
        losses.append(
          ImportLoss(
            .silent, position.name, level.rawValue,
            "\(name) forms no character with any key of this layout",
            isCharacter: false))
      }
      if keys[position]?.isEmpty == true { keys[position] = nil }
    }
  }
}

extension KeyLevel {
  fileprivate var modifiers: [XKBKeymap.Modifier] {
    (isShifted ? [.shift] : []) + (isAltGr ? [.level3] : [])
  }
}
