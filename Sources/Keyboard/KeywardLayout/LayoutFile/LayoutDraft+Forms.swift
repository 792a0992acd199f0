// A panel described by positions is converted to rows of explicitly described keys, one page for
// each form, so that all later code handles only rows.

extension LayoutDraft {
  mutating func takeForms(from source: KeyboardSource, _ reader: inout DiagnosticDecoder) {
    let index = panels.firstIndex { $0.positions != nil }
    guard let form else {
      // If the form is unknown, a fault was already added.
      if let index, !reader.hasFaults {
        reader.add(panels[index].mark, "Key positions need a physical layout. Add “form: iso”.")
      }
      return
    }
    guard let index, let written = panels[index].positions else {
      reader.add(
        form.word,
        "A form needs positions. Add “positions: { AD01: q Q }” to panel “letters”.")
      return
    }
    let names = formNames(after: form.name)
    let forms = names.compactMap { Self.form($0, in: source, at: form.word, &reader) }
    guard forms.count == names.count else { return }
    let positions = known(written, in: forms, source, &reader)
    describe(positions, &reader)
    let typing = positions.filter { $0.id.text != KeyboardForm.space }
    positionKeys = typing.map { key(TokenDraft($0.id, .longWord)) }
    var places = [String: Int](minimumCapacity: typing.count)
    for (place, position) in typing.enumerated() { places[position.id.text] = place }
    panels[index].pages = forms.map { form in
      var page = PageDraft(mark: panels[index].mark)
      page.rows = rows(of: form, typing, places, at: page.mark)
      page.form = form.name
      page.columns = form.columns ?? longestRow(page.rows, isPad: false, atLeast: 10)
      return page
    }
  }

  mutating func readUndrawnKeys(_ node: YAMLNode, _ reader: inout DiagnosticDecoder) {
    let known = ["LSGT", "AE13", "AB11"] + NumberPad.positions
    for field in reader.fields(of: node, known: known, in: "Field “undrawn”") {
      undrawn.append(KeyDraft(position: field, &reader))
    }
  }

