/// The rows of a screen, and the columns and rows of the window that they must share.
struct RowBudget {
  /// The rows that the screen needs, from top to bottom.
  private(set) var list: [ScreenRow] = []
  let columns: Int
  var rows: Int
  let isInline: Bool
  let isDocked: Bool
  let hasCard: Bool
  /// True if there is a warning.
  ///
  /// If the field is on row 0, there is only room for the warning's mark, beside the field.
  let hasWarning: Bool
  /// True if nothing can be typed, because the required keyboard has no room.
  let lacksKeyboard: Bool
  /// True if the texts above the fields are whole and scrolled together, instead of cut.
  let isOpen: Bool
  /// The width of the longest text, label or row of buttons, which determines the screen's width if
  /// no keyboard is drawn.
  private var contentColumns = RowBudget.widest
  /// The width of fields for a text of a known form, which can be wider than texts; 0 for others.
  private var entryColumns = 0
  /// The sizes of the drawn keyboard.
  ///
  /// `columns` and `lines` are those of the panel, including the background around the caps.
  /// `toolbarRows` are above the panel, and `bottomRows` are below it. `hasReturn` is true if the
  /// panel has a key to submit. `capsEnd` is the column after its caps.
  typealias Keyboard = (
    columns: Int, lines: Int, toolbarRows: Int, bottomRows: Int, hasReturn: Bool, capsEnd: Int
  )
  let keyboard: Keyboard?
  /// The width of the longest line of the request, which can be wider than a number pad.
  private var requestColumns = RowBudget.widest
  /// A text that row 0 shows if `part` has no row.
  typealias HeaderText = (part: ScreenRow.Part, text: String, style: Style)
  /// The texts for row 0, the most important one first.
  private let headerTexts: [HeaderText]
  static let gapInHeader = 2
  /// The number of cells of the mark that names the key to scroll down.
  private let markColumns: Int

  /// True for a window in which a question is more important than all of a command.
  static func isSmall(columns: Int, rows: Int) -> Bool { columns < 40 || rows < 10 }

  private static let leastCard = 24
  /// The rows of an inline screen for which it may take more than half of the window: the purpose,
  /// an error, a field, a hint of two rows, and the keys.
  private static let leastInline = 6

  /// Lists the rows of a model's screen; `keyboard` has the sizes of the drawn keyboard, if any.
  ///
  /// If `allowsCard` is false, the texts have the room of a card's edges.
  init(
    _ model: PromptViewModel, keyboard: Keyboard?, columns: Int, rows: Int, isOpen: Bool = false,
    allowsCard: Bool = true
  ) {
    self.isOpen = isOpen
    self.columns = columns
    self.rows = rows
    self.keyboard = keyboard
    markColumns = CharacterWidth.of(model.scrollMark(.pageDown))
    let asker = model.question.texts.first { $0.part == .asker && !isOpen }
    headerTexts = [
      (.warning, model.warning, .alarm(hasColor: model.surface.hasColor)),
      (.status, model.notice, .bold), (.asker, asker?.text ?? "", asker?.style ?? .plain),
    ].filter { !$0.text.isEmpty }
    isInline = model.form == .inline
    isDocked = model.form == .docked && keyboard != nil
    hasCard =
      allowsCard && model.form == .card && model.fields.isEmpty && columns >= Self.leastCard
    hasWarning = !model.missing.isEmpty
    lacksKeyboard = model.needsKeyboard && keyboard == nil && !isOpen
    let group = ScreenRow.group(of: model, in: self)
    // The lines were broken at the full width; they fit unchanged in the width of the longest one.
    requestColumns = group.reduce(0) { max($0, $1.part.isOfRequest ? $1.columns : 0) }
    // A generated passphrase is shown whole.
    if model.question.generator == nil {
      contentColumns = group.map(\.columns).max() ?? 0
      let label =
        isInline ? 1 + (model.fields.map { CharacterWidth.of($0.prompt) }.max() ?? 0) : 0
      entryColumns = model.entryColumns(in: columns - 2 - label)
      if entryColumns > 0 { entryColumns += label }
    }
    let width = statusColumns.count
    let warning = TextWrap.lines(of: model.warning, width: width)
    let panelStart = self.columns(of: .panel).lowerBound - statusColumns.lowerBound
    let line = StatusLine(
      model, columns: width, hasKeyboard: keyboard != nil, panelStart: max(0, panelStart),
      doneEnd: min(width, panelStart + (keyboard?.capsEnd ?? 0)))
    let lower = [
      // Row 0 can show the warning instead, but an inline screen has no such row.
      ScreenRow(
        part: .warning, content: .warning(warning), count: warning.count,
        reductions: [(isInline ? .onlyWarning : .warning, 0)]),
      ScreenRow(
        part: .status, content: .status(line), count: 1,
        // Done replaces the key to submit that a toolbar has.
        reductions: [(line.hasDone ? .toolbar : .status, 0)]),
    ].filter { $0.count > 0 }
    list = ScreenRow.list(around: group, lower: lower, in: self)
  }

