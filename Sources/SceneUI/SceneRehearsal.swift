import KeyboardScenes
import TerminalUI

/// A scene on an invisible screen: input goes in, and the bytes for a terminal come out.
///
///     let rehearsal = SceneRehearsal(SceneOptions(), scene: scene, keyboard: keyboard)
///     rehearsal.enter(columns: 80, rows: 24)
///     rehearsal.handle(.key(.control(0x72), []), at: 1)     // Ctrl-R
///     rehearsal.advance(to: 1.25)
///     let bytes = rehearsal.frame()
///
/// Use it for tests and measurements only: it reads no clock and never waits, and time passes only
/// by its calls.
package final class SceneRehearsal {
  let model: SceneModel
  private let palette: Palette
  private var shown: CellBuffer?
  private var resting: (column: Int, row: Int)?

  /// A scene without a window.
  ///
  /// - Parameters:
  ///   - options: Its beginning and behaviour.
  ///   - scene: The views.
  ///   - keyboard: The drawn keyboard, hidden.
  ///   - palette: The colours of the terminal.
  ///   - glyphs: The signs it shows.
  package init(
    _ options: SceneOptions, scene: KeyboardScene, keyboard: Keyboard,
    palette: Palette = .monochrome,
    glyphs: Glyphs = Glyphs(isASCII: false)
  ) {
    self.palette = palette
    var surface = PromptSurface()
    (surface.glyphs, surface.hasColor) = (glyphs, palette.hasColor)
    model = SceneModel(options, scene: scene, keyboard: keyboard, surface: surface)
  }

  /// Begins in a window of cells.
  package func enter(columns: Int, rows: Int, at now: Double = 0) {
    model.adoptWindow((columns, rows), at: now)
    model.placeFirst(at: now)
  }

  /// Gives the window another size; the next frame paints everything.
  package func resize(columns: Int, rows: Int, at now: Double) {
    model.adoptWindow((columns, rows), at: now)
    shown = nil
  }

  /// Handles a key or a mouse event.
  package func handle(_ event: InputEvent, at now: Double) { model.handle(.input(event), at: now) }

  /// Types one character into the field.
  package func insert(_ bytes: RawSpan, at now: Double) { model.insert(bytes, at: now) }

  /// Lets time pass.
  package func advance(to now: Double) { model.advance(to: now) }

  /// The time of the next action, in seconds; nil at rest.
  package var deadline: Double? { model.deadline }

  /// The bytes of the next frame; empty if nothing has changed.
  package func frame() -> [UInt8] {
    let screen = model.compose().screen
    let buffer = screen.buffer
    var encoder = FrameEncoder(palette: palette)
    encoder.append(ControlSequence.frameBegin)
    let start = encoder.bytes.count
    if encoder.encode(buffer, over: &shown) { resting = nil }
    let cursor = screen.cursor
    guard encoder.bytes.count > start || resting.map({ $0 != cursor }) ?? true else { return [] }
    resting = cursor
    encoder.rest(column: cursor.column, row: cursor.row)
    encoder.append(ControlSequence.frameEnd)
    return encoder.bytes
  }
}
