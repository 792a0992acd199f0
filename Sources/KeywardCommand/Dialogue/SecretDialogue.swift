import KeywardEngine
import TerminalUI

/// One question for a secret: the memory, the signals and the terminal in their order, then the
/// dialogue.
///
///     var dialogue = try SecretDialogue.prepare(typing, &hardening)
///     guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: true) }
///     try dialogue.print(newline: true)
struct SecretDialogue: ~Copyable {
  /// What was typed is its text.
  let keyboard: Keyboard
  /// The signals of this process, as long as there is a secret.
  let watch: SignalWatch
  /// Room for a variable of the environment, where one was asked for.
  var room: SecretBuffer?
  /// The mode the terminal was in while the secret was typed.
  var mode: TerminalMode? { session.lastMode }
  /// How the dialogue ended; `nil` before it has.
  private(set) var outcome: DialogueOutcome?

  private let dialogue: Dialogue
  private var session: TerminalSession

  private init(
    keyboard: Keyboard, watch: consuming SignalWatch, room: consuming SecretBuffer?,
    dialogue: Dialogue, session: consuming TerminalSession
  ) {
    self.keyboard = keyboard
    self.watch = watch
    self.room = room
    self.dialogue = dialogue
    self.session = session
  }

  /// Makes everything ready, so that nothing but typing is left to be done.
  ///
  /// - Parameters:
  ///   - typing: The options of the command line.
  ///   - hardening: The process, hardened so far that it may take a secret.
  ///   - passage: The way to the command that is run, where one is.
  ///   - asksTwice: Whether there is a second field for the same secret.
  /// - Returns: The dialogue, not yet begun.
  /// - Throws: `CommandFailure`, with status 70 where memory is not locked.
  static func prepare(
    _ typing: TypingOptions, _ hardening: inout ProcessHardening, passage: SecretPassage? = nil,
    asksTwice: Bool = false
  ) throws(CommandFailure) -> SecretDialogue {
    let typing = typing.settled()
    // Files are read while there is nothing to lose yet.
    let profile = try typing.screen.profile()
    let someScreen = try typing.screen.description(window: { (80, 24) })
    var configuration = try typing.configuration(on: someScreen, profile)

    let regions = try orFail(.notLocked) {
      try hardening.requireProtection(typing.lockPolicy)
      return try hardening.lockingMemory { () throws(SecretMemoryError) in
        try Regions.allocate(
          capacity: passage?.capacity ?? SecretText.largestCapacity, asksTwice: asksTwice,
          needsRoom: passage?.needsRoom ?? false, policy: typing.lockPolicy)
      }
    }
    let watch = try orFail {
      try hardening.watchSignals(
        faultSentence: "keyward: stopped by a fault; the secret was wiped\n")
    }
    let session = try orFail { try TerminalSession(environment: typing.environment) }
    let window = session.size
    configuration.screen = try typing.screen.description(window: { window })
    let keyboard: Keyboard
    do {
      keyboard = try Keyboard(configuration, text: regions.text)
    } catch {
      throw CommandFailure(error, status: .usage)
    }
    let dialogue = Dialogue(
      typing.dialogueOptions(hardening, asksTwice: asksTwice), keyboard: keyboard,
      memory: regions.memory, environment: typing.environment)
    return SecretDialogue(
      keyboard: keyboard, watch: watch, room: regions.room, dialogue: dialogue, session: session)
  }

  /// Whether our process group has the terminal.
  var isInForeground: Bool { session.isInForeground }

  /// Asks, and leaves the terminal as it was.
  ///
  /// - Throws: `CommandFailure` where the terminal cannot be used.
  mutating func ask() throws(CommandFailure) -> DialogueOutcome {
    do {
      let outcome = try dialogue.run(on: &session, watch: watch)
      self.outcome = outcome
      return outcome
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// The locked memory of a dialogue.
private struct Regions: ~Copyable {
  let text: SecretText
  let memory: DialogueMemory
  let room: SecretBuffer?

  /// Allocates, locks and checks three regions, or four.
  static func allocate(
    capacity: Int, asksTwice: Bool, needsRoom: Bool, policy: MemoryLockPolicy
  ) throws(SecretMemoryError) -> Regions {
    let text = try SecretText(capacity: capacity, policy: policy)
    let memory = try DialogueMemory(repeats: asksTwice, capacity: capacity, policy: policy)
    guard needsRoom else { return Regions(text: text, memory: memory, room: nil) }
    let room = try SecretBuffer(capacity: SecretBuffer.largestCapacity, policy: policy)
    return Regions(text: text, memory: memory, room: room)
  }
}
