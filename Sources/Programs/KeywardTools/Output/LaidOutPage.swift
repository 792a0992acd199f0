import KeywardEngine
import KeywardPrograms
import KeywardTerminal
import SecureMemory

struct LaidOutPage {
  let geometry: KeyboardGeometry
  let set: PanelSet
  let selection: PanelSelection
  let layout: PanelLayout
  let title: String

  init(
    definition: KeyboardDefinition, set: PanelSet, selection: PanelSelection,
    screen: ScreenDescription, profile: MetricsProfile, shuffle: ShuffleMode, title: String
  ) throws(CommandFailure) {
    let room = screen.formWidth
    guard let page = definition.page(selection, in: set, room: room) else {
      throw CommandFailure(
        "keyboard “\(definition.id)” has no \(selection.width.rawValue)-width page "
          + "“\(selection.page.rawValue)”; leave out --width and --page.", status: .usage)
    }
    do {
      geometry = try KeyboardGeometry(
        screen: screen, profile: profile, hasToolbar: !title.isEmpty,
        grid: definition.heightGrid(in: room))
      var random = SodiumRandom()
      layout = Shuffle(of: definition, mode: shuffle, random: &random)
        .apply(to: try geometry.layout(of: page), of: selection)
    } catch {
      throw CommandFailure(error)
    }
    self.set = set
    self.selection = selection
    self.title = title
  }

  var json: JSONValue {
    let (screen, insets) = (geometry.screen, geometry.screen.safeArea)
    return [
      "device": .string(screen.device), "idiom": .string(screen.idiom.rawValue),
      "orientation": .string(screen.orientation.rawValue),
      "metrics": .string(geometry.profile.name),
      "screen": ["width": .number(screen.size.width), "height": .number(screen.size.height)],
      "safeArea": [
        "top": .number(insets.top), "left": .number(insets.left),
        "bottom": .number(insets.bottom), "right": .number(insets.right),
      ],
      "keyboard": [
        "height": .number(geometry.height), "toolbarHeight": .number(geometry.toolbarHeight),
        "totalHeight": .number(geometry.totalHeight), "keyWidth": .number(geometry.keyWidth),
        "keyHeight": .number(geometry.keyHeight),
      ],
      "panel": .object(
        [("name", .string(selection.panel.rawValue))] + Self.members(of: geometry.panelFrame)),
      "keys": .array(layout.keys.map(Self.json)),
    ]
  }

  private static func json(of placed: PlacedKey) -> JSONValue {
    .object(
      [
        ("id", .string(placed.key.id)), ("label", .string(placed.key.label)),
        ("role", .string(placed.key.role.rawValue)), ("row", .number(Double(placed.row))),
        ("column", .number(Double(placed.column))),
      ] + members(of: placed.frame))
  }

  static func members(of rect: Rect) -> [(String, JSONValue)] {
    [
      ("x", .number(rect.x)), ("y", .number(rect.y)), ("width", .number(rect.width)),
      ("height", .number(rect.height)),
    ]
  }
}

extension LaidOutPage {
  /// Draws the panel as text, with only characters that the encoding of the locale supports.
  func drawing() throws(CommandFailure) -> String {
    let size = CellGrid.size(of: layout)
    // Each row has room for the edges of its boxes.
    let view = KeyboardView(layout: layout, glyphs: TerminalEnvironment.current().glyphs)
      .fitted(columns: size.columns, lines: max(size.lines, 3 * layout.rowCount))
    guard view.canBeDrawn else {
      throw CommandFailure(
        "panel “\(selection.panel.rawValue)” is too small to be drawn in cells of 8 × 16 points; "
          + "use a larger screen, or `keyward frames` with --format json or --format svg.")
    }
    return view.lines.map(TextWrap.trimmed).joined(separator: "\n")
  }
}

extension LaidOutPage {
  /// An SVG picture of the toolbar, the panel and the safe insets around it, in points.
  var picture: String {
    let insets = geometry.screen.safeArea
    let picture = layout.svg(
      name: title.isEmpty ? selection.panel.rawValue : title,
      insets: RectInsets(left: insets.left, bottom: insets.bottom, right: insets.right),
      toolbar: title.isEmpty ? nil : toolbar)
    // `print` adds the last line end itself.
    return String(picture.dropLast())
  }

  private var toolbar: PictureToolbar {
    let switches = set.panels.filter { $0 != selection.panel }
    return PictureToolbar(
      title: title, items: switches.map { KeyboardToolbarItem.panel($0).label },
      done: KeyboardToolbarItem.done.label, height: geometry.toolbarHeight)
  }
}

extension TypeCommand {
  /// Prints the screen of `keyward type` before the first key, at the size of the terminal's window
  /// or at the size set by the options.
  func printPicture(_ format: Format) throws(CommandFailure) {
    let screen = try typing.screen.pictured()
    let configuration = try typing.configuration(on: screen)
    // Nothing is typed here, so the memory need not be locked.
    let keyboard = try orFail {
      try Keyboard(configuration, text: SecretText(policy: .allowUnlocked))
    }
    keyboard.show(at: 0)
    let columns = max(1, Int((screen.size.width / CellGrid.cellWidth).rounded()))
    let rows = max(1, Int((screen.size.height / CellGrid.cellHeight).rounded()))
    // The picture is the same everywhere, unless the language is given.
    let language = typing.settings.look.language ?? .english
    let palette = format == .svg ? Self.palette(of: typing.settings.environment) : .monochrome
    let picture = ComposedScreen(
      picturing: typing.question, keyboard: keyboard, language: language, columns: columns,
      rows: rows, palette: palette
    ).buffer
    try StandardStreams.print(
      format == .svg
        ? ScreenPicture(picture, palette: palette).svg
        : picture.lines.map(TextWrap.trimmed).joined(separator: "\n"))
  }

  private static func palette(of environment: TerminalEnvironment) -> Palette {
    Palette(depth: environment.refusesColor ? .none : .direct, isLight: environment.palette.isLight)
  }
}
