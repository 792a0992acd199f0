import SecureMemory

/// `keyward type`: shows the typing screen, and reports the use of the secret.
package struct TypeCommand: SecretCommand {
  package static let name = "type"

  /// The format of a printed picture of the screen.
  package enum Format: String, CaseIterable {
    case text, svg
  }

  /// The file that gets a hash of the secret; nil for none.
  package var enroll: String?
  /// True if `enroll` may be a file that holds something else.
  package var force = false
  /// The file with the hash that the secret is checked against; nil for none.
  package var verify: String?
  /// The format of a picture of the empty screen; nil to ask for a secret.
  package var format: Format?
  /// The manner of asking for the secret.
  package var asking = MannerOptions()
  /// The look of the dialogue.
  package var typing = TypingOptions()

  package init() {}

  package static let rules: [OptionRule<Self>] = [
    .text("enroll") { $0.enroll = $1 },
    .flag("force") { $0.force = true },
    .text("verify") { $0.verify = $1 },
    .choice("format") { $0.format = $1 },
  ]

  package static var groups: [any CommandOptions.Type] {
    [MannerOptions.self, TypingOptions.self]
  }

  package mutating func takeInGroups(
    _ option: GivenOption, _ words: inout CommandWords
  ) throws(UsageError) -> Bool {
    if try typing.take(option, &words) { return true }
    return try asking.take(option, &words)
  }

  package func validate() throws(UsageError) {
    if enroll != nil, verify != nil {
      throw UsageError("--enroll stores a hash and --verify checks one; give one of them.")
    }
    if force, enroll == nil {
      throw UsageError("--force is for --enroll FILE; give both, or neither.")
    }
    try typing.validate()
  }

  /// The program that takes secrets does not draw pictures.
  package var isForTools: Bool { format != nil }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    let stored = try storedHash()
    if let enroll { return try run(&hardening, enrollingIn: enroll) }
    var manners = asking.manners(refusesEmpty: false)
    manners.isPractice = verify == nil
    var dialogue = try SecretDialogue(typing.settled(), manners, &hardening)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: false) }
    var deed = "it was wiped; nothing of it was kept or printed"
    if let stored {
      try dialogue.verify(against: stored)
      deed = "it is the one of \(verify ?? ""), and it was wiped"
    }
    try StandardStreams.printQuoting(dialogue.report(hardening, deed: deed))
    return .done
  }

  /// Asks in a child, whose sandbox can make no files, and stores the hash that the child hands
  /// over.
  private func run(
    _ hardening: inout ProcessHardening, enrollingIn file: String
  ) throws(CommandFailure) -> ExitStatus {
    try BorrowedRights.refuse("writes no file")
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
    var dialogue = try SecretDialogue(typing, manners, &hardening)
    guard try dialogue.ask() == .submitted else { return dialogue.giveUp(tellingGroup: false) }
    let deed = "an Argon2id hash of it is in \(file), and it was wiped"
    try dialogue.handOverHash(through: child, report: dialogue.report(hardening, deed: deed))
    return .done
  }

  private func storedHash() throws(CommandFailure) -> PasswordHash? {
    guard let verify else { return nil }
    do { return try PasswordHash(contentsOfFile: verify) } catch { throw CommandFailure(error) }
  }
}
