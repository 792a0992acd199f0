import SecretCommands
import Settings

/// An option or an argument of a command, as help and completions show it.
struct OptionEntry {
  /// The names with their dashes, as they are typed.
  let names: [String]
  /// The names or the argument with the value, as they are shown: `--mask bullets|fixed|hidden`.
  let label: String
  /// One or more sentences about it.
  let help: String
  /// The number of words, if it is an argument.
  let count: OptionForm.Count?
  /// Whether a value follows its name.
  let takesValue: Bool
  /// The offers of a shell for its value.
  let offers: ValueNotes.Offers

  init<Values>(_ option: CommandOption<Values>) {
    help = option.help
    count = option.count
    takesValue = option.form == .value
    offers = option.values.offers
    label = option.label
    names =
      switch option.form {
      case .flag: (option.letter.map { ["-\($0)"] } ?? []) + option.names.map { "--\($0)" }
      case .either: ["--", "--no-"].flatMap { dashes in option.names.map { dashes + $0 } }
      case .value, .optionalValue: option.names.map { "--\($0)" }
      case .argument: []
      }
  }

  /// The argument in a line about the usage.
  var usage: String? {
    switch count {
    case .optional: "[\(label)]"
    case .one: label
    case .many: "\(label)..."
    case .command: "-- \(label)..."
    case nil: nil
    }
  }
}

extension Command {
  /// The options by their headings.
  static var entries: [(title: String, options: [OptionEntry])] {
    groups.map { ($0.title, $0.options.map { OptionEntry($0) }) }
  }
}
