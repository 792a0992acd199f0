import KeywardEngine
import Testing

@testable import KeywardTerminal

@Suite struct ConfirmationPromptTests {
  private func prompt(
    _ kind: Question.Kind = .decision, no: PromptText? = "_No", isPlain: Bool = false,
    startingOn choice: PromptViewModel.Choice? = nil
  ) -> Prompt {
    var options = Question()
    options.description = "Go on?"
    (options.yesLabel, options.noLabel, options.cancelLabel) = ("_Allow", no, "_Cancel")
    options.timeout = 30
    options.initialChoice = choice
    options.kind = kind
    var surface = PromptSurface()
    surface.isPlain = isPlain
    let prompt = Prompt(options, surface: surface)
    prompt.begin()
    return prompt
  }

  @Test(
    arguments: [
      ("y", .submitted), ("a", .submitted), ("A", .submitted), ("n", .declined), ("ny", .submitted),
      ("c", .cancelled(.escape)), ("x", .declined), ("yes", .declined), ("maybe", .declined),
      ("may", .declined), ("deny", .declined), ("yx", .declined), ("", .declined),
    ] as [(String, DialogueOutcome)])
  func lettersMoveTheFocusAndEnterAnswers(typed: String, outcome: DialogueOutcome) {
    let prompt = prompt(startingOn: .disagree)
    prompt.type(typed)
    #expect(prompt.outcome == nil)
    let choices: [PromptViewModel.Choice: DialogueOutcome] = [
      .submit: .submitted, .disagree: .declined, .cancel: .cancelled(.escape),
    ]
    let focused = prompt.viewModel.focusedButton.map { prompt.viewModel.buttons[$0].choice }
    #expect(focused.flatMap { choices[$0] } == outcome)
    prompt.press(.enter)
    #expect(prompt.outcome == outcome)
  }

  @Test("Enter after other characters does not agree, unless that is the default")
  func wordsDoNotAgree() {
    for word in ["nope", "yes", "x"] {
      let prompt = prompt()
      prompt.type(word)
      prompt.press(.enter)
      #expect(prompt.outcome == nil && prompt.notice == prompt.advice)
      prompt.press(.enter)
      #expect(prompt.outcome == .submitted)
    }
    let chosen = prompt(startingOn: .submit)
    chosen.type("nx")
    chosen.press(.enter)
    #expect(chosen.outcome == .submitted)
  }

  @Test("A word that refuses does so", arguments: [nil, PromptViewModel.Choice.submit])
  func refusals(initial: PromptViewModel.Choice?) {
    let prompt = prompt(startingOn: initial)
    prompt.type("no")
    #expect(!prompt.rings)
    prompt.press(.enter)
    #expect(prompt.outcome == .declined)
  }

  @Test("After a change of the terminal, the focus is on the default again")
  func choiceBeforeAChange() {
    let prompt = prompt(startingOn: .disagree)
    prompt.type("y")
    prompt.handle(.terminalChanged, at: 1)
    prompt.press(.enter)
    #expect(prompt.outcome == .declined)
  }

  @Test func aCharacterThatIsNoAnswerRingsUntilTheWordIsGone() {
    let prompt = prompt(startingOn: .disagree)
    prompt.type("y")
    #expect(!prompt.rings && prompt.notice.isEmpty)
    prompt.type("e")
    #expect(prompt.rings && prompt.notice == "Press Backspace, then y or n, then Enter.")
    prompt.rings = false
    prompt.type("y")
    #expect(prompt.rings && prompt.viewModel.focusedButton == 1)
    prompt.press(.backspace)
    prompt.type("y")
    #expect(prompt.viewModel.focusedButton == 0 && prompt.notice.isEmpty)
  }

