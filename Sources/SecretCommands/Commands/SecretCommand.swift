import SecureMemory

/// A command that asks for a secret or for a yes, carried out by `keyward` itself.
package protocol SecretCommand: CommandOptions {
  /// The word of the command line that names it.
  static var name: String { get }

  /// True if only `keyward-tools` can carry out these options, since they ask for nothing.
  var isForTools: Bool { get }

  /// Takes a word that is not an option.
  ///
  /// - Throws: `UsageError` if none belongs there.
  mutating func take(_ word: String, isBehindEnd: Bool) throws(UsageError)

  /// Does the command's work.
  ///
  /// - Parameter hardening: The process, hardened as far as a command without secrets needs it.
  /// - Returns: The status to end with.
  /// - Throws: `CommandFailure` with the sentence and the status of the failure.
  mutating func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus
}

extension SecretCommand {
  package var isForTools: Bool { false }

  package mutating func take(_ word: String, isBehindEnd: Bool) throws(UsageError) {
    throw UsageError("“\(word)” is not an option of keyward \(Self.name).")
  }

  /// Reads the words behind the command's name.
  ///
  /// - Throws: `UsageError` for unknown words; `keyward-tools` says more about them.
  package init(_ words: ArraySlice<String>) throws(UsageError) {
    self.init()
    var words = CommandWords(words)
    var isBehindEnd = false
    while let word = try words.next() {
      switch word {
      case .option(let option):
        guard try take(option, &words) else {
          throw UsageError("there is no option \(option.name).")
        }
      case .text(let text): try take(text, isBehindEnd: isBehindEnd)
      case .end: isBehindEnd = true
      }
    }
    try validate()
  }
}

/// The commands that `keyward` does itself.
package enum SecretCommands {
  /// All of them; the first is the default.
  package static var all: [any SecretCommand.Type] {
    [
      TypeCommand.self, GetCommand.self, ExecCommand.self, ConfirmCommand.self,
      AttendCommand.self, AgentCommand.self,
    ]
  }

  /// Finds the command of a command line.
  ///
  /// - Parameter words: The command line without the program's name.
  /// - Returns: The command; nil if `keyward-tools` must decide, for another command, for help, or
  ///   for a mistake.
  package static func command(_ words: [String]) -> (any SecretCommand)? {
    let name = words.first.flatMap { $0.first == "-" && $0 != "-" ? nil : $0 }
    let named = name ?? TypeCommand.name
    guard let type = all.first(where: { $0.name == named }),
      let command = try? type.init(words.dropFirst(name == nil ? 0 : 1)), !command.isForTools
    else { return nil }
    return command
  }

  /// Corrects a command line that lacks `--`; nil for any other.
  ///
  /// - Parameter words: The command line without the program's name: `exec ls -l`.
  /// - Returns: A sentence with the line to write.
  package static func advice(on words: [String]) -> String? {
    guard let name = words.first, [ExecCommand.name, AttendCommand.name].contains(name),
      !words.contains("--")
    else { return nil }
    let rest = words.dropFirst()
    // The command is the first word that exists as a program; the value of an option hardly ever
    // does.
    let start = rest.indices.first { index in
      !rest[index].hasPrefix("-") && !rest[index].isEmpty
        && (try? CommandToBecome(words: [rest[index]]).check()) != nil
    }
    guard let start = start ?? rest.indices.first(where: { !rest[$0].hasPrefix("-") }) else {
      return nil
    }
    let line = ["keyward", name] + rest[..<start] + ["--"] + rest[start...]
    return """
      keyward: the command of \(name) stands behind --, so that its options are not taken for ours; write
        \(line.joined(separator: " "))
      """
  }
}
