import ArgumentParser
import KeywardEngine
import SecretCommands
import SecureMemory

/// `keyward frames`: prints the geometry of one page of a keyboard.
struct FramesCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames", abstract: "Show heights, panel and every key's frame.",
    discussion: """
      Points, y downwards. Key frames are in the panel's coordinates, the panel in the screen's with \
      the keyboard docked. Without --device and --screen the terminal window is the screen, a cell \
      being 8 x 16 points; without a terminal either, LINES and COLUMNS, else 80 x 24 cells.
      """)

  /// The form of the output.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, svg
  }

  @OptionGroup(title: "Screen options") var screen: ScreenArguments
  @OptionGroup(title: "Keyboard options") var keyboard: KeyboardArguments

  @Option(help: "The page of --panel symbols.")
  var page: SymbolPage?

  @Option(help: "The width of the characters of --panel symbols; full is short for --full-width.")
  var width: PanelWidth?

  @Option(help: "A drawing, the frames as JSON, or a picture a browser shows.")
  var format = Format.text

  func validate() throws {
    if keyboard.panel != .symbols, page != nil || width != nil {
      throw ValidationError("--page and --width choose a page of --panel symbols; add it.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let shown = try laidOutPage()
    switch format {
    case .text: try StandardStreams.print(try shown.drawing())
    case .json: try StandardStreams.print(shown.json.linesText)
    case .svg: try StandardStreams.print(shown.picture)
    }
    return .done
  }

  private func laidOutPage() throws(CommandFailure) -> LaidOutPage {
    var options = keyboard.values
    let screen = screen.values
    if width == .full { options.fullWidth = true }
    let keyboards = try options.keyboards()
    let set = try options.panelSet(of: keyboards)
    let selection = PanelSelection(
      panel: set.first, page: page ?? .digits, width: width ?? .half)
    return try LaidOutPage(
      definition: keyboards[0], set: set, selection: selection, screen: screen.description(),
      profile: screen.profile(), shuffle: options.shuffle ?? .none, title: options.title)
  }
}
