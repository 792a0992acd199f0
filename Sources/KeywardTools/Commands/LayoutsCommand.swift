import ArgumentParser

/// `keyward layouts`: the commands about keyboards.
struct LayoutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts", abstract: "List, draw, check and import keyboards.",
    discussion: """
      Your own keyboards are $XDG_CONFIG_HOME/keyward/keyboards/NAME.yaml (~/.config where that is \
      not set).
      """,
    subcommands: [
      LayoutsListCommand.self, LayoutsShowCommand.self, LayoutsCheckCommand.self,
      LayoutsImportCommand.self,
    ])
}
