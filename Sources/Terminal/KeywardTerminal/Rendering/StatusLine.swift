import KeywardEngine

/// The latest notice and the key hints.
///
/// The status line has one row. A long notice extends into free rows below, so that it takes no row
/// from any other part. If there are too few, `RowBudget` shows the notice above the texts instead,
/// and the line has only the keys. Drawn keys never move because of a notice. Done ends where the
/// caps do, and does not move because of other hints either.
struct StatusLine {
  private struct Part {
    var text: String
    var style = Style.hint
    var blanks = 0
    var isDone = false
  }

  private typealias Wording = (keys: [String], gap: Int)

  private var lines: [[Part]]
  /// The lines of a notice that needs several, or one that would move Done; empty for any other.
  private(set) var longNotice: [String] = []
  /// True if the keys are shown with every notice, because Done, which submits, is among them.
  let hasDone: Bool
  /// A short notice and the keys in one line, used if there is only one row; nil if they do not
  /// fit.
  private var onlyLine: [Part]?
  private var isNotice: Bool
  private let isInline: Bool
  /// The number of cells before the panel, and up to the end of Done, between which the keys are
  /// if Done is among them.
  private let panelStart: Int
  private let doneEnd: Int
  private let ellipsis: String

  private static let gapBeforeKeys = 3

  init(
    _ model: PromptViewModel, columns: Int, hasKeyboard: Bool, panelStart: Int, doneEnd: Int
  ) {
    (self.panelStart, self.doneEnd) = (panelStart, doneEnd)
    var model = model
    model.offersKeyboard = model.offersKeyboard && !hasKeyboard
    // A gamepad's buttons submit without Done.
    model.offersDone = model.offersDone && hasKeyboard && model.keys.isEmpty
    isNotice = !model.notice.isEmpty
    isInline = model.form == .inline
    ellipsis = model.surface.glyphs.ellipsis
    let offersDone = model.offersDone && model.keyboard?.alternates == nil
    hasDone = model.offersDone
    let done = PushButton(
      label: model.surface.language[KeyWord.done], hasColor: model.surface.hasColor,
      hasBlocks: model.surface.hasBlocks,
      ellipsis: ellipsis)
    let wordings = (0..<(model.takesNoKey ? 0 : Self.wordingCount(model))).lazy.map {
      Self.wording($0, model, hasKeyboard: hasKeyboard, done: model.offersDone ? [done.text] : [])
    }
    /// Returns the keys of the longest wording that fits in `room` cells; nil if none fits.
    ///
    /// Only the first `count` wordings are tried. If none of them fits and `cuts` is true, the
    /// function takes the shortest wording of all, and removes keys from its end until the others
    /// fit.
    func keys(in room: Int, wordings count: Int = 9, cuts: Bool = false) -> [Part]? {
      var chosen = wordings.prefix(count).first { Self.width(of: $0) <= room }
      if chosen == nil, cuts, var shortest = wordings.last {
        while shortest.keys.count > 1, Self.width(of: shortest) > room {
          shortest.keys.removeLast()
        }
        chosen = shortest
      }
      guard let chosen else { return nil }
      let wording = Self.withAlternates(chosen, model, hasKeyboard: hasKeyboard, room: room)
      return wording.keys.enumerated().map { index, key in
        let isDone = offersDone && key == done.text
        return Part(
          text: key, style: isDone ? done.style : .hint, blanks: index == 0 ? 0 : wording.gap,
          isDone: isDone)
      }
    }
    func beside(_ parts: [Part], wordings count: Int = 9) -> [Part]? {
      guard !parts.isEmpty else { return nil }
      var keys = keys(in: columns - Self.width(of: parts) - Self.gapBeforeKeys, wordings: count)
      keys?[0].blanks = Self.gapBeforeKeys
      return keys.map { parts + $0 }
    }
    let texts = TextWrap.lines(of: model.notice, width: columns)
    let notice = texts.map { [Part(text: $0, style: .bold)] }
    if isNotice, texts.count > 1 || hasDone { longNotice = texts }
    let end = hasDone ? doneEnd - panelStart : columns
    var alone: [Part] { keys(in: end, cuts: true) ?? [] }
    if hasDone {
      lines = [alone] + (isNotice ? notice : [])
    } else if isInline, longNotice.isEmpty {
      let first = isNotice ? notice[0] : []
      lines = [beside(first) ?? (isNotice ? first : alone)]
    } else if isNotice {
      let isShort = notice.count == 1
      let line = isShort ? beside(notice[0], wordings: 1) : nil
      lines = line.map { [$0] } ?? notice + [alone]
      onlyLine = isShort ? beside(notice[0]) : nil
    } else {
      lines = [alone]
    }
  }

  /// The same line without its long notice.
  var withoutNotice: StatusLine {
    var line = self
    line.lines = Array(hasDone ? lines.prefix(1) : lines.suffix(1))
    (line.isNotice, line.longNotice) = (false, [])
    return line
  }

  /// Returns the wording with the keys for alternates added, if they fit.
  ///
  /// These keys never change the number of rows, because that would move the drawn keyboard.
  private static func withAlternates(
    _ wording: Wording, _ model: PromptViewModel, hasKeyboard: Bool, room: Int
  ) -> Wording {
    guard hasKeyboard else { return wording }
    if model.keyboard?.alternates != nil {
      let all = [Phrase.enterTake, .escClose, .arrowsChoose].map { model.surface.language[$0] }
      let fewer = Array(all.prefix(2))
      let wordings: [Wording] = [(all, 3), (all, 2), (fewer, 2), (fewer.map(key), 2)]
      return wordings.first { width(of: $0) <= room } ?? wording
    }
    guard model.isKeyboardFocused, model.offersAlternates else { return wording }
    var longer = wording
    let end = model.offersDone ? wording.keys.count - 1 : wording.keys.count
    longer.keys.insert(model.surface.language[.ctrlNMore], at: end)
    return width(of: longer) <= room ? longer : wording
  }

