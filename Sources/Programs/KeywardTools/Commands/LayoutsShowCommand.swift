import KeywardEngine
import KeywardPrograms
import SecureMemory

struct LayoutsShowCommand: Command {
  static let name = "show"
  static let summary = "Draw the panels of a keyboard."
  static let discussion =
    "To print the frames of one panel, or an SVG picture of it, use keyward frames --layout NAME."

  private var keyboard = ""
  private var format = TextFormat.text
  private var screen = ScreenOptions()

  init(_ settings: ProgramSettings) {}

  static let argument: CommandOption<Self>? = .argument(
    "NAME|FILE", .one, .text(offers: .keyboards), "The keyboard."
  ) { $0.keyboard = $1 }

  static let groups = [
    OptionGroup<Self>([
      .value("format", .name, "Drawings (default), or the text of each key at each level as JSON.")
      {
        $0.format = $1
      }
    ]),
    ScreenOptions.group.within { $1(&$0.screen) },
  ]

  func validate() throws(UsageError) { try screen.validate() }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let definition = try KeyboardDefinition.named(keyboard)
    if format == .json {
      try StandardStreams.print(definition.json.linesText)
      return .done
    }
    let description = try screen.description()
    let profile = try screen.profile()
    var parts = ["\(definition.id): \(definition.title) (\(definition.language))"]
    for selection in Self.selections(of: definition) {
      // The panel set has all switch keys of the page, including those that change the width.
      let set = try orFail {
        try PanelSet(
          of: definition, startingWith: selection.panel, fullWidth: selection.width == .full)
      }
      let page = try LaidOutPage(
        definition: definition, set: set, selection: selection, screen: description,
        profile: profile, shuffle: .none, title: "")
      parts.append(Self.heading(selection, page.layout.form) + "\n" + (try page.drawing()))
    }
    try StandardStreams.print(parts.joined(separator: "\n\n"))
    return .done
  }

  private static func selections(of definition: KeyboardDefinition) -> [PanelSelection] {
    definition.panels.flatMap { panel in
      panel.pages.prefix(panel.name == .symbols ? 4 : 1).map {
        PanelSelection(panel: panel.name, page: $0.page, width: $0.width)
      }
    }
  }

  private static func heading(_ selection: PanelSelection, _ form: FormName?) -> String {
    guard selection.panel == .symbols else {
      return selection.panel.rawValue + (form.map { ", form \($0.rawValue)" } ?? "")
    }
    return "symbols, page \(selection.page.rawValue), \(selection.width.rawValue) width"
  }
}
