import SecureMemory

/// A command of `keyward`; its parsing, help and completions are derived from these members.
package protocol Command: SendableMetatype {
  static var name: String { get }

  static var summary: String { get }

  /// The paragraphs of the command's help, separated by empty lines.
  static var discussion: String { get }

  static var argument: CommandOption<Self>? { get }

  /// The tables of the command's help, such as the steps of `simulate`.
  ///
  /// Each row is a pair: the syntax of a word or option, and the meaning of that word or option.
  static var tables: [(title: String, rows: [(String, String)])] { get }

  /// The options of the command; the first group has the options that only this command has.
  static var groups: [OptionGroup<Self>] { get }

  /// Creates the command for an empty command line.
  init(_ settings: ProgramSettings)

  /// True if the command with these options uses the settings.
  ///
  /// If it is false, faults in the settings are not reported.
  var usesSettings: Bool { get }

  func validate() throws(UsageError)

  mutating func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus
}

extension Command {
  package static var discussion: String { "" }
  package static var argument: CommandOption<Self>? { nil }
  package static var tables: [(title: String, rows: [(String, String)])] { [] }
  package static var groups: [OptionGroup<Self>] { [] }
  package var usesSettings: Bool { false }
  package func validate() throws(UsageError) {}

  package init(
    _ words: ArraySlice<String>, _ settings: ProgramSettings = ProgramSettings()
  ) throws(UsageError) {
    self.init(settings)
    try CommandOption.read(words, argument: Self.argument, Self.groups, into: &self)
    try validate()
  }

  /// Creates the command with the settings of an environment.
  ///
  /// `warn` receives a sentence for each fault of the settings, if the command uses them.
  package init(
    _ words: ArraySlice<String>, environment lookup: (String) -> String?, warn: (String) -> Void
  ) throws(UsageError) {
    let settings = ProgramSettings(environment: lookup)
    try self.init(words, settings)
    if usesSettings { settings.complaints.forEach(warn) }
  }
}

/// A command that asks for a secret or a confirmation; `keyward` itself runs it.
package protocol SecretCommand: Command {
  /// True if the command with these options prompts for nothing, so that `keyward-tools` runs it.
  var isForTools: Bool { get }
}

extension SecretCommand {
  package var isForTools: Bool { false }
  package var usesSettings: Bool { true }
}

/// A command that shows the typing screen.
package protocol TypingCommand: SecretCommand {
  var typing: TypingOptions { get set }

  /// The groups of options that precede those of the typing screen.
  static var ownGroups: [OptionGroup<Self>] { get }
}

extension TypingCommand {
  package static var groups: [OptionGroup<Self>] {
    ownGroups + TypingOptions.groups.map { $0.within { $1(&$0.typing) } }
  }

  package func validate() throws(UsageError) { try typing.screen.validate() }
}

package enum SecretCommands {
  package static var all: [any SecretCommand.Type] {
    [
      TypeCommand.self, GetCommand.self, ExecCommand.self, ConfirmCommand.self,
      AttendCommand.self, AgentCommand.self, LendCommand.self,
    ]
  }

  /// Returns the command for this program to run; nil if `keyward-tools` must run instead.
  ///
  /// `keyward-tools` handles other commands, help and mistakes in the command line.
  package static func command(
    _ words: [String], environment lookup: (String) -> String? = environmentVariable,
    warn: (String) -> Void = StandardStreams.report.warn
  ) -> (any SecretCommand)? {
    let name = words.first.flatMap { $0.first == "-" && $0 != "-" ? nil : $0 }
    let named = name ?? TypeCommand.name
    guard let type = all.first(where: { $0.name == named }) else { return nil }
    let settings = ProgramSettings(environment: lookup)
    guard let command = try? type.init(words.dropFirst(name == nil ? 0 : 1), settings),
      !command.isForTools
    else { return nil }
    settings.complaints.forEach(warn)
    return command
  }

  /// Returns advice on a command line that lacks a required `--`; nil for any other.
  package static func advice(on words: [String]) -> String? {
    guard let name = words.first, [ExecCommand.name, AttendCommand.name].contains(name),
      !words.contains("--")
    else { return nil }
    let rest = words.dropFirst()
    // The command is the first word that is a program; option values are hardly ever programs.
    let start = rest.indices.first { index in
      !rest[index].hasPrefix("-") && !rest[index].isEmpty
        && (try? ExecTarget(words: [rest[index]]).check()) != nil
    }
    guard let start = start ?? rest.indices.first(where: { !rest[$0].hasPrefix("-") }) else {
      return nil
    }
    let line = ["keyward", name] + rest[..<start] + ["--"] + rest[start...]
    return
      "the command for \(name) must follow --, so that its options are not taken for keyward's; "
      + "write: \(line.joined(separator: " "))"
  }
}
