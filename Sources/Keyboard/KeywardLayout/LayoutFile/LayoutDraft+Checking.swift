/// The rules that involve several parts of a keyboard file, checked after all parts are read.
extension LayoutDraft {
  func checkRows(_ reader: inout DiagnosticDecoder) {
    checkTokens(&reader)
    checkRowWidths(&reader)
    checkRepeatedKeys(&reader)
    checkLevelRows(&reader)
  }

  func check(_ reader: inout DiagnosticDecoder) {
    checkRows(&reader)
    checkUnusedKeys(&reader)
    checkGroups(&reader)
    checkExits(&reader)
    checkDeleteKeys(&reader)
    checkAltGrKeys(&reader)
    checkDeadKeys(&reader)
  }

  func checkPair(in source: KeyboardSource, _ reader: inout DiagnosticDecoder) {
    guard let pair, pair.text != KeyboardDefinition.noPartner else { return }
    if pair.text == id?.text {
      reader.add(pair, "A keyboard cannot be paired with itself.")
    } else if !source.has(pair.text) {
      let unknown = UnknownName(what: "keyboard", name: pair.text.quotable, known: source.names)
      reader.add(pair, unknown.description)
    }
  }

  private func checkTokens(_ reader: inout DiagnosticDecoder) {
    for token in rows.flatMap(\.tokens) {
      switch token.kind {
      case .input: checkInput(token.word, keys[token.word.text], &reader)
      case .coded: _ = reader.output(token.word, "A key")
      case .longWord, .position:
        if let key = keys[token.word.text] {
          checkInput(token.word, key, &reader)
        } else if reader.isAllowed(token.word, "A key") {
          checkBlanks(token.word, &reader)
        }
      case .unknownRole:
        if keys[token.word.text] == nil {
          reader.add(token.word, Self.sentence(forRole: token.word.text))
        }
      case .badCode: reader.add(token.word, token.word.text.codePointFault)
      case .badGap:
        reader.add(
          token.word, "\(token.word.text.quoted) is not a spacer. Write 0.5 to 8 in steps of 0.25.")
      case .role, .gap, .dead: break
      }
    }
  }

  private func checkInput(_ word: Word, _ key: KeyDraft?, _ reader: inout DiagnosticDecoder) {
    guard reader.isAllowed(word, "A key") else { return }
    if key?.output == nil, word.text.unicodeScalars.count > LayoutLimits.outputScalars {
      reader.add(
        word,
        "\(word.text.quoted) has more than \(LayoutLimits.outputScalars) code points. Give the "
          + "key an output under “keys”.")
    }
  }

  private func checkBlanks(_ word: Word, _ reader: inout DiagnosticDecoder) {
    for (offset, scalar) in word.text.unicodeScalars.enumerated()
    where scalar.properties.isWhitespace {
      reader.add(
        word, offset: offset,
        "\(scalar.codePoint) looks like a space but does not separate keys. Use an ordinary space.")
      return
    }
    reader.add(word, Self.sentence(forUnknown: word.text))
  }

  private static let braced =
    ["letters", "symbols", "numbers", "gap"]
    + KeyRole.allCases.filter { $0 != .input }.map(\.rawValue)

  private static func sentence(forUnknown text: String) -> String {
    if braced.contains(text) { return "\(text.quoted) is not a key. Did you mean “{\(text)}”?" }
    let blanks = text.count == 2 ? "a space between the two" : "spaces between the characters"
    return "\(text.quoted) is not a key. Put \(blanks), or describe \(text.quoted) under “keys”."
  }

  private static func sentence(forRole text: String) -> String {
    if let guess = String(text.dropFirst().dropLast()).nearest(among: braced) {
      return "\(text.quoted) is not a key. Did you mean “{\(guess)}”?"
    }
    let known = braced.map { "{\($0)}" }.joined(separator: " ")
    return "\(text.quoted) is not a key. Known keys: \(known)."
  }

  private func checkRowWidths(_ reader: inout DiagnosticDecoder) {
    for panel in panels {
      for page in panel.pages {
        let columns = columns(of: page, in: panel)
        for draft in page.rows {
          let needed = shape(of: draft, isPad: panel.name.isPad).neededUnits
          guard needed > Double(columns) else { continue }
          reader.add(draft.mark, Self.sentence(needed, columns))
        }
      }
    }
  }