  @Test(arguments: [false, true])
  func pastedTextIsNoAnswer(isPlain: Bool) {
    let prompt = prompt(isPlain: isPlain, startingOn: .disagree)
    prompt.type(isPlain ? "" : "y")
    let pasted = Array("yes".utf8)
    prompt.paste(pasted.span.bytes)
    #expect(prompt.rings && prompt.outcome == nil && prompt.viewModel.focusedButton == 1)
    prompt.press(.enter)
    #expect(prompt.outcome == (isPlain ? nil : .declined))
  }

  @Test(
    arguments: [
      ("y", .submitted), ("YES", .submitted), ("n", .declined), ("No", .declined), ("", .declined),
      ("c", .cancelled(.escape)), ("a", .submitted), ("ye", nil), ("yess", nil), ("maybe", nil),
      ("yn", nil), (" y", nil), ("y ", nil), ("x", nil),
    ] as [(String, DialogueOutcome?)])
  func aWholeLineAnswersInLineMode(typed: String, outcome: DialogueOutcome?) {
    let prompt = prompt(isPlain: true, startingOn: .disagree)
    _ = prompt.transcriptUpdate()
    prompt.type(typed)
    #expect(prompt.outcome == nil)
    prompt.press(.enter)
    #expect(prompt.outcome == outcome)
    guard outcome == nil else { return }
    #expect(prompt.rings)
    let again = "Type y or n, then Enter.\r\ny Allow, n No, c Cancel\r\n[y]es [N]o [c]ancel? "
    #expect(prompt.transcriptUpdate().hasSuffix(again))
    prompt.type("y")
    prompt.press(.enter)
    #expect(prompt.outcome == .submitted)
  }

  @Test func aLineShowsItsAnswerOnlyAndCanBeEdited() {
    let prompt = prompt(isPlain: true)
    _ = prompt.transcriptUpdate()
    prompt.type("yes")
    #expect(prompt.transcriptUpdate() == "yes")
    prompt.type("terday")
    #expect(prompt.transcriptUpdate().isEmpty)
    for _ in 0..<8 { prompt.press(.backspace) }
    #expect(prompt.transcriptUpdate().hasSuffix("? y"))
    prompt.control("u")
    prompt.type("n")
    prompt.press(.tab)
    prompt.press(.enter)
    #expect(prompt.outcome == .declined)
  }

  @Test func withoutANoItsKeyCancels() {
    let prompt = prompt(no: nil)
    prompt.type("n")
    prompt.press(.enter)
    #expect(prompt.outcome == .cancelled(.escape))
  }

  @Test func aDangerousYesIsMarked() {
    var options = Question()
    options.kind = .decision
    (options.yesLabel, options.noLabel, options.isDangerous) = ("_Yes", "_No", true)
    var surface = PromptSurface()
    surface.hasColor = false
    let prompt = Prompt(options, surface: surface)
    prompt.begin()
    #expect(prompt.draw().contains("> ! Yes ! <"))
    #expect(prompt.viewModel.buttons.map(\.isDangerous) == [true, false])
  }