  /// The rows of the list that this window has room for.
  ///
  /// A notice with too few rows at the lower edge has its own rows below those of the request, from
  /// row 0 on if there is no other room, and does not move a drawn keyboard.
  var fitted: [ScreenRow] {
    let fitted = fitted(list)
    guard let index = list.firstIndex(where: { $0.part == .status }),
      case .status(let line) = list[index].content
    else { return fitted }
    let trail = fitted.first { $0.part == .trail }?.count ?? 0
    let lines = line.longNotice
    let rowsOfKeys = line.hasDone ? 1 : 0
    guard !lines.isEmpty, lines.count + rowsOfKeys > fitted[index].count + trail else {
      return fitted
    }
    var list = list
    list[index].content = .status(line.withoutNotice)
    for index in list.indices where list[index].space == .spaceAboveKeyboard {
      list[index].space = .spaceAboveStatus
    }
    // Without its row the keyboard would be lower.
    if keyboard != nil { list[index].reductions = [] }
    // These rows, and those of the notice, are Keyward's own, as row 0 needs.
    let last = list.lastIndex { [.lead, .asker, .purpose].contains($0.part) }
    if last != nil, list[0].part == .header { list[0].reductions = [(.headerForNotice, 0)] }
    let notice = TextWrap.lines(
      of: lines[...].listed(by: " "), width: columns(of: .notice).count)
    list.insert(
      ScreenRow(
        part: .notice, content: .lines(notice, .bold), count: notice.count,
        reductions: [(.longNotice, 1), (.notice, 0)]),
      at: last.map { $0 + 1 } ?? 0)
    return self.fitted(list, trail: trail)
  }

  /// Returns the rows that have room; the last ones stay blank, `trail` of them if possible.
  ///
  /// If the window has too few, those of the lowest priority are given up first. Rows that no part
  /// needs are added above and below the group of text, fields and keys.
  private func fitted(_ list: [ScreenRow], trail: Int? = nil) -> [ScreenRow] {
    // Inline, half of the window stays unchanged, unless it is very low or the text is opened.
    let most = isInline && !isOpen ? min(rows, max(rows / 2, Self.leastInline)) : rows
    let all = isInline ? min(most, list.totalRows) : rows
    let rows = all - (trail ?? 0)
    let isSmall = Self.isSmall(columns: columns, rows: self.rows)
    let order = isSmall ? ScreenRow.Priority.keepingQuestion : ScreenRow.Priority.allCases
    var fitted = list.reduced(to: rows, giving: order)
    if fitted.isPurposeCut {
      let other = list.reduced(to: rows, giving: ScreenRow.Priority.keepingPurpose)
      if other.isPurposeCut || isSmall && other.isQuestionCut {
        fitted = list.reduced(to: rows, giving: ScreenRow.Priority.blanks + order)
        giveAskerUp(in: &fitted)
      } else {
        fitted = other
      }
    }
    useFreeRows(of: rows, in: &fitted)
    // The rows of a purpose that is broken in another way go to the asking program.
    if fitted.isAskerCut, fitted.totalRows < rows { useFreeRows(of: rows, in: &fitted) }
    // The bar of the quality would look like a part of the keys.
    if let keys = fitted.firstIndex(where: { $0.part == .toolbar }), fitted.hasRows(of: .quality),
      fitted[keys].space == nil, fitted.totalRows < rows
    {
      fitted[keys].space = list[keys].space
    }
    let rest = max(0, all - fitted.totalRows)
    guard let lead = fitted.firstIndex(where: { $0.part == .lead }),
      let end = fitted.firstIndex(where: { $0.part == .trail })
    else { return fitted }
    // Row 0 is usually empty, so count it as a spare row above the group.
    let above = fitted[0].count
    let below = isDocked && fitted.contains { $0.part == .toolbar && $0.space != nil } ? 1 : 0
    let centred = min(rest, max(0, rest + below - above) / 2)
    fitted[lead].count = trail.map { max(0, rest - $0) } ?? centred
    fitted[end].count = rest - fitted[lead].count
    return fitted
  }
}

