import ArgumentParser
import KeywardEngine
import SecureMemory
import TerminalUI

/// `keyward type`: the typing screen, and what was done with what was typed.
struct TypeCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "type", abstract: "Open the typing screen; store or check a hash of the secret.",
    discussion: """
      Nothing of the secret is printed: submitting reports what was protected and what was done.

      Keys: characters type; arrows move over the drawn keyboard, Space and Enter press there when \
      the focus is on it; Alt-Enter there, or holding the mouse, opens what a key with a dot or a \
      dashed side offers beside its own character; Tab moves between field and keyboard; Enter \
      submits; Backspace deletes a character, Ctrl-W a word, Ctrl-U all; Esc, Ctrl-C, Ctrl-E, and \
      Ctrl-D on an empty field cancel; Ctrl-K shows or hides the keyboard; Ctrl-R rotates it; Ctrl-T \
      shows or hides the secret where allowed; Ctrl-G makes a passphrase where one is offered; clicks \
      press keys.
      """)

  /// What a picture of the screen is printed as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, svg
  }

  @Option(
    help: ArgumentHelp(
      "Asks twice and stores an Argon2id hash, in a file only you can read; replaces such a file only.",
      valueName: "FILE"),
    completion: .file())
  var enroll: String?

  @Flag(help: "Lets --enroll replace a file that holds something else than such a hash.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Checks what is typed against such a file; a wrong password is status 1.", valueName: "FILE"),
    completion: .file())
  var verify: String?

  @Option(help: "Prints a picture of the empty screen and asks nothing.")
  var format: Format?

  @OptionGroup(title: "Manners") var asking: MannerOptions
  @OptionGroup(title: "Dialogue options") var typing: TypingOptions

  func validate() throws {
    if enroll != nil, verify != nil {
      throw ValidationError("--enroll stores a hash and --verify checks one; give one of them.")
    }
    if force, enroll == nil {
      throw ValidationError("--force is for --enroll FILE; give both, or neither.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    if let format {
      try printPicture(format)
      return .done
    }
    let stored = try storedHash()
    if let enroll { return try run(&hardening, enrollingIn: enroll) }
    let manners = asking.manners(refusesEmpty: false)
    var dialogue = try SecretDialogue.prepare(typing.settled(), manners, &hardening)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: false) }
    var deed = "it was wiped; nothing of it was kept or printed"
    if let stored {
      try dialogue.verify(against: stored)
      deed = "it is the one of \(verify ?? ""), and it was wiped"
    }
    try StandardStreams.printQuoting(dialogue.report(hardening, deed: deed))
    return .done
  }

  /// Asks in a child, whose sandbox makes no files, and stores the hash that comes from it.
  private func run(
    _ hardening: inout ProcessHardening, enrollingIn file: String
  ) throws(CommandFailure) -> ExitStatus {
    try SecretDialogue.checkRoom(forFile: file, force: force)
    let typing = typing.settled()
    let child = try AskingChild()
    guard child.isChild else {
      let status = child.finish()
      guard status == .done else { return status }
      try SecretDialogue.store(child.text(.secret), in: file, force: force)
      try StandardStreams.printQuoting(child.text(.name))
      return .done
    }
    let manners = asking.manners(refusesEmpty: true, repeats: true)
    var dialogue = try SecretDialogue.prepare(typing, manners, &hardening)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: false) }
    let deed = "an Argon2id hash of it is in \(file), and it was wiped"
    try dialogue.handOverHash(through: child, report: dialogue.report(hardening, deed: deed))
    return .done
  }

  /// Prints the empty screen as it would be shown in the terminal's window, or in one of the size of
  /// the screen given.
  private func printPicture(_ format: Format) throws(CommandFailure) {
    let typing = typing.settled()
    let screen = try typing.screen.pictured()
    let configuration = try typing.configuration(on: screen, typing.screen.profile())
    // Nothing is typed here.
    let keyboard = try orFail {
      try Keyboard(configuration, text: SecretText(policy: .allowUnlocked))
    }
    keyboard.show(at: 0)
    let columns = max(1, Int((screen.size.width / CellGrid.cellWidth).rounded()))
    let rows = max(1, Int((screen.size.height / CellGrid.cellHeight).rounded()))
    var options = typing.dialogueOptions(nil)
    options.protections = ["memory locked", "no core dump"]
    switch format {
    case .text:
      let lines = TypingScreenPicture.lines(
        options, keyboard: keyboard, columns: columns, rows: rows)
      try StandardStreams.print(lines.map(\.trimmed).joined(separator: "\n"))
    case .svg:
      try StandardStreams.print(
        TypingScreenPicture.svg(
          options, keyboard: keyboard, columns: columns, rows: rows,
          palette: Self.palette(of: typing.environment)))
    }
  }

  /// A picture has all colours, unless none are wanted.
  private static func palette(of environment: TerminalEnvironment) -> Palette {
    Palette(
      depth: environment.refusesColor ? .none : .direct, isLight: environment.palette.isLight)
  }

  private func storedHash() throws(CommandFailure) -> PasswordHash? {
    guard let verify else { return nil }
    do { return try PasswordHash(contentsOfFile: verify) } catch { throw CommandFailure(error) }
  }
}
