import KeywardPrograms

/// The help of a command or a group of commands, in lines of a width.
struct HelpPage {
  /// The most characters of a line.
  let width: Int

  /// The text, without a line end.
  func text(_ found: CommandGroup.Found) -> String {
    switch found.node {
    case .command(let type):
      text(
        type.summary, type.discussion, usage: Self.usage(found),
        sections(type.texts.argument, type.texts.groups) + [section("Other", [Self.help])])
    case .group(let group):
      text(
        group.summary, group.discussion, usage: Self.usage(found),
        [
          section("Commands", group.nodes.map { ($0.name, $0.summary) }),
          section("Options", (found.path.isEmpty ? [Self.version] : []) + [Self.help]),
          "“keyward help \((found.path + ["COMMAND"]).joined(separator: " "))” explains a command.",
        ])
    }
  }

  /// A line about the usage: `keyward exec [OPTIONS] -- COMMAND...`.
  static func usage(_ found: CommandGroup.Found) -> String {
    guard case .command(let type) = found.node else { return "\(found.title) COMMAND" }
    let (argument, groups) = type.texts
    let parts = [found.title, groups.isEmpty ? nil : "[OPTIONS]", argument?.usage]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  private static let help = ("-h, --help", "Show this help.")
  private static let version = ("--version", "Show the version.")

  private func text(
    _ summary: String, _ discussion: String, usage: String, _ sections: [String]
  ) -> String {
    let parts = ["OVERVIEW: " + summary] + discussion.paragraphs + ["USAGE: " + usage]
    return (parts.map { $0.wrapped(to: width).joined(separator: "\n") } + sections)
      .joined(separator: "\n\n")
  }

  private func sections(
    _ argument: CommandOption<Void>?, _ groups: [OptionGroup<Void>]
  ) -> [String] {
    let arguments = argument.map { [section("Arguments", [($0.label, $0.help)])] } ?? []
    return arguments
      + groups.map { section($0.title, $0.options.map { ($0.label, $0.help) }) }
  }

  private func section(_ title: String, _ rows: [(String, String)]) -> String {
    ([title.uppercased() + ":"] + rows.flatMap(row)).joined(separator: "\n")
  }

  /// A label, and its help beside it, or below it if the label is long.
  private func row(_ label: String, _ help: String) -> [String] {
    let indent = String(repeating: " ", count: Self.column)
    var lines = help.wrapped(to: max(Self.column, width - Self.column)).map { indent + $0 }
    let shown = "  " + label
    if shown.count < Self.column, let first = lines.first {
      lines[0] = shown + first.dropFirst(shown.count)
      return lines
    }
    return [shown] + lines
  }

  /// The column at which helps begin, from 0.
  private static let column = 26
}

extension String {
  /// The paragraphs, each of which is one line.
  fileprivate var paragraphs: [String] { split(separator: "\n").map { String($0) } }

  /// The words in lines of a width.
  fileprivate func wrapped(to width: Int) -> [String] {
    split(separator: " ").map { String($0) }.lines(of: width)
  }
}
