import KeywardEngine
import SecureMemory
import TerminalUI

/// `keyward attend`: runs a command on a terminal of its own, and asks in its place for unseen
/// input.
package struct AttendCommand: SecretCommand {
  package static let name = "attend"

  /// Programs that switch echo off without asking for a secret.
  package var not: [String] = []
  /// The look of the prompts.
  package var typing = TypingOptions()
  /// The command and its arguments.
  package var command: [String] = []

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .text("not") { $0.not.append($1) }
  ]

  package static var groups: [any CommandOptions.Type] { [TypingOptions.self] }

  package mutating func takeInGroups(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool {
    try typing.take(option, &words)
  }

  package mutating func take(_ word: String, isBehindEnd: Bool) throws(UsageError) {
    guard isBehindEnd else { throw UsageError("“\(word)” does not stand behind --.") }
    command.append(word)
  }

  package func validate() throws(UsageError) {
    guard !command.isEmpty else {
      throw UsageError("Give the command behind --, such as keyward attend -- bash.")
    }
    try typing.validate()
  }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let command = CommandToBecome(words: command)
    try command.check()
    let typing = typing.settled()
    if typing.watcher != false { RestoreHelper.start() }
    let session = try orFail { try TerminalSession(environment: typing.environment) }
    // Its process must be a copy of one that has no regions yet; it waits until all is ready.
    let inner = try InnerTerminal.start(like: session.descriptor) {
      () throws(CommandFailure) in try command.replaceProcess(inherited: hardening.inherited)
    }
    var preparation = typing.preparation(
      needs: [.group, .files, .terminal], paths: [.read("/proc")])
    preparation.startsRestoreHelper = false
    preparation.capacities = [SecretText.largestCapacity]
    var prompts = try AttendedPrompts(typing, preparation, &hardening)
    prompts.programsToLeaveAlone = not.map(ForegroundProgram.name(ofFile:))
    let input = try orFail(.notLocked) {
      try InputRing(capacity: SecretBuffer.largestCapacity, policy: typing.lockPolicy)
    }
    var relay = TerminalRelay(session: session, inner: inner, prompts: prompts, input: input)
    do {
      try relay.begin()
      preparation.sandbox.close()
      switch try relay.run() {
      case .exited(let status): Leaving.exit(status)
      case .ended(let outcome): return outcome.status
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}
