import SecureMemory

package struct TypeCommand: TypingCommand {
  package static let name = "type"
  package static let summary = "Open the typing screen; store or check a hash of the secret."
  package static let discussion = """
    The secret is not printed. After Enter, a report lists the protections and what was done with \
    the secret.

    Keys: characters go into the field. Enter in the field submits; Esc, Ctrl-C and Ctrl-E cancel, \
    and so does Ctrl-D if the field is empty. Backspace deletes a character, Ctrl-W a word, Ctrl-U \
    all. Ctrl-T shows or hides the secret (with --allow-reveal), and Ctrl-G generates a passphrase \
    (where one is offered). The intr, eof, erase, werase and kill characters of stty work, too.

    Ctrl-K shows or hides the drawn keyboard, and Ctrl-R rotates it. Tab moves between field and \
    keyboard. Arrows move the focus over the keys; Space and Enter press the focused key, and \
    clicks press any key. On a key marked with a dot (a colon where the terminal has only ASCII), \
    Ctrl-N or holding the mouse button shows its other characters.
    """

  package enum Format: String, CaseIterable, Sendable {
    case text, svg
  }

  package var enroll: String?
  package var force = false
  package var verify: String?
  /// The format for a picture of the empty screen; nil to ask for a secret.
  package var format: Format?
  package var asking = PolicyOptions()
  package var typing: TypingOptions

  package init(_ settings: ProgramSettings) { typing = TypingOptions(settings) }

  package static let ownGroups = [
    OptionGroup<Self>([
      .value(
        "enroll", .text("FILE", offers: .files),
        "Ask twice and store an Argon2id hash of the secret in this file, which only you can "
          + "read; an existing file is replaced only if it holds such a hash."
      ) { $0.enroll = $1 },
      .flag(
        "force", "Let --enroll replace any regular file, even one without an Argon2id hash."
      ) { $0.force = true },
      .value(
        "verify", .text("FILE", offers: .files),
        "Check the typed text against a file that --enroll wrote; the exit status is 1 if it "
          + "does not match."
      ) { $0.verify = $1 },
      .value("format", .name, "Print a picture of the empty screen and ask nothing.") {
        $0.format = $1
      },
    ]),
    PolicyOptions.group.within { $1(&$0.asking) },
  ]

  package func validate() throws(UsageError) {
    if enroll != nil, verify != nil {
      throw UsageError("--enroll stores a hash and --verify checks it; give only one of them.")
    }
    if enroll != nil, asking.allowEmpty {
      throw UsageError("An empty secret has no hash; leave out --allow-empty, or --enroll.")
    }
    if force, enroll == nil {
      throw UsageError("--force works only with --enroll FILE; add --enroll, or leave out --force.")
    }
    try typing.validate(asking)
  }

  package var isForTools: Bool { format != nil }

  package mutating func run(
    _ hardening: inout ProcessHardening
  ) throws(CommandFailure) -> ExitStatus {
    var stored: PasswordHash?
    if let verify { stored = try orFail { try PasswordHash(contentsOfFile: verify) } }
    if let enroll { return try run(&hardening, enrollingIn: enroll) }
    asking.allowEmpty = true
    asking.isPractice = verify == nil
    let answer = try typing.ask(asking, &hardening)
    guard answer.outcome == .submitted else { return answer.giveUp(tellingGroup: false) }
    var deed = "wiped; no part of it was kept or printed"
    if let stored {
      try answer.verify(against: stored)
      deed = "matches \(verify ?? "") and was wiped"
    }
    try StandardStreams.printQuoting(hardening.account(mode: answer.mode, deed: deed))
    return .done
  }

  /// Asks for a secret in a child process and stores the hash that the child sends.
  ///
  /// The child cannot store the hash, because its sandbox forbids creating files.
  private func run(
    _ hardening: inout ProcessHardening, enrollingIn file: String
  ) throws(CommandFailure) -> ExitStatus {
    try refuseElevatedPrivileges("write a file")
    try orFail { try PasswordHash.checkWritable(toFile: file, replacingAnything: force) }
    let child = try PromptChild()
    guard child.isChild else {
      let status = child.finish()
      guard status == .done else { return status }
      try orFail {
        let hash = try PasswordHash(text: child.readText(child.secret))
        try hash.write(toFile: file, replacingAnything: force)
      }
      try StandardStreams.printQuoting(child.readText(child.text))
      return .done
    }
    var asking = asking
    asking.repeats = true
    let answer = try typing.ask(asking, &hardening)
    guard answer.outcome == .submitted else { return answer.giveUp(tellingGroup: false) }
    let deed = "stored as an Argon2id hash in \(file), then wiped"
    let report = hardening.account(mode: answer.mode, deed: deed)
    try answer.handOverHash(through: child, report: report)
    return .done
  }
}
