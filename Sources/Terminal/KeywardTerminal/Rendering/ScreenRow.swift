import KeywardEngine

/// One or more rows of a prompt's screen that show one thing.
///
/// `list` has the rows of every form of the screen, from top to bottom: what they show, how many
/// they are, and when they are given up in a small window. Its texts are those of
/// `Question.texts`, which line mode writes as well, so a text is added there and nowhere else.
struct ScreenRow {
  enum Part {
    case header
    /// The spare rows above the group of text, fields, keys and hints; `trail` has those below.
    case lead
    case cardTop, cardMargin
    case asker, purpose
    /// A notice that has no room at the lower edge.
    case notice
    case title, description, error
    case fields, quality, hints, tips, buttons
    case cardBottom
    case toolbar, panel, keyboardBottom
    /// The missing protections, and the faults of the configuration.
    case warning
    case status, trail

    /// True for the texts about the question, and for an error about its answer.
    var isOfRequest: Bool {
      [.asker, .purpose, .title, .description, .error].contains(self)
    }
  }

  enum Content {
    /// Nothing, or content that is drawn together with other rows.
    case blank
    /// Row 0 with the texts that have no row below; the asking program may be missing or cut.
    case header([RowBudget.HeaderText], isAskerCut: Bool)
    case lines([String], Style)
    /// The purpose with its rows, which have all of the command and of the words about it if
    /// `isWhole`.
    case purpose(Purpose, [String], isWhole: Bool)
    /// The text that can be scrolled; if `hasMark`, a row below it names the key that does so.
    case description([String], hasMark: Bool)
    case error([String], heading: [String])
    case fields(labels: [String], active: Int)
    case quality(PromptViewModel.Quality)
    case buttons(ButtonRows)
    case warning([String])
    case status(StatusLine)
  }

  /// The rows that are given up if the window has too few, from the first to the last.
  ///
  /// Of rows with the same priority, the lowest is given up first.
  enum Priority: Int, CaseIterable {
    /// The rows of a command that is cut anyway, in place of which free rows stay below.
    case restOfPurpose
    case tips
    /// The blank row above a keyboard that is not directly below the bar of the quality, which
    /// would look like a part of the keys.
    case spaceAboveKeys
    case spaceAboveFields
    case blankLines
    case spaceAboveError, spaceAboveDescription
    case cardMargins
    case spaceAboveStatus
    /// A warning that row 0 then shows.
    case warning
    /// A toolbar above a panel that has its own key to submit.
    case optionalToolbar
    /// Buttons that touch look like one, even in a card.
    case card, spaceBetweenButtons, spaceAboveButtons
    /// The asking program, which row 0 then shows; the last of its rows first.
    case asker
    case boxes
    /// Buttons beside a field, which are optional.
    case optionalButtons
    case description
    case hints
    /// The asking program on an inline screen, which has no row 0.
    case onlyAsker
    case title
    /// The text that Page Down has opened.
    case openText
    case status
    case longError
    /// The further lines of long labels, and then all rows of buttons but one, on a screen without
    /// a field, whose purpose they are.
    case longButtons, otherButtons
    /// A warning that no other row can show.
    case onlyWarning
    case lastOfDescription
    /// Row 0 if a notice replaces it, and then all rows of that notice but the first one.
    case headerForNotice, longNotice
    /// The second row of the purpose, and then the first one; `restOfPurpose` has the others.
    case longPurpose, purpose
    case keyboardBottom, toolbar
    case quality, spaceAboveKeyboard
    case notice, error
    case otherFields, header, field
    case buttons

    /// True if all rows of this priority are given up together, since a card or a box cannot be
    /// drawn in part.
    var isWhole: Bool {
      [.warning, .card, .boxes, .optionalToolbar, .keyboardBottom].contains(self)
    }

    /// The order in which the question stays whole in place of the second row of a command.
    static let keepingQuestion = allCases.flatMap { (priority) -> [Self] in
      switch priority {
      case .longPurpose: []
      case .optionalButtons: [priority, .longPurpose]
      default: [priority]
      }
    }

    /// The rows that are not worth a part of a command; buttons never touch a question.
    static let blanks: [Self] = [
      .tips, .spaceAboveKeys, .spaceAboveFields, .blankLines, .spaceAboveError,
      .spaceAboveDescription, .cardMargins, .spaceAboveStatus,
    ]

