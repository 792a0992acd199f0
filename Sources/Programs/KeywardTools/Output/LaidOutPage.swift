import KeyboardEngine
import KeywardPrograms
import PromptUI

/// One page of a keyboard with every key in its place, ready for output in one of three forms.
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
    let room = screen.usableWidth
    guard let page = definition.page(selection, in: set, room: room) else {
      throw CommandFailure(
        "keyboard “\(definition.id)” has no \(selection.width.rawValue)-width page "
          + "“\(selection.page.rawValue)”; leave --width and --page out.", status: .usage)
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
    let screen = geometry.screen
    let heights = geometry.heights
    return .object([
      ("device", .string(screen.device)), ("idiom", .string(screen.idiom.rawValue)),
      ("orientation", .string(screen.orientation.rawValue)),
      ("metrics", .string(geometry.profile.name)),
      (
        "screen",
        .object([("width", .number(screen.size.width)), ("height", .number(screen.size.height))])
      ),
      (
        "safeArea",
        .object([
          ("top", .number(screen.safeArea.top)), ("left", .number(screen.safeArea.left)),
          ("bottom", .number(screen.safeArea.bottom)), ("right", .number(screen.safeArea.right)),
        ])
      ),
      (
        "keyboard",
        .object([
          ("height", .number(heights.height)), ("toolbarHeight", .number(heights.toolbarHeight)),
          ("totalHeight", .number(heights.totalHeight)), ("keyWidth", .number(heights.keyWidth)),
          ("keyHeight", .number(heights.keyHeight)),
        ])
      ),
      (
        "panel",
        .object(
          [("name", .string(selection.panel.rawValue))] + Self.members(of: geometry.panelFrame))
      ),
      ("keys", .array(layout.keys.map(Self.json))),
    ])
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