extension RowBudget {
  /// Gives the rows of the asking program to a command that is cut; row 0 shows the program.
  ///
  /// In a card, its first row stays, because who asks and for what are one block, and row 0 is
  /// given up if it has nothing else to show.
  private func giveAskerUp(in fitted: inout [ScreenRow]) {
    let hasHeader = fitted.contains { $0.part == .header && $0.count > 0 }
    let isInCard = fitted.hasRows(of: .cardTop)
    for index in fitted.indices where fitted[index].part == .asker {
      fitted[index].count = min(fitted[index].count, hasHeader && !isInCard ? 0 : 1)
    }
    if isInCard, hasHeader, textsOfHeader(in: fitted).isEmpty { fitted[0].count = 0 }
  }

  /// Gives the rows that are free, because whole parts were removed, to texts, and breaks these.
  private func useFreeRows(of rows: Int, in fitted: inout [ScreenRow]) {
    for part in [ScreenRow.Part.title, .description, .purpose, .asker] {
      guard let index = fitted.firstIndex(where: { $0.part == part && $0.count > 0 }) else {
        continue
      }
      let lines = fitted[index].printedLines - fitted[index].count
      fitted[index].count += max(0, min(rows - fitted.totalRows, lines))
    }
    completeHeader(in: &fitted, free: rows - fitted.totalRows)
    breakPurpose(in: &fitted)
  }

  /// The texts for row 0, which have no other row.
  private func textsOfHeader(in fitted: [ScreenRow]) -> [HeaderText] {
    headerTexts.filter { text in
      !fitted.hasRows(of: text.part) && !(text.part == .status && fitted.hasRows(of: .notice))
    }
  }

  /// Decides what row 0 shows; `free` rows are not used.
  ///
  /// If the asking program is cut and row 0 would have nothing else, its rows begin there.
  private func completeHeader(in fitted: inout [ScreenRow], free: Int) {
    guard let header = fitted.indices.first, fitted[header].part == .header else { return }
    var texts = textsOfHeader(in: fitted)
    // What happens with the answer is more important than who asks.
    let lacksPurpose =
      fitted.contains { $0.part == .purpose } && !fitted.hasRows(of: .purpose)
      && !fitted.hasRows(of: .description)
    if let asker = fitted.firstIndex(where: { $0.part == .asker }), fitted[header].count > 0,
      texts.allSatisfy({ $0.part == .asker }), !fitted.hasRows(of: .cardTop),
      fitted[asker].count + free > 0, fitted[asker].printedLines > 1,
      fitted[asker].count < fitted[asker].printedLines, !lacksPurpose
    {
      fitted[header].count = 0
      fitted[asker].count = min(fitted[asker].printedLines, fitted[asker].count + 1 + max(0, free))
      texts = []
    }
    let width = texts.reduce(-Self.gapInHeader) {
      $0 + CharacterWidth.of($1.text) + Self.gapInHeader
    }
    let isAskerCut =
      texts.last?.part == .asker
      && (lacksPurpose || fitted[header].count == 0 || width > columns(of: .header).count)
    if lacksPurpose { texts.removeAll { $0.part == .asker } }
    fitted[header].content = .header(texts, isAskerCut: isAskerCut)
  }

