import Glibc
import KeywardTerminal
import SecureMemory

/// Asks one question of ssh, sudo or git on a terminal and writes the answer to standard output.
///
/// It never reads standard input, which may belong to another protocol.
package struct AskpassDialogue {
  /// The maximum length of an answer in bytes; ssh reads 1023 including the line end.
  package static var longestAnswer: Int { 1022 }

  private let question: AskpassQuestion
  private let place: Result<FoundPlace, TerminalError>
  private let settings: ProgramSettings

  package static let report = StandardStreams(program: "keyward-askpass")
  private var report: StandardStreams { Self.report }

  package init(
    _ question: AskpassQuestion, in place: Result<FoundPlace, TerminalError>,
    settings: ProgramSettings
  ) {
    self.question = question
    self.place = place
    self.settings = settings
  }

  /// Asks the question, writes the answer and returns the exit status.
  ///
  /// The status is 0 if there is an answer, 1 if there is none, and 70 if the process could not be
  /// protected. With any other status than 0, the exit also ends a caller that
  /// `UnansweredCaller.endAtExit()` has found.
  package func run(_ hardening: inout ProcessHardening) -> Int32 {
    var found: FoundPlace?
    do throws(TerminalError) {
      found = try place.get()
    } catch {
      guard question.asksForText, settings.places.contains(.systemd) else {
        report.complain(Self.noTerminal(error))
        return 1
      }
    }
    var preparation = settings.preparation(
      Sandbox.ofAskpass, faultSentence: "keyward-askpass: error: the program crashed\n")
    preparation.capacities = [Self.longestAnswer]
    // ssh removes a notice with this signal, and waits until the process has ended.
    if question.kind == .notice { _ = signal(SIGTERM, SIG_DFL) }
    do throws(PromptHost.Refusal) {
      return ask(at: found, by: try PromptHost(preparation, &hardening))
    } catch {
      report.complain(error.description)
      return 70
    }
  }

  /// Asks at a place, or through systemd if there is none.
  private func ask(at place: FoundPlace?, by host: PromptHost) -> Int32 {
    let outcome: DialogueOutcome
    do throws(TerminalError) {
      guard let place else {
        let environment = settings.environment
        var asked = request(at: nil).question(settings)
        host.introduce(.caller, in: &asked, environment)
        outcome = try host.askThroughSystemd(asked, in: environment.shownLanguage, output: 1)
        return finish(outcome, host.memory)
      }
      let terminal = CalledTerminal(for: host, settings, environment: .current(), at: place)
      defer { terminal.release() }
      outcome = try host.ask(request(at: place), on: terminal)
    } catch {
      report.complain(Self.sentence(for: error))
      return 1
    }
    return finish(outcome, host.memory)
  }

  private func finish(_ outcome: DialogueOutcome, _ memory: PromptMemory) -> Int32 {
    guard outcome == .submitted else { return status(of: outcome) }
    switch question.kind {
    case .secret, .visibleLine: return writeAnswer(of: memory)
    case .confirmation: return writeYes()
    case .notice: return 0
    }
  }

  private static func noTerminal(_ trouble: TerminalError) -> String {
    if case .inUse(let user) = trouble { return user.description }
    let paths = AskpassDialogue.terminals(lookup: environmentVariable)
    let missing = TerminalError.noPlace(tried: paths).description
    guard case .refused(let sentence) = trouble else { return missing }
    return missing.prefix { $0 != ";" } + ", and \(sentence)"
  }

  private func request(at place: FoundPlace?) -> DialogueRequest {
    var request = DialogueRequest()
    if case .terminal(let name) = place { request.terminal.name = name }
    request.timeout = settings.timeout ?? .never
    request.output = 1
    request.question.description = question.description
    request.question.error = .given(question.error)
    request.question.prompt = question.prompt
    request.question.isVisible = question.kind == .visibleLine
    request.question.confirmsEmpty = question.kind == .secret
    request.question.isCheckedLater = question.kind == .secret
    if [.confirmation, .notice].contains(question.kind) {
      request.question.kind = question.kind == .notice ? .notice : .decision
      (request.question.yesLabel, request.question.cancelLabel) = (.own(.yes), .own(.no))
    }
    return request
  }

  // MARK: Answers

  private func writeAnswer(of memory: PromptMemory) -> Int32 {
    defer { memory.wipe() }
    do throws(SecretWriteError) {
      try memory.fields[0].text.write(to: 1, newline: true)
      return 0
    } catch {
      report.complain(error.description)
      return 1
    }
  }

  private func writeYes() -> Int32 {
    let code = StandardStreams.write("yes\n", to: STDOUT_FILENO)
    guard code == 0 else {
      report.complain("the answer could not be written (\(systemSentence(code)))")
      return 1
    }
    return 0
  }

  private static func sentence(for trouble: TerminalError) -> String {
    switch trouble {
    case .busy, .changedByOthers, .orphanedInBackground, .inUse, .refused: trouble.description
    case .cannotOpen, .notATerminal, .settings, .noDrawnKeyboard, .wait, .noPlace:
      "the terminal could not be used; set KEYWARD_TTY to another terminal"
    }
  }

  private func status(of outcome: DialogueOutcome) -> Int32 {
    switch outcome {
    case .signalled(let signal): ProcessExit.die(by: signal)
    case .timedOut: report.complain("nobody answered in time")
    case .hungUp: report.complain("the terminal is gone")
    case .askerChanged:
      report.complain("the asking program has changed, and the typed text was wiped")
    case .abandoned: report.complain("nobody is waiting for the answer any more")
    case .submitted, .declined, .cancelled, .mismatched, .poweredOff: break
    }
    return 1
  }

  package static var help: String {
    HelpLayout().page(
      [
        "OVERVIEW: Ask for a password on a terminal, for ssh, sudo and git.",
        "It asks on the terminal KEYWARD_TTY, else on /dev/tty, else on GPG_TTY. If none of these "
          + "terminals can be used, it asks elsewhere, such as on a terminal where `keyward lend` "
          + "is waiting, or starts the program named by “fallback: askpass:” in the configuration. "
          + "The answer is written to standard output; standard input is never read.",
        "USAGE: keyward-askpass [PROMPT]",
      ],
      [
        (
          "Variables",
          [
            ("SSH_ASKPASS=PROGRAM", "This program's path, for ssh."),
            ("SSH_ASKPASS_REQUIRE=force", "Make ssh use this program even on a terminal."),
            ("SUDO_ASKPASS=PROGRAM", "For sudo -A COMMAND."),
            ("GIT_ASKPASS=PROGRAM", "For git."),
          ]
        ),
        (
          "Exit status",
          [
            ("0", "Answered."), ("1", "Cancelled, refused, timed out, or no place to ask."),
            ("70", "Memory could not be locked, or a required sandbox is missing."),
          ]
        ),
      ])
  }

  /// Returns the terminals to try, in order.
  ///
  /// If `KEYWARD_TTY` is set, it is the only one. Otherwise, they are `/dev/tty` and `GPG_TTY`.
  package static func terminals(lookup: (String) -> String?) -> [String] {
    if let own = lookup("KEYWARD_TTY"), !own.isEmpty { return [own] }
    let agents = lookup("GPG_TTY") ?? ""
    return agents.isEmpty ? ["/dev/tty"] : ["/dev/tty", agents]
  }
}