    /// The order in which a command stays whole in place of blank rows and of the asking program,
    /// which row 0 then shows.
    static let keepingPurpose = allCases.flatMap { (priority) -> [Self] in
      switch priority {
      case .restOfPurpose: []
      case .asker: [priority, .restOfPurpose]
      default: [priority]
      }
    }
  }

  let part: Part
  var content = Content.blank
  /// The number of rows that the content needs or, in a `RowLayout`, that it has.
  var count: Int
  /// The priority of the blank row above; nil for no blank row.
  var space: Priority?
  /// The priorities with which rows are given up, and the number of rows that remain.
  var reductions: [(priority: Priority, least: Int)] = []
  /// True if the last row ends with the key that scrolls the texts.
  var hasMark = false

  var total: Int { count + (space == nil ? 0 : 1) }
}

extension Question {
  /// A text about the asking program or the purpose.
  struct Text {
    let part: ScreenRow.Part
    let text: String
    var style = Style.plain
    /// When its rows are given up; nil if it is scrolled instead.
    var priority: ScreenRow.Priority?
    /// The text in line mode, if it is another.
    var line: String?
    /// The text as a purpose, which has few rows; nil if it is none.
    var purpose: Purpose?
    /// The number of blanks before the continuation of a line.
    var indent = 0

    func lines(width: Int) -> [String] {
      purpose?.whole(width: width) ?? TextWrap.lines(of: text, width: width, indent: indent)
    }
  }

  /// The texts above the fields, from top to bottom; they may be empty.
  var texts: [Text] {
    [
      Text(
        part: .asker, text: asker, style: .hint, priority: .asker,
        line: "\(program): \(asker)", indent: Purpose.indent),
      Text(part: .purpose, text: purpose?.text ?? "", priority: .purpose, purpose: purpose),
      Text(part: .title, text: title, style: .bold, priority: .title),
      Text(part: .description, text: description),
    ]
  }

  /// The lines of line mode before the question, in a window of `columns` × `rows` cells, of which
  /// `others` rows have other lines.
  ///
  /// As in a card, who asks and for what are on the screen together with the question: they are cut
  /// if they need more rows than the window has. If the caller's texts leave them no room, these
  /// texts come first, because the window scrolls. The texts of Keyward's own are broken here,
  /// because the terminal would not indent the continuation of a line.
  func introduction(columns: Int, rows: Int, others: Int, ellipsis: String) -> [String] {
    let width = columns > 0 ? columns : 80
    let room = max(1, (rows > 0 ? rows : 24) - others)
    let texts = texts.filter { !$0.text.isEmpty }
    let given = texts.filter { $0.part != .asker && $0.part != .purpose }.flatMap {
      $0.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    let rowsOfGiven = given.reduce(0) {
      $0 + max(1, TextWrap.lines(of: $1, width: width).count)
    }
    var asked = texts.filter { $0.part == .asker }.flatMap {
      TextWrap.lines(of: $0.line ?? $0.text, width: width, indent: $0.indent)
    }
    let most = max(1, room / 3)
    if asked.count > most {
      asked.removeLast(asked.count - most)
      let head = TextWrap.head(
        of: asked[most - 1], width: width - CharacterWidth.of(ellipsis), ellipsis: "")
      asked[most - 1] = head + ellipsis
    }
    let rest = room - asked.count - rowsOfGiven
    if let purpose {
      asked += purpose.rows(width: width, atMost: max(Purpose.leastRows, rest), isBrief: true).rows
    }
    let isScrolled = asked.count + rowsOfGiven > room
    return isScrolled ? given + asked : asked + given
  }

  /// The question in one line, for systemd's agents: the texts of Keyward's own are in brackets at
  /// its end, and `error`, about the last answer, comes first.
  package func line(error: String, in language: Language) -> String {
    let texts = texts.filter { !$0.text.isEmpty }
    let own = texts.filter { $0.part == .asker || $0.part == .purpose }.map(\.text)
    let given = texts.filter { $0.part != .asker && $0.part != .purpose }.map(\.text)
    let facts = own.isEmpty ? "" : "(" + own[...].listed(by: "; ") + ")"
    let parts = [error] + given + [prompt.text(in: language), facts]
    let line = parts.filter { !$0.isEmpty }[...].listed(by: " ")
    return Sanitizer().clean(line, as: .line)
  }
}

extension ScreenRow {
  /// Returns all rows of a screen around its `group` of text, fields and buttons; `lower` are the
  /// rows of the warning and the keys.
  static func list(
    around group: [ScreenRow], lower: [ScreenRow], in budget: RowBudget
  ) -> [ScreenRow] {
    guard !budget.isInline else { return group + lower }
    var rows = [
      ScreenRow(
        part: .header, content: .header([], isAskerCut: false), count: 1,
        reductions: [(.header, 0)]),
      ScreenRow(part: .lead, count: 0),
    ]
    if budget.hasCard {
      rows.append(ScreenRow(part: .cardTop, count: 1, reductions: [(.card, 0)]))
      rows.append(ScreenRow(part: .cardMargin, count: 1, reductions: [(.cardMargins, 0)]))
    }
    rows += group
    if budget.hasCard {
      rows.append(
        ScreenRow(part: .cardBottom, count: 1, space: .cardMargins, reductions: [(.card, 0)]))
    }
    var lower = lower
    if budget.keyboard == nil || budget.isDocked { lower[0].space = .spaceAboveStatus }
    lower.append(ScreenRow(part: .trail, count: 0))
    guard let keyboard = budget.keyboard else { return rows + lower }
    let hasQuality = group.contains { $0.part == .quality }
    let keys = [
      ScreenRow(
        part: .toolbar, count: keyboard.toolbarRows,
        space: hasQuality && !budget.isDocked ? .spaceAboveKeyboard : .spaceAboveKeys,
        reductions: (keyboard.hasReturn ? [(.optionalToolbar, 0)] : []) + [(.toolbar, 0)]),
      ScreenRow(part: .panel, count: keyboard.lines),
      ScreenRow(
        part: .keyboardBottom, count: keyboard.bottomRows, reductions: [(.keyboardBottom, 0)]),
    ]
    return rows + (budget.isDocked ? lower + keys : keys + lower)
  }

