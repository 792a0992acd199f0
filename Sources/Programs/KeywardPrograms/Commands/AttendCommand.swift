import KeywardEngine
import KeywardTerminal
import SecureMemory

package struct AttendCommand: TypingCommand {
  package static let name = "attend"
  package static let summary =
    "Run a command, and show Keyward's prompt whenever it reads a secret from the terminal."
  package static let discussion = """
    The command gets its own terminal, and its input and output are passed on unchanged. When the \
    command waits for a line with echo switched off, a prompt appears; Enter passes the typed text on to the \
    command, and cancelling sends the interrupt character. The prompt repeats the command's own question, \
    unless you give --prompt. `keyward attend -- bash` covers a whole session.

    Keyward does not replace the prompts of programs that read one key at a time, except sudo, doas and \
    a few others; “attend: single-key:” in the configuration sets this list.

    While the command is reading from this terminal, another program may need to ask there, such as \
    gpg started by a full-screen editor. Keyward then lends the terminal to gpg for one question. \
    Without a terminal the command runs unchanged.

    Ctrl-\\ in a prompt lets the command read the answer itself, once. For a program that switches \
    echo off without asking for a secret, use --not NAME: no prompt appears for it.

    Redirected streams stay unchanged. The exit status is that of the command, or 128 plus the \
    signal that ended it. 127 means that the command was not found, 126 that it could not be run.
    """

  package var not: [String] = []
  package var isVerbose = false
  package var typing: TypingOptions
  package var command: [String] = []

  package init(_ settings: ProgramSettings) { typing = TypingOptions(settings) }

  package static let argument: CommandOption<Self>? = .command { $0.command.append($1) }

  package static let ownGroups = [
    OptionGroup<Self>([
      .value(
        "not", .text("NAME", offers: .programs),
        "Never replace the prompts of this program; can be repeated."
      ) { $0.not.append($1) },
      .flag(
        "verbose",
        """
        Report on standard error if there is no terminal, or if the terminal cannot be lent to other \
        programs.
        """
      ) { $0.isVerbose = true },
    ])
  ]

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let command = ExecTarget(words: command)
    try command.check()
    let environment = typing.settings.environment
    let isHere = TerminalSession.deviceNumber(ofPath: "/dev/tty") != nil
    guard environment.device != nil || isHere else {
      // By default nothing is reported, so that a shell alias for this command does not break
      // scripts.
      if isVerbose {
        StandardStreams.report.writeError(
          "no terminal; the command runs without Keyward prompts.")
      }
      try command.replaceProcess(inherited: hardening.inherited)
    }
    if typing.settings.protection.usesWatcher { RestoreHelper.start() }
    let session = try orFail { try TerminalSession.alone(environment: environment) }
    // Fork while there is no secret memory; the child waits until everything is ready.
    let inner = try InnerTerminal.start(
      like: session.descriptor, running: command, inherited: hardening.inherited)
    var lending: RelayLending?
    do {
      lending = try RelayLending(session, inner: inner)
    } catch {
      if isVerbose {
        StandardStreams.report.writeError("this terminal cannot be lent: \(error.description)")
      }
    }
    let (device, folder) = (lending?.path, lending?.lender.folder)
    var preparation = typing.preparation { use in
      Sandbox(
        use, needs: [.group, .files, .terminal, .lending],
        paths: [.read("/proc")] + [folder].compactMap { $0.map(Sandbox.Path.emptied) })
    }
    preparation.capacities = [SecretText.largestCapacity]
    var prompts = try AttendedPrompts(typing, preparation, &hardening)
    prompts.programsToLeaveAlone = not.map(ForegroundProgram.name(ofFile:))
    prompts.singleKeyPrograms = Set(
      typing.settings.singleKeyPrograms.map(ForegroundProgram.name(ofFile:)))
    let input = try orFail(.notLocked) {
      try InputRing(
        capacity: SecretBuffer.largestCapacity, policy: typing.settings.protection.lockPolicy)
    }
    let terminal = device.map { Sandbox.Path.name($0, of: session.descriptor) }
    var relay = TerminalRelay(
      session: session, inner: inner, prompts: prompts, input: input, lending: lending)
    do {
      try relay.begin()
      preparation.sandbox.close(alsoOpening: [terminal].compactMap(\.self))
      switch try relay.run() {
      case .exited(let status): ProcessExit.exit(status)
      case .ended(let outcome): return outcome.status
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}
