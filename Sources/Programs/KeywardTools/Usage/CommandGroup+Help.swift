import KeywardPrograms

extension CommandGroup.Found {
  func help(_ layout: HelpLayout = HelpLayout()) -> String {
    let help = ("-h, --help", "Show this help.")
    var sections: [String] = []
    let (summary, discussion): (String, String)
    switch node {
    case .command(let type):
      (summary, discussion) = (type.summary, type.discussion)
      let (argument, all) = type.texts
      let isAsking = type is any SecretCommand.Type
      let groups = isAsking ? SettingsHelp.withoutSettings(all) : all
      if let argument {
        sections.append(layout.section("Arguments", [(argument.label, argument.help)]))
      }
      sections += type.tables.map { layout.section($0.title, $0.rows) }
      sections += groups.map { layout.section($0.title, $0.options.map { ($0.label, $0.help) }) }
      sections.append(layout.section("Other", [help]))
      if isAsking { sections.append(layout.paragraph(SettingsHelp.advice)) }
    case .group(let group):
      (summary, discussion) = (group.summary, group.discussion)
      let version = path.isEmpty ? [("--version", "Show the version.")] : []
      let words = (path + ["COMMAND"]).joined(separator: " ")
      sections = [
        layout.section("Commands", group.nodes.map { ($0.name, $0.summary) }),
        layout.section("Options", version + [help]),
        layout.paragraph(
          "`keyward help \(words)` explains a command"
            + (path.isEmpty
              ? ", `keyward help \(SettingsHelp.topic)` the options of all prompts." : ".")),
      ]
    }
    let paragraphs =
      ["OVERVIEW: " + summary] + discussion.split(separator: "\n").map(String.init)
      + ["USAGE: " + usage]
    return (paragraphs.map(layout.paragraph) + sections).joined(separator: "\n\n")
  }

  /// Example: `keyward exec [OPTIONS] -- COMMAND...`.
  var usage: String {
    guard case .command(let type) = node else { return "\(title) COMMAND" }
    let (argument, groups) = type.texts
    let parts = [title, groups.isEmpty ? nil : "[OPTIONS]", argument?.usage]
    return parts.compactMap(\.self).joined(separator: " ")
  }
}