  private static func sentence(_ needed: Double, _ columns: Int) -> String {
    let noun = columns == 1 ? "column" : "columns"
    let wanted = Int(needed.rounded(.up))
    let remedy =
      wanted > LayoutLimits.columns
      ? "Remove keys." : "Add “columns: \(wanted)” to the panel, or remove keys."
    return "This row needs \(needed.plain) key widths, but the panel has \(columns) \(noun). "
      + remedy
  }

  private func checkRepeatedKeys(_ reader: inout DiagnosticDecoder) {
    for panel in panels {
      for page in panel.pages {
        let count = page.rows.reduce(0) { $0 + $1.tokens.count }
        var rowOf = [String: Int](minimumCapacity: count)
        for (number, row) in page.rows.enumerated() {
          for token in row.tokens where isInput(token) {
            if let earlier = rowOf[token.word.text] {
              let place = panel.name == .symbols ? "page" : "panel"
              reader.add(
                token.word,
                "\(token.word.text.quoted) is already in row \(earlier + 1) of this \(place).")
            } else {
              rowOf[token.word.text] = number
            }
          }
        }
      }
    }
  }

  private func checkLevelRows(_ reader: inout DiagnosticDecoder) {
    for panel in panels {
      for level in KeyLevel.allCases {
        guard let rows = panel.levels[level] else { continue }
        for page in panel.pages where !page.isPartial {
          check(
            rows, of: level, against: page.rows.map { $0.tokens.count(where: isInput) }, &reader)
        }
      }
    }
  }

  private func check(
    _ rows: [LevelRow], of level: KeyLevel, against counts: [Int], _ reader: inout DiagnosticDecoder
  ) {
    let name = level.rawValue
    for (number, row) in rows.enumerated() where !row.isPartial {
      guard number < counts.count else {
        reader.add(
          row.mark, "Level “\(name)” has more rows than its panel (\(counts.count)).")
        return
      }
      guard row.entries.count != counts[number] else { continue }
      reader.add(
        row.mark,
        "Row \(number + 1) of level “\(name)” has \(row.entries.count) texts for \(counts[number]) keys. "
          + "Write {none} for a key that types nothing at this level.")
    }
  }

  private func checkUnusedKeys(_ reader: inout DiagnosticDecoder) {
    if isPartial { return }
    let (ids, used) = (inputIDs, usedRoles)
    let unused =
      keys.values.filter { !ids.contains($0.id.text) }
      + roles.filter { !used.contains($0.key) }.map(\.value)
    for key in unused {
      reader.add(key.id, "\(key.id.text.quoted) is described under “keys” but is in no row.")
    }
  }

  private func checkGroups(_ reader: inout DiagnosticDecoder) {
    let ids = inputIDs
    var groupOf: [String: String] = [:]
    for group in groups {
      for word in group.ids {
        if let earlier = groupOf[word.text] {
          reader.add(word, "\(word.text.quoted) already belongs to group \(earlier.quoted).")
        } else if !isPartial, !ids.contains(word.text) {
          reader.add(
            word,
            "\(word.text.quoted) is listed in group \(group.name.quoted) but is in no row.")
        }
        groupOf[word.text] = group.name
      }
    }
  }

  /// Checks that no panel is a dead end.
  ///
  /// If a key leads to a panel, every page of that panel must have a key for another panel, or lead
  /// to a page that has such a key.
  private func checkExits(_ reader: inout DiagnosticDecoder) {
    let panels = panels.compactMap { panel in
      panel.definition.map { (draft: panel, definition: $0) }
    }
    for (place, panel) in panels.enumerated() {
      let name = panel.draft.name
      let leads = panels.contains { $0.draft.name != name && $0.definition.leads(to: name) }
      let others = panels.map(\.draft.name).filter { $0 != name }
      guard leads, !panel.draft.isPartial, !panel.definition.hasExit(to: others) else {
        continue
      }
      let entry =
        panels.enumerated().first { $0.offset != place && $0.element.definition.leads(to: name) }
        .map(\.element.draft.name)
      reader.add(
        panel.draft.mark,
        "Panel “\(name.rawValue)” has no key that switches to another panel. Add "
          + "{\(Self.wanted(entry, others))}.")
    }
  }

  /// Returns the name of the panel key that a fault recommends for a panel without an exit.
  ///
  /// `entry` is a panel from which a key leads to the panel without an exit. The result is
  /// `letters` if `others` contains it, else `entry`, else any other panel. The result is never
  /// `id-card`.
  private static func wanted(_ entry: PanelName?, _ others: [PanelName]) -> String {
    let reachable = others.filter { $0 != .idCard }
    if reachable.contains(.letters) { return PanelName.letters.rawValue }
    return (entry.flatMap { reachable.contains($0) ? $0 : nil } ?? reachable.first ?? .letters)
      .rawValue
  }