  /// A button is readable, and stands out from both backgrounds.
  @Test(arguments: [Palette.Depth.indexed, .direct, .sixteen, .none], [true, false])
  func everyButtonHasAShape(depth: Palette.Depth, isLight: Bool) throws {
    var options = Question()
    options.kind = .decision
    (options.yesLabel, options.noLabel, options.isDangerous) = ("_Yes", "_No", true)
    options.cancelLabel = "Cancel"
    let palette = Palette(depth: depth, isLight: isLight)
    var surface = PromptSurface()
    (surface.hasColor, surface.hasBlocks) = (palette.hasColor, palette.hasPanel)
    let prompt = Prompt(options, surface: surface)
    prompt.begin()
    for _ in 0..<3 {
      let buffer = prompt.picture(columns: 60, rows: 12).buffer
      let row = try #require(buffer.lines.firstIndex { $0.contains("Cancel") })
      let text = buffer.lines[row]
      if palette.hasPanel {
        for word in ["Yes", "No", "Cancel"] {
          let start = try #require(text.firstRange(of: word)).lowerBound
          let column = text.distance(from: text.startIndex, to: start)
          let style = buffer[column + 1, row].style
          let isReversed = style.attributes.contains(.reverse)
          let inks = [style.foreground, style.background].map { palette.color(of: $0) }
          let (ink, background) = isReversed ? (inks[1], inks[0]) : (inks[0], inks[1])
          let light = [try #require(ink), try #require(background)].map(\.luminance).sorted()
          #expect((light[1] + 0.05) / (light[0] + 0.05) >= 4.5, "\(word) \(style)")
        }
      } else {
        #expect(text.contains("[ Cancel ]") || text.contains("> Cancel <"))
        #expect(text.contains("[ No ]") || text.contains("> No <"))
        #expect(text.contains("[ ! Yes ! ]") || text.contains("> ! Yes ! <"))
      }
      prompt.press(.tab)
    }
  }

  @Test func theFocusGoesRoundAndEnterChooses() {
    let outcomes: [DialogueOutcome] = [.submitted, .declined, .cancelled(.escape), .submitted]
    for (tabs, outcome) in outcomes.enumerated() {
      let prompt = prompt()
      for _ in 0..<tabs { prompt.press(.tab) }
      prompt.press(.enter)
      #expect(prompt.outcome == outcome)
      let back = self.prompt()
      for _ in 0..<(outcomes.count - 1 - tabs) { back.press(.backTab) }
      back.press(.enter)
      #expect(back.outcome == outcome)
    }
    let prompt = prompt()
    prompt.press(.left)
    prompt.press(.enter)
    #expect(prompt.outcome == .cancelled(.escape))
  }

  @Test func cancelKeys() {
    for key in [TerminalKey.escape, .control(0x63), .control(0x64), .control(0x65)] {
      for kind in [Question.Kind.decision, .message, .notice] {
        let prompt = prompt(kind)
        prompt.press(key)
        guard case .cancelled = prompt.outcome else {
          Issue.record("\(key) on \(kind): \(String(describing: prompt.outcome))")
          continue
        }
      }
    }
  }

  @Test func aMessageHasOneButtonAndANoticeNone() {
    let message = prompt(.message)
    message.type("ncy")
    #expect(message.outcome == nil)
    message.press(.enter)
    #expect(message.outcome == .submitted)
    let notice = prompt(.notice)
    notice.type("yn")
    #expect(notice.rings && notice.notice == "Nothing is typed here; Esc cancels.")
    notice.press(.enter)
    #expect(notice.outcome == nil)
    #expect(notice.viewModel.buttons.isEmpty)
  }

  @Test func clicksChoose() throws {
    let prompt = prompt()
    try prompt.click("No")
    #expect(prompt.outcome == .declined)
  }

  @Test func itTimesOutAndShowsNoSecret() {
    let prompt = prompt()
    #expect(prompt.revealDeadline == nil && prompt.region == nil)
    #expect(prompt.deadline == 20)
    prompt.handle(.time, at: 21)
    #expect(prompt.draw().contains("Closes in 9 s"))
    prompt.handle(.time, at: 30)
    #expect(prompt.outcome == .timedOut)
  }

  @Test(arguments: [false, true])
  func stoppingIsAskedForOrRefusedInWords(isPossible: Bool) {
    var options = Question()
    options.kind = .decision
    options.isForCaller = !isPossible
    let prompt = Prompt(options, surface: PromptSurface())
    prompt.begin()
    prompt.control("z")
    #expect(prompt.request == (isPossible ? .suspend : nil))
    #expect(prompt.notice == (isPossible ? "" : "Ctrl-Z: not possible here"))
  }

  @Test func linesNameTheKeys() {
    let prompt = prompt(isPlain: true)
    #expect(
      prompt.transcriptUpdate() == "Go on?\r\ny Allow, n No, c Cancel\r\n[y]es [n]o [c]ancel? ")
    #expect(prompt.transcriptUpdate().isEmpty)
    prompt.handle(.suspended, at: 2)
    #expect(prompt.transcriptUpdate() == "\r\n")
    prompt.handle(.interrupted, at: 3)
    #expect(prompt.transcriptUpdate() == "y Allow, n No, c Cancel\r\n[y]es [n]o [c]ancel? ")
    prompt.press(.escape)
    #expect(prompt.transcriptUpdate() == "\r\nCancelled.\r\n")
    #expect(prompt.transcriptUpdate().isEmpty)
  }