  /// Returns the rows of text, fields and buttons.
  ///
  /// An inline screen has no blank rows and explanations. If it has a field, it has no buttons
  /// either, because it cannot use the mouse.
  static func group(of model: PromptViewModel, in budget: RowBudget) -> [ScreenRow] {
    let width = budget.proseColumns.count
    let requestWidth = budget.columns(of: .purpose).count
    let isInline = budget.isInline
    let labels = model.fields.map { label(of: $0, width: width) }
    var rows: [ScreenRow] = []
    var hasRows: Bool { rows.contains { $0.count > 0 } }
    func add(
      _ part: Part, _ content: Content, count: Int, space: Priority? = nil,
      _ reductions: (Priority, Int)...
    ) {
      guard count > 0 else { return }
      rows.append(
        ScreenRow(
          part: part, content: content, count: count, space: isInline ? nil : space,
          reductions: reductions))
    }
    var scrolled: [String] = []
    for text in model.question.texts where !text.text.isEmpty {
      if budget.isOpen {
        // Who asks and for what are one block.
        if !scrolled.isEmpty, text.purpose == nil { scrolled.append("") }
        scrolled += text.lines(width: requestWidth)
      } else if let purpose = text.purpose {
        let (lines, isCut, lacksWords) = purpose.rows(
          width: requestWidth, atMost: max(Purpose.leastRows, budget.rows), isBrief: isInline)
        add(
          text.part, .purpose(purpose, lines, isWhole: !isCut && !lacksWords),
          count: lines.count, (.restOfPurpose, Purpose.leastRows), (.longPurpose, 1), (.purpose, 0))
      } else if let priority = text.priority {
        let lines = text.lines(width: requestWidth)
        let isOnly = isInline && priority == .asker
        add(
          text.part, .lines(lines, text.style), count: lines.count, (priority, isOnly ? 1 : 0),
          (isOnly ? .onlyAsker : priority, 0))
      } else {
        scrolled += text.lines(width: requestWidth)
      }
    }
    scrolled += longLabels(of: model, labels, width: requestWidth, isFirst: scrolled.isEmpty)
    let (printed, mark) = (scrolled.count { !$0.isEmpty }, budget.isOpen ? 1 : 0)
    add(
      .description, .description(scrolled, hasMark: budget.isOpen),
      count: (isInline ? printed : scrolled.count) + mark,
      space: hasRows && !scrolled.isEmpty ? .spaceAboveDescription : nil,
      (.blankLines, printed + mark), budget.isOpen ? (.openText, 2) : (.description, 1),
      (.lastOfDescription, 0))
    let error = errorLines(
      budget.lacksKeyboard ? model.surface.language[.noRoom] : model.error,
      mark: model.surface.glyphs.errorMark + " ", width: requestWidth)
    let heading =
      budget.lacksKeyboard || error.isEmpty
      ? [] : TextWrap.lines(of: model.errorTitle, width: requestWidth)
    // Without the keyboard that types, the error is more important than the field.
    let least = budget.lacksKeyboard ? 1 : 0
    add(
      .error, .error(error, heading: heading), count: heading.count + error.count,
      space: hasRows ? .spaceAboveError : nil, (.longError, 1), (.error, least))
    let isBoxed = !isInline && budget.textColumns.count >= leastBox
    add(
      .fields, .fields(labels: labels, active: model.activeField),
      count: labels.count * (isBoxed ? 3 : 1), space: hasRows ? .spaceAboveFields : nil,
      (.boxes, labels.count), (.otherFields, 1), (.field, 1 - least))
    let isBelowText = rows.contains { ![.asker, .purpose].contains($0.part) }
    if let quality = model.quality { add(.quality, .quality(quality), count: 1, (.quality, 0)) }
    let hints = model.hints.flatMap { TextWrap.lines(of: $0, width: width) }
    add(.hints, .lines(hints, .hint), count: hints.count, (.hints, 0))
    let tips = isInline ? [] : model.tips.flatMap { TextWrap.lines(of: $0, width: width) }
    add(.tips, .lines(tips, .hint), count: tips.count, (.tips, 0))
    // A keyboard has its own key to submit.
    guard budget.keyboard == nil, !isInline || labels.isEmpty else { return rows }
    let buttons = ButtonRows(model, width: width)
    let (count, lines) = (buttons.rows.count, buttons.lines)
    add(
      .buttons, .buttons(buttons), count: isInline ? lines : lines + count - 1,
      space: isBelowText ? .spaceAboveButtons : nil, (.spaceBetweenButtons, lines),
      (labels.isEmpty ? .longButtons : .optionalButtons, labels.isEmpty ? count : 0),
      (labels.isEmpty ? .otherButtons : .optionalButtons, labels.isEmpty ? 1 : 0), (.buttons, 0))
    return rows
  }

