import KeywardPrograms

/// The options of prompts that are about the machine and the look of prompts, not about a question.
///
/// `keyward help settings` explains them; the help of the commands that ask leaves them out.
enum SettingsHelp {
  static let topic = "settings"
  static let summary = "Options of all prompts."

  private static let discussion = """
    The commands that ask take these options, if they apply to the question. Most can also be set for all \
    prompts, also those of gpg, ssh, sudo and git: in ~/.config/keyward/config.yaml (`mask: fixed`) or in KEYWARD_OPTIONS \
    (`--mask fixed`). keyward-config(5) lists them; `keyward doctor` shows how well this machine supports \
    them.
    """

  private static let names = [
    ("Place", ["ask-in", "take-terminal"]),
    (
      "Look", ["mask", "allow-reveal", "plain", "language", "colour", "theme", "keep", "rotate"]
    ),
    (
      "Protection",
      [
        "allow-unlocked-memory", "secret-memory", "sandbox", "require-sandbox", "watcher", "input",
        "shuffle", "feedback",
      ]
    ),
    (
      "Console and devices",
      ["mouse", "devices", "touch-rotation", "console-font", "boot", "idle-off"]
    ),
    ("Drawn keyboard", ["title", "full-width"]),
    ("Screen", ["device", "screen", "safe-area", "idiom", "orientation", "metrics"]),
  ]

  static func page(_ layout: HelpLayout = HelpLayout()) -> String {
    let options = GetCommand.texts.groups.flatMap(\.options)
    let sections = names.map { title, names in
      let rows = names.compactMap { name in
        options.first { $0.name == name }.map { ($0.label, $0.help) }
      }
      return (title: title, rows: rows)
    }
    return layout.page(["OVERVIEW: " + summary, discussion], sections)
  }

  /// The groups of a command that asks, without these options.
  static func withoutSettings(_ groups: [OptionGroup<Void>]) -> [OptionGroup<Void>] {
    let all = Set(names.flatMap(\.1))
    return groups.compactMap { group in
      let options = group.options.filter { !all.contains($0.name) }
      return options.isEmpty ? nil : OptionGroup(group.title, options)
    }
  }

  static let advice = "`keyward help settings` has more: places, looks, protection, devices."
}