  /// Breaks the purpose for the rows that it has, and shows once which key scrolls to the rest.
  ///
  /// The mark of that key is in the last row of the purpose, unless the description is cut, too, or
  /// the only row would be too short for the head of the command. It is in the row of the asking
  /// program if there is no purpose, or if all of the command is shown.
  private func breakPurpose(in fitted: inout [ScreenRow]) {
    for index in fitted.indices { fitted[index].hasMark = false }
    let (isQuestionCut, isAskerCut) = (fitted.isQuestionCut, fitted.isAskerCut)
    let width = columns(of: .purpose).count
    let description = fitted.firstIndex { $0.part == .description && $0.count > 0 }
    guard let index = fitted.firstIndex(where: { $0.part == .purpose && $0.count > 0 }),
      case .purpose(let purpose, _, _) = fitted[index].content
    else {
      let isMarked = description != nil && (isQuestionCut || fitted.isPurposeCut)
      if !isMarked, fitted.isPurposeCut || isAskerCut { _ = markAsker(in: &fitted) }
      return
    }
    let most = fitted[index].count
    func broken(mark: Int = 0) -> (rows: [String], isCut: Bool, lacksWords: Bool) {
      purpose.rows(width: width, atMost: most, isBrief: isInline, mark: mark)
    }
    var (rows, isCut, lacksWords) = broken()
    var hasMark = isCut || lacksWords || isQuestionCut || isAskerCut
    if isAskerCut, !isCut, !isQuestionCut, markAsker(in: &fitted) { hasMark = false }
    // The description has a row for the mark, which would cut a question in a small window.
    let isTooShort =
      most == 1 && width - markColumns <= Purpose.leastHead
      && !Self.isSmall(columns: columns, rows: self.rows) && broken(mark: markColumns).isCut
    if hasMark, let description,
      case .description(let lines, _) = fitted[description].content,
      isQuestionCut || isTooShort
    {
      fitted[description].content = .description(lines, hasMark: true)
      hasMark = false
    }
    hasMark = hasMark && width > 2 * markColumns + 1
    if hasMark { (rows, isCut, lacksWords) = broken(mark: markColumns) }
    fitted[index].content = .purpose(purpose, rows, isWhole: !isCut && !lacksWords)
    fitted[index].hasMark = hasMark
    fitted[index].count = rows.count
  }

  /// Shows the key that scrolls in the last row of the asking program; returns false if that row
  /// has no room, because other texts of row 0 are more important.
  private func markAsker(in fitted: inout [ScreenRow]) -> Bool {
    let place = fitted.lastIndex { [.header, .asker].contains($0.part) && $0.count > 0 }
    guard let place else { return false }
    var width = columns(of: .header).count - markColumns
    if case .header(let texts, _) = fitted[place].content {
      for text in texts where text.part != .asker {
        width -= CharacterWidth.of(text.text) + Self.gapInHeader
      }
    }
    fitted[place].hasMark = width > markColumns
    return fitted[place].hasMark
  }
}

extension [ScreenRow] {
  fileprivate var totalRows: Int { reduce(0) { $0 + $1.total } }

  fileprivate func hasRows(of part: ScreenRow.Part) -> Bool {
    contains { $0.part == part && $0.count > 0 }
  }

  /// Returns the rows that remain if those of the priorities are given up in this order, until no
  /// more than `rows` are left.
  fileprivate func reduced(to rows: Int, giving order: [ScreenRow.Priority]) -> [ScreenRow] {
    var reduced = self
    for priority in order where reduced.totalRows > rows {
      for index in reduced.indices.reversed() {
        let missing = priority.isWhole ? Int.max : reduced.totalRows - rows
        reduced[index].giveUp(priority, atMost: missing)
      }
    }
    return reduced
  }

  /// True if a part of the command, or of the words about it, has no row.
  var isPurposeCut: Bool {
    contains { row in
      guard case .purpose(_, let lines, let isWhole) = row.content else { return false }
      return !isWhole || row.count < lines.count
    }
  }

  /// True if a part of the text about the asking program has no row, and row 0 does not show it.
  var isAskerCut: Bool {
    contains { row in
      switch row.content {
      case .lines where row.part == .asker:
        // Without row 0, no other row shows the text.
        row.count > 0 ? row.count < row.printedLines : self[0].part != .header
      case .header(_, let isAskerCut): isAskerCut
      default: false
      }
    }
  }

  /// True if a part of the title or the description has no row.
  var isQuestionCut: Bool {
    // The description's rows begin with a title that has no rows.
    var (lines, room) = (0, 0)
    for row in self {
      switch row.content {
      case .lines(let title, _) where row.part == .title:
        if row.count > 0, row.count < title.count { return true }
        lines += row.count == 0 ? title.count : 0
      case .description:
        lines += row.printedLines
        room = row.count
      default: break
      }
    }
    return lines > room
  }
}

extension ScreenRow {
  /// Gives up the rows of a priority, but not more than `most`.
  fileprivate mutating func giveUp(_ priority: Priority, atMost most: Int) {
    guard most > 0 else { return }
    if space == priority { space = nil }
    for (given, least) in reductions where given == priority && count > least {
      count = max(least, count - most)
    }
  }

