import KeyboardScenes
import KeywardTestSupport

@testable import KeywardTools
@testable import PromptUI

/// An interactive scene on simulated time, and its picture on a terminal.
final class SceneHarness {
  let model: SceneModel
  private let palette: Palette
  private var screenShown: CellBuffer?
  private var resting: (column: Int, row: Int)?
  private(set) var emulator: TerminalEmulator
  private(set) var now = 0.0
  private(set) var frames = 0
  /// The events about the keyboard's frame and the orientation.
  private var events: [KeyboardEvent] = []
  private var tokens: [EventToken] = []
  private var decoder = InputDecoder()

  /// A scene in a window, with its first frame shown; `file` is a scene file in place of a shipped
  /// one, `screen` a screen other than the window.
  init(
    _ name: String = "tour", file: String? = nil, columns: Int = 80, rows: Int = 24,
    direction: ReadingDirection = .leftToRight, screen: ScreenDescription? = nil,
    hasColor: Bool = false, isASCII: Bool = false, _ change: (inout SceneOptions) -> Void = { _ in }
  ) throws {
    let shipped = try ShippedScenes.scene(named: name)
    let text = try file.map { try SceneFile(yaml: Array($0.utf8), name: "test.yaml") }
    guard let scene = text ?? shipped else { throw HarnessError("no scene \(name)") }
    var configuration = try KeyboardConfiguration(
      screen: screen ?? ScreenDescription(columns: 80, lines: 24))
    configuration.direction = direction
    configuration.returnNeedsText = true
    var options = SceneOptions()
    options.followsWindow = screen == nil
    change(&options)
    palette = Palette(depth: hasColor ? .direct : .none, isLight: false)
    var surface = PromptSurface()
    (surface.glyphs, surface.hasColor) = (Glyphs(isASCII: isASCII), palette.hasColor)
    surface.hasBlocks = palette.hasPanel
    model = SceneModel(
      options,
      scene: try KeyboardScene(
        scene.onCells(of: Size(width: 8, height: 16)),
        direction: direction, labels: .cells),
      keyboard: try Keyboard(configuration, text: SecretText(policy: .allowUnlocked)),
      surface: surface)
    emulator = TerminalEmulator(columns: columns, rows: rows, width: CharacterWidth.of)
    model.handle(.window(columns: columns, rows: rows), at: 0)
    model.handle(.began(nil), at: 0)
    tokens = [
      model.keyboard.bus.observe { [weak self] event in
        if event.detail == .none || event.orientation != nil { self?.events.append(event) }
      }
    ]
    show()
  }

  func takeEvents() -> String {
    defer { events = [] }
    return events.picture
  }

  // MARK: Input

  func type(_ text: String) {
    var rest = Array(text.utf8)
    while !rest.isEmpty, let step = decoder.step(rest.span.bytes, at: now) {
      let piece = Array(rest.prefix(step.byteCount))
      switch step.event {
      case .text: model.insert(piece.span.bytes, at: now)
      case .pasteBytes: model.paste(piece.span.bytes)
      case let event?: model.handle(.input(event), at: now)
      case nil: break
      }
      rest.removeFirst(step.byteCount)
    }
    if rest == [0x1b] { model.handle(.input(.key(.escape, [])), at: now) }
    show()
  }

  func control(_ letter: Character) {
    type(String(UnicodeScalar((letter.asciiValue ?? 0x60) & 0x1f)))
  }

  func press(_ column: Int, _ row: Int) { type("\u{1b}[<0;\(column + 1);\(row + 1)M") }
  func drag(_ column: Int, _ row: Int) { type("\u{1b}[<32;\(column + 1);\(row + 1)M") }
  func release(_ column: Int, _ row: Int) { type("\u{1b}[<0;\(column + 1);\(row + 1)m") }

  /// Lets time pass like the loop: with a frame whenever one is due.
  func wait(_ seconds: Double) {
    let end = now + seconds
    while let deadline = model.deadline, deadline < end {
      // The loop wakes a little late, never early.
      now = max(now, deadline)
      model.advance(to: now)
      show()
    }
    now = end
    model.advance(to: now)
    show()
  }

  func resize(columns: Int, rows: Int) {
    model.handle(.window(columns: columns, rows: rows), at: now)
    screenShown = nil
    emulator = TerminalEmulator(columns: columns, rows: rows, width: CharacterWidth.of)
    show()
  }

  // MARK: Looking

  private func show() {
    let bytes = frame()
    if !bytes.isEmpty { frames += 1 }
    emulator.feed(bytes)
  }

  /// The bytes of the next frame; empty if nothing has changed.
  func frame() -> [UInt8] {
    let screen = model.compose().screen
    var encoder = FrameEncoder(palette: palette)
    encoder.append(ControlSequence.frameBegin)
    let start = encoder.bytes.count
    if encoder.encode(screen.buffer, over: &screenShown) { resting = nil }
    let cursor = screen.cursor
    guard encoder.bytes.count > start || resting.map({ $0 != cursor }) ?? true else { return [] }
    resting = cursor
    encoder.move(column: cursor.column, row: cursor.row)
    encoder.append(ControlSequence.frameEnd)
    return encoder.bytes
  }

  var lines: [String] { emulator.lines }
  var text: String { lines.joined(separator: "\n") }
  var state: KeyboardState { model.state }

  var grip: (column: Int, row: Int) {
    guard let grip = model.drawn?.grip else { return (-1, -1) }
    return (grip.column + grip.columns / 2, grip.line)
  }

  /// The cell of a key with this letter; the keyboard is searched from below, since alternates are
  /// drawn above their key.
  func cap(_ letter: String) throws -> (column: Int, row: Int) {
    guard let area = model.drawn?.keyboardArea else { throw HarnessError("no keyboard is drawn") }
    for row in (area.line..<area.line + area.lines).reversed() {
      for column in area.column..<area.column + area.columns
      where emulator[column, row].text == letter
        && [" ", "│"].contains(emulator[max(0, column - 1), row].text)
      {
        return (column, row)
      }
    }
    throw HarnessError("no key “\(letter)” is drawn")
  }

  func frame(of name: String) -> Rect {
    guard let item = model.scene.items.first(where: { $0.name == name }) else { return .zero }
    return model.scene.engine.absoluteFrame(of: item)
  }

  func shownFrame(of name: String) -> Rect {
    guard let index = model.scene.items.firstIndex(where: { $0.name == name }) else { return .zero }
    let frames = model.shown
    return frames.views[index].offset(x: -frames.screen.x, y: -frames.screen.y)
  }

  var near: [String] { model.scene.keyboard.nearEdges.names }
}