  private static let leastBox = 8

  /// The minimum number of cells that a row must have in addition to a field's label.
  ///
  /// The cells hold the field itself or, if the label is in the upper edge of a box, the rest of
  /// that edge.
  private static let besideLabel = 8

  private static func label(of field: PromptViewModel.Field, width: Int) -> String {
    CharacterWidth.of(field.prompt) <= max(0, width - besideLabel)
      ? field.prompt : field.shortPrompt
  }

  /// Returns the labels that have no room beside their fields, each below a blank line.
  private static func longLabels(
    of model: PromptViewModel, _ labels: [String], width: Int, isFirst: Bool
  ) -> [String] {
    var lines: [String] = []
    for (field, label) in zip(model.fields, labels) where label != field.prompt {
      if !isFirst || !lines.isEmpty { lines.append("") }
      lines += TextWrap.lines(of: field.prompt, width: width)
    }
    return lines
  }

  private static func errorLines(_ message: String, mark: String, width: Int) -> [String] {
    guard !message.isEmpty else { return [] }
    let indent = CharacterWidth.of(mark)
    // In a narrow row, later lines are not indented.
    let isNarrow = width <= 3 * indent
    let lines = TextWrap.lines(
      of: isNarrow ? mark + message : message, width: isNarrow ? width : width - indent
    ).filter { !$0.isEmpty }
    guard !isNarrow else { return lines }
    return lines.enumerated().map { row, line in
      (row == 0 ? mark : String(repeating: " ", count: indent)) + line
    }
  }

  /// The width in cells of the widest line, button row or label.
  var columns: Int {
    func widest(_ lines: [String]) -> Int { lines.reduce(0) { max($0, CharacterWidth.of($1)) } }
    return switch content {
    case .lines(let lines, _), .purpose(_, let lines, _), .description(let lines, _):
      widest(lines)
    case .error(let lines, let heading): max(widest(lines), widest(heading))
    case .fields(let labels, _): widest(labels) + Self.besideLabel
    case .buttons(let buttons): buttons.columns
    case .blank, .header, .quality, .warning, .status: 0
    }
  }
}
