import SecureMemory

/// A command that asks for a secret or for a yes: those that `keyward` does itself.
package protocol SecretCommand: CommandOptions {
  /// The word that names it.
  static var name: String { get }

  /// Whether only `keyward-tools` does what the options say, since nothing is asked.
  var isForTools: Bool { get }

  /// Takes a word that is not an option.
  ///
  /// - Throws: `UsageError` if none belongs there.
  mutating func take(_ word: String, isBehindEnd: Bool) throws(UsageError)

  /// Does the command's work.
  ///
  /// - Parameter hardening: The process, hardened as far as a command without secrets needs it.
  /// - Returns: The status to end with.
  /// - Throws: `CommandFailure` with the sentence and the status of what went wrong.
  mutating func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus
}

extension SecretCommand {
  package var isForTools: Bool { false }

  package mutating func take(_ word: String, isBehindEnd: Bool) throws(UsageError) {
    throw UsageError("“\(word)” is not an option of keyward \(Self.name).")
  }

  /// The command that words behind its name say.
  ///
  /// - Throws: `UsageError` for words that are not understood; `keyward-tools` says more about them.
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
  /// All of them; the first is meant where none is named.
  package static var all: [any SecretCommand.Type] {
    [
      TypeCommand.self, GetCommand.self, ExecCommand.self, ConfirmCommand.self,
      AgentCommand.self,
    ]
  }

  /// The command that a command line says.
  ///
  /// - Parameter words: The command line without the program's name.
  /// - Returns: Nil if `keyward-tools` must decide, be it that they say another command, ask for help,
  ///   or that something is wrong.
  package static func command(_ words: [String]) -> (any SecretCommand)? {
    let name = words.first.flatMap { $0.first == "-" && $0 != "-" ? nil : $0 }
    let named = name ?? TypeCommand.name
    guard let type = all.first(where: { $0.name == named }),
      let command = try? type.init(words.dropFirst(name == nil ? 0 : 1)), !command.isForTools
    else { return nil }
    return command
  }
}
