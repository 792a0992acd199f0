import Testing

@testable import KeywardTerminal

/// Line mode as another way of drawing the same state.
@Suite struct TranscriptTests {
  private var state: Transcript.State {
    var state = Transcript.State()
    state.introduction = ["One", "Two"]
    state.question = (0, "PIN: ")
    return state
  }

  @Test func theQuestionIsAskedOnce() {
    var (transcript, state) = (Transcript(in: .english), state)
    #expect(transcript.update(of: state) == "One\r\nTwo\r\nPIN: ")
    #expect(transcript.update(of: state).isEmpty)
    state.question = (1, "Again: ")
    #expect(transcript.update(of: state) == "\r\nAgain: ")
    state.outcome = .submitted
    #expect(transcript.update(of: state) == "\r\n")
    #expect(transcript.update(of: state).isEmpty)
  }

  @Test func equalErrorsAndNoticesArePrintedAgain() {
    var (transcript, state) = (Transcript(in: .english), state)
    state.errors = (1, "Wrong.", "")
    #expect(transcript.update(of: state) == "One\r\nTwo\r\nError: Wrong.\r\nPIN: ")
    state.errors.count = 2
    #expect(transcript.update(of: state) == "\r\nError: Wrong.\r\nPIN: ")
    state.errors = (3, "Too short.", "Not allowed")
    #expect(transcript.update(of: state) == "\r\nNot allowed\r\nError: Too short.\r\nPIN: ")
    state.notices = (1, "Only digits here")
    #expect(transcript.update(of: state) == "\r\nOnly digits here\r\nPIN: ")
    #expect(transcript.update(of: state).isEmpty)
  }

  @Test("What is missing is listed before the question, each protection once")
  func missingProtection() {
    var (transcript, state) = (Transcript(in: .english), state)
    state.missing = ["raw tty", "no sandbox"]
    #expect(
      transcript.update(of: state)
        == "One\r\nTwo\r\nWarning: raw tty\r\nWarning: no sandbox\r\nPIN: ")
    state.question = (1, "Again: ")
    #expect(transcript.update(of: state) == "\r\nAgain: ")
    state.missing.append("unlocked memory")
    #expect(transcript.update(of: state) == "\r\nWarning: unlocked memory\r\nAgain: ")
  }

  @Test func theLastSecondsAreReportedOnce() {
    var (transcript, state) = (Transcript(in: .english), state)
    _ = transcript.update(of: state)
    for left in [2, 1] {
      state.secondsLeft = left
      #expect(
        transcript.update(of: state) == (left == 2 ? "\r\nSeconds left: 2\r\nPIN: " : ""))
    }
    state.outcome = .timedOut
    #expect(transcript.update(of: state) == "\r\nTime is up.\r\n")
  }

  @Test("If keys are dropped after the time is up, one sentence has both")
  func timeIsUpWhileTyping() {
    var (transcript, state) = (Transcript(in: .english), state)
    _ = transcript.update(of: state)
    (state.outcome, state.withdrawal) = (.timedOut, "Time is up; keys are dropped")
    #expect(transcript.update(of: state) == "\r\nTime is up; keys are dropped\r\n")
    #expect(transcript.update(of: state).isEmpty)
  }

  @Test("A repeated question reports kept text, which looks empty, once each time")
  func keptText() {
    var (transcript, state) = (Transcript(in: .english), state)
    let kept = "What you typed is kept; Ctrl-U deletes it.\r\n"
    state.keepsText = true
    #expect(transcript.update(of: state) == "One\r\nTwo\r\nPIN: ")
    #expect(transcript.update(of: state).isEmpty)
    state.secondsLeft = 10
    #expect(transcript.update(of: state) == "\r\nSeconds left: 10\r\n\(kept)PIN: ")
    state.notices = (1, "Only digits here")
    #expect(transcript.update(of: state) == "\r\nOnly digits here\r\n\(kept)PIN: ")
    transcript.interrupt()
    #expect(transcript.update(of: state) == "\r\n\(kept)PIN: ")
    state.keepsText = false
    transcript.interrupt()
    #expect(transcript.update(of: state) == "\r\nPIN: ")
    (state.keepsText, state.outcome) = (true, .submitted)
    #expect(transcript.update(of: state) == "\r\n")
  }

  @Test("Text is kept if the field has some; a hidden number does not show whether it has")
  func keptTextOfAPrompt() throws {
    for mask in Look.Mask.allCases {
      for refusesEmpty in [false, true] {
        var surface = PromptSurface()
        surface.isPlain = true
        let prompt = try PromptHarness.prompt(
          hasKeyboard: false, on: surface,
          more: { ($0.look.mask, $0.refusesEmpty) = (mask, refusesEmpty) })
        _ = prompt.transcriptUpdate()
        func repeated() -> Bool {
          prompt.handle(.interrupted, at: 1)
          return prompt.transcriptUpdate().contains("is kept")
        }
        #expect(repeated() == (mask != .bullets && !refusesEmpty))
        prompt.type("ab")
        #expect(repeated())
      }
    }
  }

  @Test func visibleTextIsEchoed() {
    var (transcript, state) = (Transcript(in: .english), state)
    state.introduction = []
    _ = transcript.update(of: state)
    state.visible = "ab"
    #expect(transcript.update(of: state) == "ab")
    state.visible = "abc"
    #expect(transcript.update(of: state) == "c")
    // Removed text begins the line again.
    state.visible = "a"
    #expect(transcript.update(of: state) == "\r\nPIN: a")
    state.visible = ""
    #expect(transcript.update(of: state) == "\r\nPIN: ")
    // Letters that join are one character, and the line is begun again for it.
    state.visible = "e"
    _ = transcript.update(of: state)
    state.visible = "e\u{301}"
    #expect(transcript.update(of: state) == "\r\nPIN: e\u{301}")
    (state.visible, state.outcome) = ("e\u{301}f", .submitted)
    #expect(transcript.update(of: state) == "f\r\n")
  }

  @Test func afterAnInterruptionTheQuestionIsRepeated() {
    var (transcript, state) = (Transcript(in: .english), state)
    _ = transcript.update(of: state)
    transcript.interrupt()
    #expect(transcript.update(of: state) == "\r\nPIN: ")
    #expect(transcript.breakLine() == "\r\n")
    #expect(transcript.breakLine().isEmpty)
    transcript.interrupt()
    #expect(transcript.update(of: state) == "PIN: ")
    transcript.reply = "12 characters"
    #expect(transcript.update(of: state) == "\r\n12 characters\r\nPIN: ")
    state.outcome = .hungUp
    #expect(transcript.update(of: state) == "\r\n")
  }

  @Test func withoutAQuestionThereIsNoOutput() {
    var (transcript, state) = (Transcript(in: .english), state)
    state.outcome = .cancelled(.interrupt)
    #expect(transcript.update(of: state).isEmpty)
  }

  @Test func questionsEndInOneColon() {
    for label in ["Passphrase", "Passphrase:", "Passphrase: ", "Passphrase::"] {
      #expect(Transcript.question(label) == "Passphrase: ")
    }
    for label in ["Go on?", "Go on? ", "続けますか？", "密码："] {
      #expect(Transcript.question(label) == label.trimmed + " ")
    }
  }
}