  private func checkDeleteKeys(_ reader: inout DiagnosticDecoder) {
    for panel in panels
    where panel.from == nil && !panel.pages.isEmpty && !panel.isPartial {
      let missing = panel.pages.filter { page in
        !page.rows.contains { row in
          row.tokens.contains { if case .role(.delete) = $0.kind { true } else { false } }
        }
      }
      if missing.count == panel.pages.count {
        reader.add(panel.mark, "Panel “\(panel.name.rawValue)” has no {delete} key.")
        continue
      }
      for page in missing {
        reader.add(
          page.mark,
          "Page “\(page.page.rawValue)” of panel “\(panel.name.rawValue)” has no {delete} key in "
            + "\(page.width.rawValue) width.")
      }
    }
  }

  private func checkAltGrKeys(_ reader: inout DiagnosticDecoder) {
    for panel in panels where panel.from == nil && !panel.isPartial {
      guard let pages = panel.definition?.pages else { continue }
      let hasKey = pages.contains { $0.contains(.altgr) }
      let keys = pages.flatMap(\.keys)
      if !hasKey, keys.contains(where: \.gainsByAltGr) {
        reader.add(
          panel.mark,
          "Panel “\(panel.name.rawValue)” has characters for AltGr, but no {altgr} key to reach them."
        )
      } else if hasKey, !keys.contains(where: \.hasAltGr) {
        reader.add(
          panel.mark,
          "Panel “\(panel.name.rawValue)” has an {altgr} key, but no key types anything with it. "
            + "Add a level “altgr”.")
      }
    }
  }

  private func checkDeadKeys(_ reader: inout DiagnosticDecoder) {
    let pages = panels.flatMap { panel in
      (panel.from == nil ? panel.definition?.pages ?? [] : []).map { (panel, $0) }
    }
    let described = deadKeyNames.map(\.text)
    var used: Set<String> = []
    for (panel, page) in pages {
      for key in page.keys {
        for action in (key.levels ?? []) + (key.locked ?? []) {
          guard case .dead(let name) = action, used.insert(name).inserted,
            !described.contains(name)
          else { continue }
          reader.add(
            panel.mark,
            "No sequence begins with dead key \(name.quoted). Add one under “sequences”: "
              + "“\(name): e é”.")
        }
      }
    }
    if isPartial { return }
    let hidden = undrawn.flatMap { $0.levels.values + $0.locked.values }
    used.formUnion(hidden.compactMap(\.deadName))
    for word in deadKeyNames where !used.contains(word.text) {
      reader.add(word, "There is no key \(word.text.quoted), so its sequences cannot be typed.")
    }
  }
}

extension PanelDefinition {
  /// True if every page has a key for another panel, or leads to a page that has such a key.
  ///
  /// On half-width pages, `width-*` keys do not count, because these pages omit them unless full
  /// width is requested.
  func hasExit(to others: [PanelName]) -> Bool {
    var open = Set(
      pages.indices.filter { index in
        others.contains { pages[index].leads(to: $0) }
      })
    var grows = true
    while grows {
      let before = open.count
      for (index, page) in pages.enumerated() where !open.contains(index) {
        let next = pages.indices.filter { other in
          let target = pages[other]
          let byPage = page.width == target.width && page.leads(to: target.page)
          let byWidth =
            page.width == .full && page.page == target.page && page.contains(.widthHalf)
            && target.width == .half
          return byPage || byWidth
        }
        if !open.isDisjoint(with: next) { open.insert(index) }
      }
      grows = open.count > before
    }
    return open.count == pages.count
  }
}

extension Key {
  var gainsByAltGr: Bool { gains(.altgr, over: .plain) || gains(.altgrShift, over: .shift) }

  package var gainsByShift: Bool { gains(.shift, over: .plain) || gains(.altgrShift, over: .altgr) }

  private func gains(_ level: KeyLevel, over lower: KeyLevel) -> Bool {
    let action = action(at: level)
    return action != .nothing && action != self.action(at: lower)
  }

  /// True if the file gives the key an effect with AltGr.
  var hasAltGr: Bool {
    guard levels != nil else { return false }
    let without = role == .space ? action(at: .plain) : .nothing
    return action(at: .altgr) != without || action(at: .altgrShift) != without
  }
}
