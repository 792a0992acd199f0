import KeywardEngine
import KeywardPrograms
import SecureMemory

struct FramesCommand: Command {
  static let name = "frames"
  static let summary = "Draw a panel of a keyboard, or print heights and frames as JSON."
  static let discussion = """
    --format json prints the heights of the keyboard, its toolbar and its keys, and the frames of the \
    panel and its keys, in points, with y downwards. Key frames are in the panel's coordinates; the \
    panel's frame is in screen coordinates, with the keyboard docked. Without --device and --screen the \
    terminal window is the screen, with cells of 8 x 16 points. Without a terminal, the size comes from \
    LINES and COLUMNS, or is 80 x 24 cells.
    """

  private var format = DrawingFormat.text
  private var page: SymbolPage?
  private var width: PanelWidth?
  private var screen = ScreenOptions()
  private var keyboard = KeyboardOptions()

  init(_ settings: ProgramSettings) {}

  static let groups = [
    OptionGroup<Self>([
      .value("format", .name, "A drawing (default), JSON, or an SVG picture.") {
        $0.format = $1
      },
      .value("page", .name, "Page to show with --panel symbols; default: digits.") { $0.page = $1 },
      .value(
        "width", .name,
        """
        Width of the characters on --panel symbols; default: half. The value full implies --full-width.
        """
      ) { $0.width = $1 },
    ]),
    KeyboardOptions.group.within { $1(&$0.keyboard) },
    ScreenOptions.group.within { $1(&$0.screen) },
  ]

  func validate() throws(UsageError) {
    try screen.validate()
    if keyboard.panel != .symbols, page != nil || width != nil {
      throw UsageError("--page and --width need --panel symbols; add it.")
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
    var options = keyboard
    if width == .full { options.fullWidth = true }
    let keyboards = try options.definitions()
    let set = try options.panelSet(of: keyboards)
    let selection = PanelSelection(panel: set.first, page: page ?? .digits, width: width ?? .half)
    return try LaidOutPage(
      definition: keyboards[0], set: set, selection: selection, screen: screen.description(),
      profile: screen.profile(), shuffle: options.shuffle, title: options.title)
  }
}
