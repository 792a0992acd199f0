import ConstraintLayout
import Keyward
import Testing

@testable import Studio

struct HarnessError: Error {
  let description: String
  init(_ description: String) { self.description = description }
}

/// An interactive scene on simulated time, and its drawing.
final class SceneHarness {
  let model: SceneModel
  private var shown: Canvas?
  private(set) var now = 0.0
  private(set) var frames = 0
  /// The events about the keyboard's frame and the orientation.
  private var events: [KeyboardEvent] = []
  private var tokens: [EventToken] = []
  private var decoder = KeyDecoder()

  /// A scene in a window, with its first frame shown; `file` is a scene file in place of one of the
  /// studio's, `screen` a screen other than the window.
  init(
    _ name: String = "tour", file: String? = nil, columns: Int = 80, rows: Int = 24,
    direction: ReadingDirection = .leftToRight, screen: ScreenDescription? = nil,
    _ change: (inout SceneOptions) -> Void = { _ in }
  ) throws {
    let text = try file.map { try SceneFile(yaml: Array($0.utf8), name: "test.yaml") }
    let scene = try #require(try text ?? StudioScenes.scene(named: name))
    var options = SceneOptions()
    options.followsWindow = screen == nil
    change(&options)
    model = try StudioProgram.model(
      of: scene, options, screen: screen ?? ScreenDescription(columns: 80, rows: 24),
      direction: direction)
    model.adoptWindow((columns, rows), at: 0)
    model.begin(at: 0)
    tokens = [
      model.keyboard.bus.observe { [weak self] event in
        if event.detail == .none || event.orientation != nil { self?.events.append(event) }
      }
    ]
    show()
  }

  /// The names of the events since the last call, such as `WC WH DC DH`.
  func takeEvents() -> String {
    defer { events = [] }
    return events.map { event in
      switch event.name {
      case .keyboardWillChangeFrame: "WC"
      case .keyboardDidChangeFrame: "DC"
      case .keyboardWillShow: "WS"
      case .keyboardDidShow: "DS"
      case .keyboardWillHide: "WH"
      case .keyboardDidHide: "DH"
      case .orientationDidChange: "O"
      default: event.name.rawValue
      }
    }.joined(separator: " ")
  }

  // MARK: Input

  func type(_ text: String) {
    for event in decoder.decode(Array(text.utf8)) + decoder.flush() {
      model.handle(event, at: now)
    }
    show()
  }

  func control(_ letter: Character) {
    type(String(UnicodeScalar((letter.asciiValue ?? 0x60) & 0x1f)))
  }

  func press(_ column: Int, _ row: Int) { type("\u{1b}[<0;\(column + 1);\(row + 1)M") }
  func drag(_ column: Int, _ row: Int) { type("\u{1b}[<32;\(column + 1);\(row + 1)M") }
  func release(_ column: Int, _ row: Int) { type("\u{1b}[<0;\(column + 1);\(row + 1)m") }

  /// Lets time pass like the program: with a frame whenever one is due.
  func wait(_ seconds: Double) {
    let end = now + seconds
    while let deadline = model.deadline, deadline < end {
      // The program wakes a little late, never early.
      now = max(now, deadline)
      model.advance(to: now)
      show()
    }
    now = end
    model.advance(to: now)
    show()
  }

  func resize(columns: Int, rows: Int) {
    model.adoptWindow((columns, rows), at: now)
    show()
  }

  // MARK: Looking

  private func show() {
    let canvas = model.draw().canvas
    if canvas != shown { frames += 1 }
    shown = canvas
  }

  var lines: [String] { shown?.lines ?? [] }
  var text: String { lines.joined(separator: "\n") }
  var state: KeyboardState { model.state }

  /// The text typed so far.
  var typed: String {
    model.keyboard.text.withBytes { bytes in
      String(decoding: bytes.withUnsafeBytes { Array($0) }, as: UTF8.self)
    }
  }

  var grip: (column: Int, row: Int) {
    guard let grip = model.drawn?.grip else { return (-1, -1) }
    return (grip.column + grip.columns / 2, grip.line)
  }

  /// The cell of a key with this label; the keyboard is searched from below, since alternates are
  /// drawn above their key.
  func cap(_ label: String) throws -> (column: Int, row: Int) {
    guard let area = model.drawn?.keyboardArea, let shown else {
      throw HarnessError("no keyboard is drawn")
    }
    let caps: [Canvas.Style] = [.cap, .functionCap, .selected]
    func isBlank(_ column: Int, _ row: Int) -> Bool {
      !(0..<shown.columns).contains(column) || shown[column, row].character == " "
    }
    // Alternates may be drawn above the keyboard.
    for row in (max(0, area.line - 3)..<min(shown.rows, area.line + area.lines)).reversed() {
      for column in max(0, area.column)..<min(shown.columns, area.column + area.columns) {
        let cell = shown[column, row]
        if cell.character == Character(label), caps.contains(cell.style),
          isBlank(column - 1, row), isBlank(column + 1, row)
        {
          return (column, row)
        }
      }
    }
    throw HarnessError("no key “\(label)” is drawn")
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