  /// The number of rows that a text needs without its empty lines; 0 for any other content.
  fileprivate var printedLines: Int {
    switch content {
    case .purpose(_, let lines, _): lines.count
    case .lines(let lines, _) where [.asker, .title].contains(part): lines.count
    case .description(let lines, let hasMark): lines.count { !$0.isEmpty } + (hasMark ? 1 : 0)
    default: 0
    }
  }
}

extension RowBudget {
  static let widest = 72
  /// The maximum width in cells of a field for a text of a known form, such as eight groups of
  /// eight letters.
  static let widestEntry = 84
  /// The maximum width in cells of a keyboard whose rows are staggered, with the background.
  ///
  /// It allows five cells for each of 15 key units, and one more cell.
  static let widestForm = 76
  /// The minimum width of the content of a screen without a keyboard, if the window has room.
  static let narrowest = 36

  var textColumns: Range<Int> { groupColumns.inset(by: cardInset) }

  private var cardInset: Int { !hasCard ? 0 : columns >= 28 ? 3 : 2 }

  /// The columns of text, which touches the window's edge only if there is no room.
  var proseColumns: Range<Int> {
    guard columns >= 12, !isInline else { return textColumns }
    let left = max(1, textColumns.lowerBound)
    return left..<max(left, min(columns - 1, textColumns.upperBound))
  }

  /// The columns of the request and of errors, which are wider than a number pad if they need it.
  private var columnsOfRequest: Range<Int> {
    guard isOnPad, requestColumns > proseColumns.count else { return proseColumns }
    let width = min(columns - 2, requestColumns)
    let left = (columns - width) / 2
    return left..<left + width
  }

  /// True if the keyboard is a number pad in a wide window, or as narrow as one.
  private var isOnPad: Bool {
    keyboard.map { !isDocked && Self.padColumns.contains($0.columns) } ?? false
  }

  /// The widths of a drawn number pad in cells.
  private static let padColumns = narrowest..<45

  /// The width of the request above a keyboard of `keyboard` cells in a window of `columns` cells.
  static func requestColumns(above keyboard: Int, in columns: Int) -> Int {
    (padColumns.contains(keyboard) ? min(columns, widest) : keyboard) - 2
  }

  /// The columns of the centred status line and of the warning above it.
  ///
  /// They can be wider than the group of text, fields and keys, except below a number
  /// pad.
  var statusColumns: Range<Int> {
    if isInline { return proseColumns }
    let width = groupColumns.count
    let inner = (0..<columns).inset(by: columns > 2 ? 1 : 0)
    if isOnPad { return groupColumns.clamped(to: inner) }
    return inner.inset(by: max(0, inner.count - max(width, Self.widest)) / 2)
  }

  var warningColumns: Int { hasWarning && columns > 3 ? 2 : 0 }

  func columns(of part: ScreenRow.Part) -> Range<Int> {
    switch part {
    case .cardTop, .cardMargin, .cardBottom: groupColumns
    case .fields: textColumns
    case .header, .notice: columnsOfRequest
    case _ where part.isOfRequest: columnsOfRequest
    case .warning, .status: statusColumns
    case .toolbar, .panel, .keyboardBottom: isDocked ? 0..<columns : groupColumns
    default: proseColumns
    }
  }

  /// The columns of the group of text, fields and keys, centred in the window.
  ///
  /// If the group cannot be exactly in the middle, the right margin is one cell wider.
  var groupColumns: Range<Int> {
    guard !isInline else {
      return 0..<min(columns - warningColumns, max(Self.widest, entryColumns))
    }
    let margin = columns >= 24 ? 1 : 0
    let content =
      isDocked
      ? Self.widest : max(Self.narrowest, min(contentColumns + 2 * cardInset, Self.widest))
    let text = min(max(content, entryColumns), columns - 2 * margin)
    // Keys take the odd column themselves.
    let odd = !isDocked && RenderedPanel.unevenMargins.contains(columns - text) ? 1 : 0
    let width = isDocked ? text : keyboard?.columns ?? text + odd
    let left = max(0, (columns - width) / 2)
    return left..<left + width
  }
}

extension Range<Int> {
  fileprivate func inset(by places: Int) -> Range {
    lowerBound + places..<Swift.max(lowerBound + places, upperBound - places)
  }
}
