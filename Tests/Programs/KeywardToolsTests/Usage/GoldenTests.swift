import Foundation
import KeywardPrograms
import KeywardTestSupport
import Testing

@testable import KeywardTools

/// The texts made of the declared options: help, completions, and the lists in manuals.
///
/// `make goldens` writes them after a change of an option.
@Suite struct GoldenTests {
  static let nodes = nodes(.root, [])

  private static func nodes(_ group: CommandGroup, _ path: [String]) -> [[String]] {
    var paths = [path]
    for node in group.nodes {
      let inner = path + [node.name]
      if case .group(let group) = node { paths += nodes(group, inner) } else { paths.append(inner) }
    }
    return paths
  }

  @Test func help() throws {
    var pages: [String] = []
    for path in Self.nodes {
      let page = try CommandGroup.find(path[...]).help(HelpLayout(width: 80))
      pages.append("$ keyward help \(path.joined(separator: " "))\n\(page)\n")
    }
    pages.append("$ keyward help settings\n\(SettingsHelp.page(HelpLayout(width: 80)))\n")
    try expect(
      pages.joined(separator: "\n"), in: "Tests/Programs/KeywardToolsTests/Goldens/help.txt")
  }

  @Test func completions() throws {
    var parts: [String] = []
    for path in Self.nodes {
      for words in [path + [""], path + ["-"]] {
        let lines = Completion.lines(for: words)
        parts.append("$ keyward \(words.joined(separator: " "))<Tab>\n" + text(lines))
      }
    }
    for shell in ["bash", "zsh", "fish"] {
      let script = try #require(Completion.script(for: shell))
      parts.append("$ keyward --generate-completion-script \(shell)\n\(script)\n")
    }
    try expect(
      parts.joined(separator: "\n"), in: "Tests/Programs/KeywardToolsTests/Goldens/completions.txt")
  }

  @Test func optionsInTheManual() throws {
    var text = ""
    for group in GetCommand.groups.dropFirst() {
      text += ".SS \(group.title)\n"
      for option in group.options { text += Roff.entry(option.label, option.help) }
    }
    try expect(text, between: Roff.marks("options"), of: "Docs/Manuals/keyward.1")
  }

  /// Options that several commands have are in the list of all options only.
  @Test func commandsInTheManual() throws {
    let shared = GetCommand.groups.dropFirst().flatMap(\.options).map { "\($0.label) \($0.help)" }
    var text = ""
    for path in Self.nodes {
      let found = try CommandGroup.find(path[...])
      guard case .command(let type) = found.node else { continue }
      text += ".SS \"\(Roff.escaped(found.usage))\"\n\(Roff.escaped(type.summary))\n"
      for paragraph in type.discussion.split(separator: "\n") {
        text += ".PP\n\(Roff.escaped(String(paragraph)))\n"
      }
      let (argument, groups) = type.texts
      for option in (argument.map { [$0] } ?? []) + groups.flatMap(\.options)
      where !shared.contains("\(option.label) \(option.help)") {
        text += Roff.entry(option.label, option.help)
      }
      for table in type.tables {
        text += ".PP\n\(Roff.escaped(table.title)):\n"
        for (form, meaning) in table.rows { text += Roff.entry(form, meaning) }
      }
    }
    try expect(text, between: Roff.marks("commands"), of: "Docs/Manuals/keyward.1")
  }

  @Test func optionsOfThePinentry() throws {
    let text = PinentryArguments.texts.map { Roff.entry($0.label, $0.help) }.joined()
    try expect(text, between: Roff.marks("options"), of: "Docs/Manuals/pinentry-keyward.1")
  }

  @Test func settingsInTheManuals() throws {
    var (entries, labels) = ("", "")
    for setting in ProgramSettings.settings {
      entries += Roff.entry("\(setting.name): \(setting.values.description)", setting.help)
      labels += ".br\n" + Roff.bold(setting.label) + "\n"
    }
    try expect(entries, between: Roff.marks("settings"), of: "Docs/Manuals/keyward-config.5")
    try expect(labels, between: Roff.marks("settings"), of: "Docs/Manuals/pinentry-keyward.1")
  }

  @Test func everyNameIsThereOnce() throws {
    for path in Self.nodes {
      guard case .command(let type) = try CommandGroup.find(path[...]).node else { continue }
      let names = type.texts.groups.flatMap { $0.options.flatMap(\.words) }
      #expect(names.count == Set(names).count, "\(path)")
    }
  }

  // MARK: Files

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Compares a text with a file, or writes it.
  private func expect(_ text: String, in path: String) throws {
    let place = Self.root + path
    if Self.writes { try text.write(toFile: place, atomically: true, encoding: .utf8) }
    let expected = try String(contentsOfFile: place, encoding: .utf8)
    let difference = text.split(separator: "\n").difference(from: expected.split(separator: "\n"))
    #expect(text == expected, "\(path), run make goldens: \(difference)")
  }

  /// Compares a text with the lines between two marks of a file, or writes it there.
  private func expect(_ text: String, between marks: (String, String), of path: String) throws {
    let content = try String(contentsOfFile: Self.root + path, encoding: .utf8)
    let start = try #require(content.range(of: marks.0)?.upperBound, "\(path)")
    let end = try #require(content.range(of: marks.1)?.lowerBound, "\(path)")
    try expect(content[..<start] + text + content[end...], in: path)
  }

  private static let root = Repository.path + "/"
  private static let writes = ProcessInfo.processInfo.environment["KEYWARD_WRITE_GOLDENS"] != nil
}

private enum Roff {
  static func marks(_ name: String) -> (String, String) {
    (".\\\" \(name), by make goldens\n", ".\\\" end of \(name)\n")
  }

  static func entry(_ label: String, _ help: String) -> String {
    ".TP\n\(bold(label))\n\(escaped(help))\n"
  }

  static func bold(_ text: String) -> String { ".B \"\(escaped(text))\"" }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "-": result += "\\-"
      case "\\": result += "\\e"
      case "\"": result += "\\(dq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u" + String(scalar.value, radix: 16, uppercase: true) + "]"
      }
    }
    return result
  }
}
