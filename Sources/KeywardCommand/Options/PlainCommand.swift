/// A command that asks for a secret, which is what people wait for: it can be read without the argument
/// parser, from a command line in plain form.
protocol PlainCommand: RunnableCommand {
  /// Takes the command's options out of a plain command line.
  ///
  /// - Throws: What is wrong with a value, or with options beside each other.
  static func read(_ plain: inout PlainOptions) throws -> Self
}

/// The commands that can be read from a plain command line.
enum PlainCommands {
  /// The command that `words` say, without the program's name; nil where the argument parser is to
  /// look at them, be it that it is another command or that something is wrong.
  static func read(_ words: [String]) -> (any RunnableCommand)? {
    guard let command = command(named: words.first ?? "type") else { return nil }
    var plain = PlainOptions(words.dropFirst())
    guard var read = try? command.read(&plain), plain.isUsedUp, (try? read.validate()) != nil
    else { return nil }
    return read
  }

  private static func command(named name: String) -> (any PlainCommand.Type)? {
    switch name {
    case "type": TypeCommand.self
    case "get": GetCommand.self
    case "exec": ExecCommand.self
    default: nil
    }
  }
}
