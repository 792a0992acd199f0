/// Options under one heading of a command's help.
///
/// They are created on demand, so a start without options creates none.
package struct OptionGroup<Values>: Sendable {
  package let title: String
  private let make: @Sendable () -> [CommandOption<Values>]

  package init(
    _ title: String, _ options: @autoclosure @escaping @Sendable () -> [CommandOption<Values>]
  ) {
    self.title = title
    make = options
  }

  /// Creates the group of options that only one command has.
  package init(_ options: @autoclosure @escaping @Sendable () -> [CommandOption<Values>]) {
    self.init("Options", options())
  }

  package init(_ title: String, _ names: [String], of groups: [Self]) {
    self.init(
      title,
      names.compactMap { name in groups.flatMap(\.options).first { $0.name == name } })
  }

  package var options: [CommandOption<Values>] { make() }

  package func within<Outer>(
    _ open: @escaping @Sendable (inout Outer, (inout Values) -> Bool) -> Bool
  ) -> OptionGroup<Outer> {
    let make = make
    return OptionGroup<Outer>(title, make().map { $0.within(open) })
  }

  /// This group for help texts only: its options do not store their values.
  package var texts: OptionGroup<Void> { within { _, _ in false } }

  package static func option(_ given: GivenOption, in groups: [Self]) -> CommandOption<Values>? {
    for group in groups {
      for option in group.options where option.isNamed(given) { return option }
    }
    return nil
  }
}

extension CommandOption {
  /// Reads the words after a command's name; `argument` is nil if the command has none.
  package static func read(
    _ words: ArraySlice<String>, argument: Self?,
    _ groups: @autoclosure () -> [OptionGroup<Values>],
    into values: inout Values
  ) throws(UsageError) {
    var words = CommandWords(words)
    var argument = argument
    var isAfterEnd = false
    var isMissing = argument.map { $0.count != .optional } ?? false
    while let word = try words.next() {
      switch word {
      case .end: isAfterEnd = true
      case .option(let given):
        guard let option = OptionGroup.option(given, in: groups()) else {
          throw .unknown(given, among: groups().flatMap { $0.options.flatMap(\.names) })
        }
        try option.take(given, &words, into: &values)
      case .text(let text):
        guard let wanted = argument else { throw UsageError("Unexpected argument “\(text)”.") }
        guard isAfterEnd || wanted.count != .command else {
          throw UsageError("Unexpected argument “\(text)”. Put the command after “--”.")
        }
        try wanted.take(text, as: wanted.name, into: &values)
        isMissing = false
        if wanted.count == .one || wanted.count == .optional { argument = nil }
      }
    }
    if isMissing, let argument {
      throw UsageError("\(argument.name) is missing.", about: argument.name)
    }
  }
}