  private static func key(_ hint: String) -> String { String(hint.prefix { $0 != " " }) }

  private static func width(of wording: Wording) -> Int {
    wording.keys.reduce(0) { $0 + CharacterWidth.of($1) } + wording.gap * (wording.keys.count - 1)
  }

  private static func width(of parts: [Part]) -> Int {
    parts.reduce(0) { $0 + $1.blanks + CharacterWidth.of($1.text) }
  }

  private static func wordingCount(_ model: PromptViewModel) -> Int {
    guard model.keys.isEmpty else { return max(3, model.keys.count + 1) }
    let count =
      model.offersKeyboard || model.question.generator != nil || model.question.offersPassing
      ? 6 : 4
    return model.offersDone ? count + 1 : count
  }

  /// Returns one of the wordings, which become shorter as `number` grows.
  ///
  /// They are the full wording, an abbreviated one, some with fewer hints, and one with only the
  /// names of the keys. If Done can be clicked, the last one has only Done and the key that
  /// cancels.
  private static func wording(
    _ number: Int, _ model: PromptViewModel, hasKeyboard: Bool, done: [String]
  ) -> Wording {
    let left = wordingCount(model) - 1 - number
    if left <= done.count {
      guard model.keys.isEmpty else {
        return (model.keys.map(key), 2)
      }
      let hints: [Phrase] =
        done.isEmpty
        ? [.enterSubmit, .escCancel]
        : left > 0 ? [.enterSubmit, .escCancel, .tabKeys] : [.escCancel]
      return (hints.map { key(model.surface.language[$0]) } + done, 2)
    }
    let gap = number == 0 ? 3 : 2
    guard model.keys.isEmpty else {
      return (Array(model.keys.prefix(max(2, model.keys.count + 1 - max(1, number)))), gap)
    }
    let (isShort, isLeast) = (number > 0, left == done.count + 1)
    let spared = isLeast ? 3 : max(0, number - 1)
    let isOnKeyboard = model.isKeyboardFocused && hasKeyboard
    let powerOff = model.buttons.firstIndex { $0.choice == .powerOff }
    let isOnPowerOff = powerOff != nil && model.focusedButton == powerOff
    let isOnButton = model.focusedButton != nil
    var keys: [Phrase] = [
      isOnPowerOff ? .enterPowerOff : isOnKeyboard || isOnButton ? .enterPress : .enterSubmit,
      .escCancel,
    ]
    if hasKeyboard, !isLeast {
      let isOnField = !isOnPowerOff && !isOnKeyboard
      let next: Phrase = isOnPowerOff || powerOff == nil ? .tabField : .tabPowerOff
      keys.append(!isOnField ? next : isShort ? .tabKeys : .tabKeyboard)
    } else if model.offersNextField, spared < 1 {
      keys.append(.tabNext)
    }
    if model.offersReveal, spared < 2 {
      keys.append(model.fields.contains(where: \.isRevealed) ? .ctrlTHide : .ctrlTReveal)
    }
    if model.offersKeyboard, spared < 3 {
      keys.append(isShort ? .ctrlKKeys : .ctrlKKeyboard)
    }
    if model.question.generator != nil, spared < 2 { keys.append(.ctrlGGenerate) }
    if model.question.offersPassing, spared < 3 { keys.append(.ctrlBackslashPassOn) }
    let words = keys.map { model.surface.language[$0] }
    return (words + done, gap)
  }

  /// Draws the line centred in its rows; an inline line begins at the left edge.
  ///
  /// If there is only one row for two lines, a notice has priority over the keys. A long notice
  /// uses the `spare` rows below.
  func draw(on screen: inout ComposedScreen, in area: CellRect, spare: Int) {
    guard !area.isEmpty else { return }
    let lines = area.lines + spare == 1 ? onlyLine.map { [$0] } ?? lines : lines
    var shown = Array(lines.prefix(area.lines + spare))
    // The last line has the keys; an ellipsis shows that lines of the notice are missing.
    if isNotice, shown.count < lines.count - 1, let end = shown.indices.last {
      shown[end][0].text += ellipsis
    }
    for (index, shown) in shown.enumerated() {
      var line = shown
      let width = min(Self.width(of: line), area.columns)
      var column = isInline ? area.column : screen.buffer.start(ofCentered: width, in: area)
      let end = area.column + area.columns
      if let done = line.last, done.isDone {
        let start = area.column + doneEnd - CharacterWidth.of(done.text)
        let keys = Self.width(of: line) - CharacterWidth.of(done.text)
        let middle = screen.buffer.start(ofCentered: keys - done.blanks, in: area)
        column = max(area.column + panelStart, min(middle, start - keys))
        line[line.count - 1].blanks = max(0, start - column - keys + done.blanks)
      }
      for part in line {
        column += part.blanks
        let text = TextWrap.head(of: part.text, width: end - column, ellipsis: ellipsis)
        let start = column
        column = screen.buffer.put(
          text, column: column, row: area.line + index, limit: end, style: part.style)
        guard part.isDone else { continue }
        let cells = CellRect(
          column: start, line: area.line + index, columns: column - start, lines: 1)
        screen.targets.append((cells, .done))
      }
    }
  }
}