  // MARK: Letters

  private func prompt(
    _ labels: [String?], in language: Language = .english, isPlain: Bool = true,
    startingOn choice: PromptViewModel.Choice? = .disagree
  ) -> Prompt {
    var options = Question()
    (options.yesLabel, options.initialChoice) = (labels[0].map { .given($0) }, choice)
    options.noLabel = labels[1].map { .given($0) }
    options.cancelLabel = labels[2].map { .given($0) }
    options.kind = .decision
    var surface = PromptSurface()
    (surface.isPlain, surface.language) = (isPlain, language)
    let prompt = Prompt(options, surface: surface)
    prompt.begin()
    return prompt
  }

  @Test(
    "In line mode a button has a letter of its label where y or n would mislead",
    arguments: [
      (["Delete", "Keep", "Cancel"], "y Delete, n Keep, Esc Cancel\r\n[y]es [N]o? "),
      (["Send", "Stop", nil], "y Send, n Stop\r\n[y]es [N]o? "),
      (["No", "Yes", "Cancel"], "n No, y Yes, Esc Cancel\r\n[n]o [Y]es? "),
      (["Yes", "Yank", nil], "e Yes, a Yank\r\ny[e]s y[A]nk? "),
      (["Now", "Never", nil], "o Now, e Never\r\nn[o]w n[E]ver? "),
      (["Go", "Go", nil], "y Go, n Go\r\n[y]es [N]o? "),
      (["Next", "_Yes", "_Cancel"], "n Next, y Yes, c Cancel\r\n[n]ext [Y]es [c]ancel? "),
      (
        ["Continue", "Stop", "_Cancel"],
        "i Continue, s Stop, a Cancel\r\ncont[i]nue [S]top c[a]ncel? "
      ),
      (["削除", "Yes", nil], "a 削除, y Yes\r\n[a] 削除 [Y]es? "),
      (["Yes", "Yes", nil], "a Yes, b Yes\r\n[a] yes [B] yes? "),
    ] as [([String?], String)])
  func lettersOfLabels(labels: [String?], shown: String) {
    #expect(prompt(labels).transcriptUpdate() == shown)
  }