  private func formNames(after first: FormName) -> [FormName] {
    let others = forms.isEmpty ? [.compact] : forms.map(\.name)
    return others.reduce(into: [first]) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  private static func form(
    _ name: FormName, in source: KeyboardSource, at word: Word, _ reader: inout DiagnosticDecoder
  ) -> KeyboardForm? {
    if let bytes = source.form(name),
      let form = try? KeyboardForm.load(bytes, path: "\(name.rawValue).yaml")
    {
      return form
    }
    reader.add(word, "There is no form \(name.rawValue.quoted).")
    return nil
  }

  /// Returns the positions that at least one of the forms has.
  ///
  /// The function adds a fault for every position that none of the forms has. The form `compact`
  /// accepts every position, so it would hide these faults. The form `compact` is therefore
  /// ignored if the file also allows a staggered form.
  private func known(
    _ positions: [KeyDraft], in forms: [KeyboardForm], _ source: KeyboardSource,
    _ reader: inout DiagnosticDecoder
  ) -> [KeyDraft] {
    let staggered = forms.filter(\.name.isStaggered)
    let shown = staggered.isEmpty ? forms : staggered
    let known = Set(shown.flatMap(\.positions))
    for position in positions where !known.contains(position.id.text) {
      let others = FormName.allCases.filter { name in
        guard name.isStaggered, let bytes = source.form(name) else { return false }
        let form = try? KeyboardForm.load(bytes, path: name.rawValue)
        return form?.positions.contains(position.id.text) == true
      }
      reader.add(position.id, Self.sentence(position.id.text, shown, others))
    }
    return positions.filter { known.contains($0.id.text) }
  }

  private static func sentence(
    _ id: String, _ shown: [KeyboardForm], _ others: [FormName]
  ) -> String {
    let names = shown.map(\.name.rawValue.quoted).joined(separator: ", ")
    let opening = "Form \(names) has no position \(id.quoted)."
    if !others.isEmpty {
      let known = others.map(\.rawValue).joined(separator: ", ")
      return "\(opening) Remove the position, or add one of these to “forms”: \(known)."
    }
    let positions = shown.flatMap(\.positions)
    guard let guess = id.nearest(among: positions) else {
      return "\(opening) Positions are named TLDE, AE01, AD01, AC01, LSGT, AB01, SPCE and so on."
    }
    return "\(opening) Did you mean “\(guess)”?"
  }

  private mutating func describe(_ positions: [KeyDraft], _ reader: inout DiagnosticDecoder) {
    for position in positions {
      if position.id.text != KeyboardForm.space {
        keys[position.id.text, default: position].take(position)
      } else if position.levels[.plain]?.deadName == nil {
        roles[.space, default: position].take(position)
      } else {
        reader.add(
          position.id,
          "The space bar cannot be a dead key at its first level. Write {U+0020} there.")
      }
    }
  }

  /// Returns the rows of a form with the keys of `positions`.
  ///
  /// In a staggered form, a gap replaces each missing key; `compact` leaves no gap. The shift key
  /// is omitted if shift would not change the effect of any key, and likewise the AltGr key.
  private func rows(
    of form: KeyboardForm, _ positions: [KeyDraft], _ places: [String: Int], at mark: YAMLMark
  ) -> [RowDraft] {
    let idle = idleRoles(of: form, places)
    let nowhere = YAMLNode(content: .scalar("", .plain), start: mark, end: mark)
    let noWord = Word(text: "", node: nowhere, offset: 0)
    return form.rows.compactMap { items in
      var row = RowDraft(mark: mark)
      row.tokens.reserveCapacity(items.count)
      for (item, units) in items {
        switch item {
        case .position(let id):
          if let place = places[id] {
            row.tokens.append(TokenDraft(positions[place].id, .position(place), units: units))
            continue
          }
        case .role(let role):
          if !idle.contains(role) {
            row.tokens.append(TokenDraft(noWord, .role(role), units: units))
            continue
          }
          if role == .altgr { continue }
        case .gap: break
        }
        if form.name.isStaggered { row.tokens.append(TokenDraft(noWord, .gap(units ?? 1))) }
      }
      return row.tokens.isEmpty ? nil : row
    }
  }

  private func idleRoles(of form: KeyboardForm, _ places: [String: Int]) -> [KeyRole] {
    let space = key(.space)
    var (isShiftIdle, isAltGrIdle) = (!space.gainsByShift, !space.gainsByAltGr)
    for id in form.positions where isShiftIdle || isAltGrIdle {
      guard let place = places[id] else { continue }
      if positionKeys[place].gainsByShift { isShiftIdle = false }
      if positionKeys[place].gainsByAltGr { isAltGrIdle = false }
    }
    return (isShiftIdle ? [.shift] : []) + (isAltGrIdle ? [.altgr] : [])
  }
}

extension KeyDraft {
  /// Reads the entry of a position, such as `AD01: q Q @ Ω`.
  ///
  /// An entry has one to four words: the effects of the key without modifiers, with shift, with
  /// AltGr, and with both shift and AltGr. Four more words are the same effects while Caps Lock is
  /// on, or Num Lock for a key of the number pad.
  init(position field: YAMLField, _ reader: inout DiagnosticDecoder) {
    id = Word(text: field.name, node: field.key, offset: 0)
    guard let text = reader.text(of: field.value, in: "A position") else { return }
    let words = Word.words(of: text, node: field.value)
    let count = KeyLevel.allCases.count
    guard (1...count).contains(words.count) || words.count == 2 * count else {
      reader.add(
        field.value.start,
        "Position \(field.name.quoted) has \(words.count) texts. Write one to four: without shift, "
          + "with shift, with AltGr, with both; or eight, the last four with Caps Lock.")
      return
    }
    for (order, level) in KeyLevel.allCases.enumerated() where order < words.count {
      let word = words[order]
      let entry = LevelEntry.read(word, "A text", &reader)
      if level == .plain, entry == .same || entry == .upper {
        reader.add(
          word,
          "\(word.text.quoted) repeats the text without shift, so it cannot replace that text. Write "
            + "what the key types without shift.")
        continue
      }
      levels[level] = entry
    }
    guard words.count > count else { return }
    for (order, level) in KeyLevel.allCases.enumerated() {
      locked[level] = LevelEntry.read(words[count + order], "A text", &reader)
    }
  }
}
