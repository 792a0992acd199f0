import KeywardPrograms

struct HelpPage {
  let layout: HelpLayout

  /// The text of a command's or group's help, without a line end.
  func text(_ found: CommandGroup.Found) -> String {
    switch found.node {
    case .command(let type):
      text(
        type.summary, type.discussion, usage: Self.usage(found),
        sections(type.texts.argument, type.texts.groups) + [layout.section("Other", [Self.help])])
    case .group(let group):
      text(
        group.summary, group.discussion, usage: Self.usage(found),
        [
          layout.section("Commands", group.nodes.map { ($0.name, $0.summary) }),
          layout.section("Options", (found.path.isEmpty ? [Self.version] : []) + [Self.help]),
          layout.paragraph(
            "`keyward help \((found.path + ["COMMAND"]).joined(separator: " "))` explains a command."
          ),
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
    let paragraphs = discussion.split(separator: "\n").map { String($0) }
    let parts = ["OVERVIEW: " + summary] + paragraphs + ["USAGE: " + usage]
    return (parts.map(layout.paragraph) + sections).joined(separator: "\n\n")
  }

  private func sections(
    _ argument: CommandOption<Void>?, _ groups: [OptionGroup<Void>]
  ) -> [String] {
    let arguments = argument.map { [layout.section("Arguments", [($0.label, $0.help)])] } ?? []
    return arguments
      + groups.map { layout.section($0.title, $0.options.map { ($0.label, $0.help) }) }
  }
}