  @Test("A Cancel that an empty line chooses is shown with its letter")
  func letterOfCancel() {
    let texts = [
      prompt(["Delete", "Keep", "Stop"], startingOn: .cancel).transcriptUpdate(),
      prompt(["Löschen", "Behalten", "_Abbrechen"], in: .german, startingOn: .cancel)
        .transcriptUpdate(),
      prompt(["Delete", nil, "Keep"], startingOn: .cancel).transcriptUpdate(),
    ]
    #expect(
      texts == [
        "d Delete, k Keep, s Stop\r\n[d]elete [k]eep [S]top? ",
        "l Löschen, b Behalten, a Abbrechen\r\n[l]öschen [b]ehalten [A]bbrechen? ",
        "y Delete, n Keep\r\n[y]es [N]o? ",
      ])
  }

  @Test(
    "A line chooses the button whose label it begins or is, and asks again if in doubt",
    arguments: [
      (["No", "Yes", "Cancel"], "n", .submitted), (["No", "Yes", "Cancel"], "NO", .submitted),
      (["No", "Yes", "Cancel"], "y", .declined), (["No", "Yes", "Cancel"], "yes", .declined),
      (["No", "Yes", "Cancel"], "", .declined), (["Now", "Never", nil], "n", nil),
      (["Now", "Never", nil], "no", nil), (["Now", "Never", nil], "now", .submitted),
      (["Now", "Never", nil], "y", .submitted), (["Now", "Never", nil], "e", .declined),
      (["Go", "Go", nil], "go", nil), (["Yes", "Yes", nil], "a", .submitted),
      (["Yes", "Yes", nil], "yes", nil),
      (["Continue", "Stop", "_Cancel"], "c", nil),
      (["Continue", "Stop", "_Cancel"], "a", .cancelled(.escape)),
      (["Continue", "Stop", "_Cancel"], "n", .declined), (["Delete", "Keep", nil], "d", nil),
    ] as [([String?], String, DialogueOutcome?)])
  func linesOfLabels(labels: [String?], typed: String, outcome: DialogueOutcome?) {
    let prompt = prompt(labels)
    prompt.type(typed)
    prompt.press(.enter)
    #expect(prompt.outcome == outcome)
    if outcome == nil { #expect(prompt.rings) }
  }

  @Test(
    "On a screen a letter selects the button whose label suggests it",
    arguments: [
      (["No", "Yes", "Cancel"], "n", 0), (["No", "Yes", "Cancel"], "y", 1),
      (["_Save", "_Stop", nil], "s", nil), (["_Save", "_Stop", nil], "t", 1),
      (["_Save", "_Stop", nil], "y", 0), (["Correct", "Wrong", "_Cancel"], "c", nil),
      (["Correct", "Wrong", "_Cancel"], "t", 0), (["Delete", "Keep", "Cancel"], "y", 0),
      (["_ОК", nil, "О_тмена"], "о", 0), (["_ОК", nil, "О_тмена"], "т", 1),
    ] as [([String?], String, Int?)])
  func lettersOnAScreen(labels: [String?], letter: String, button: Int?) {
    let prompt = prompt(labels, isPlain: false, startingOn: labels[1] == nil ? .cancel : .disagree)
    prompt.type(letter)
    #expect(prompt.rings == (button == nil))
    if let button { #expect(prompt.viewModel.focusedButton == button) }
  }

  @Test(
    "On a screen each button shows the letter that selects it, if letters do",
    arguments: [
      (["Delete", "Keep", "Cancel"], .disagree, "[ Delete (y) ]  > Keep (n) <  [ Cancel ]", "yn"),
      (["Yes", "No", nil], .disagree, "[ Yes ]  > No <", "yn"),
      (["Now", "Never", nil], .disagree, "[ Now ]  > Never <", "oe"),
      (["Delete", "Keep", "Cancel"], nil, "> Delete <  [ Keep ]  [ Cancel ]", ""),
    ] as [([String?], PromptViewModel.Choice?, String, String)])
  func shownLetters(
    labels: [String?], initial: PromptViewModel.Choice?, shown: String, letters: String
  ) {
    let prompt = prompt(labels, isPlain: false, startingOn: initial)
    let text = prompt.draw()
    #expect(text.contains(shown), "\(text)")
    #expect(String(prompt.viewModel.buttons.compactMap(\.accelerator)) == letters)
  }

  @Test("The hints and the advice name the letters in use")
  func namedLetters() {
    let own = prompt(["No", "Yes", "Cancel"], isPlain: false)
    own.type("x")
    #expect(own.notice == "Press Backspace, then n or y, then Enter.")
    #expect(own.viewModel.keys.contains("n/y select"))
    let german = prompt(["Ja", "Nein", "Abbrechen"], in: .german, isPlain: false)
    german.type("x")
    #expect(german.notice == "Rücktaste, dann j oder n, dann Enter drücken.")
    #expect(german.viewModel.keys.contains("j/n wählen"))
    let line = prompt(["Nein", "Ja", "Abbrechen"], in: .german)
    line.type("x")
    line.press(.enter)
    #expect(line.transcriptUpdate().contains("n oder j eingeben"))
  }
}
