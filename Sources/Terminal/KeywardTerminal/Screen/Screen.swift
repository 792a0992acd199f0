import Glibc
import KeywardEngine

/// The screen of a terminal, updated by one write per frame.
///
///     var screen = Screen(descriptor: terminal, palette: .monochrome, modes: ScreenModes())
///     screen.show(buffer, cursor: (column: 5, row: 9))
///
/// While a slow terminal has not accepted a whole frame, no new one may be shown: check
/// `isWaiting`, wait until the descriptor is writable, and call `flush()`.
///
/// The screen is the whole window on the alternate screen. With `ScreenModes.isInline` it consists
/// of rows at the cursor, enough for the tallest buffer shown so far.
package struct Screen: ~Copyable {
  package enum Progress: Hashable, Sendable {
    case done
    /// The terminal accepted only a part of the frame.
    case waiting
    case failed(Int32)

    var isFailed: Bool { if case .failed = self { true } else { false } }
  }

  let modes: ScreenModes
  private(set) var output: ScreenOutput
  private var encoder: FrameEncoder
  private var front: CellBuffer?
  private var restingPlace: (column: Int, row: Int)?
  /// The state of the screen.
  ///
  /// Every change is reported to `TerminalRestore`, which restores the terminal when the program
  /// exits.
  private var state = TerminalRestore.ScreenState.hidden {
    didSet { if state != oldValue { TerminalRestore.noteScreen(state, on: output.descriptor) } }
  }
  private var needsRepaint = true
  package var wantsMouse = true
  private var reportsMouse = false
  /// True from the first time mouse reports are switched on until the screen is left.
  ///
  /// It stays true after they are switched off, because the frame that does so may be lost.
  private var mayReportMouse = false {
    didSet {
      if mayReportMouse != oldValue { TerminalRestore.changeEnd(to: end, on: output.descriptor) }
    }
  }
  var place = InlinePlace() {
    didSet { if place != oldValue { TerminalRestore.changeEnd(to: end, on: output.descriptor) } }
  }

  /// The palette for the next frame.
  package private(set) var palette: Palette
  private(set) var asksForBackground: Bool

  /// Creates a screen that is not shown yet.
  ///
  /// `descriptor` must be non-blocking. The screen does not close it.
  package init(
    descriptor: Int32, palette: Palette, modes: ScreenModes, asksForBackground: Bool = false
  ) {
    output = ScreenOutput(descriptor: descriptor)
    encoder = FrameEncoder(palette: palette, isRelative: modes.isInline)
    self.palette = palette
    self.modes = modes
    self.asksForBackground = asksForBackground
  }

  var isThere: Bool { state != .hidden }

  package var isWaiting: Bool { output.isWaiting }

  /// Makes the next frame paint everything, as after a resize or for Ctrl-L.
  ///
  /// The rows of an inline screen then begin at the cursor, since output of other programs may have
  /// moved the previous rows.
  package mutating func invalidate() {
    needsRepaint = true
    place.isKnown = false
  }

  /// Makes the next frame erase the echo of `lines` typed lines, and then paint everything.
  ///
  /// `lines` must not be too large, because the frame would then erase lines of other programs.
  mutating func invalidate(afterEchoOf lines: Int) {
    guard modes.isInline, place.isKnown, !isWaiting else { return invalidate() }
    needsRepaint = true
    place.echoedLines += lines
  }

  mutating func adopt(_ palette: Palette) {
    self.palette = palette
    encoder = FrameEncoder(palette: palette, isRelative: modes.isInline)
    needsRepaint = true
  }

  /// Sends the changes since the last frame and moves the hidden cursor; no frame may be waiting.
  @discardableResult
  package mutating func show(
    _ buffer: CellBuffer, cursor: (column: Int, row: Int), rings: Bool = false
  ) -> Progress {
    guard encode(buffer, cursor: cursor, rings: rings) else { return .done }
    encoder.append(ControlSequence.frameEnd)
    return noted(output.send(encoder.bytes))
  }

  /// Shows `buffer` with text that must not leave locked memory, such as a generated passphrase.
  ///
  /// One write sends the sanitised text to the reserved cells. If the terminal does not accept the
  /// whole frame within `seconds`, the frame is abandoned; nil waits forever.
  ///
  /// If an inline screen is not shown yet, its blank rows are sent first. If the terminal does not
  /// accept all of them, the result is `waiting`, and the frame must be shown again.
  package mutating func show(
    _ buffer: CellBuffer, cursor: (column: Int, row: Int), rings: Bool,
    revealing secret: borrowing SecretBuffer, byteCount: Int, at place: (column: Int, row: Int),
    within seconds: Double? = nil
  ) -> Progress {
    if modes.isInline {
      // An exit erases from the cursor's row down, so the rows must exist before they show
      // characters, and those of the previous frame must be erased before others are drawn.
      let progress = state == .shown ? .done : show(buffer.blanked, cursor: cursor)
      guard progress == .done else { return progress }
    }
    needsRepaint = needsRepaint || front == nil || modes.isInline
    restingPlace = nil
    guard encode(buffer, cursor: cursor, rings: rings) else { return .done }
    encoder.move(column: place.column, row: place.row)
    var after = FrameEncoder(palette: palette, isRelative: modes.isInline)
    after.begin(row: place.row)
    let rest = rest(for: cursor)
    after.move(column: rest.column, row: rest.row)
    after.append(ControlSequence.frameEnd)
    do {
      try secret.write(
        first: byteCount, to: output.descriptor, before: encoder.bytes, after: after.bytes,
        within: seconds)
      return noted(.done)
    } catch  where error.isTimedOut {
      needsRepaint = true
      return .done
    } catch {
      return .failed(error.code)
    }
  }

  /// Sends the rest of the last frame.
  package mutating func flush() -> Progress { noted(output.send()) }

  private mutating func noted(_ progress: Progress) -> Progress {
    if progress == .done, state == .uncertain { state = .shown }
    return progress
  }

  /// Erases the screen and switches its modes off.
  ///
  /// The result is false if the terminal does not accept all bytes in time; `TerminalSession.leave`
  /// then sends them again. Signals are blocked meanwhile, so that no handler sends the same bytes.
  @discardableResult
  package mutating func leave() -> Bool {
    guard state != .hidden else { return true }
    let end = end
    let bytes = state == .shown ? end.sequence : end.entering + end.sequence
    TerminalRestore.uninterrupted {
      let limit = MonotonicTime.now + Self.leavingPatience
      if output.flush(until: limit) == .done {
        // From here on, the bytes may have arrived, and must not be sent again without entering the
        // screen first.
        state = .uncertain
        var progress = output.send(bytes)
        if progress == .waiting { progress = output.flush(until: limit) }
        if progress == .done { state = .hidden }
      }
    }
    forget()
    return state == .hidden
  }

  /// The seconds that `leave` waits for the terminal to accept the bytes; the end of the session
  /// waits three times as long.
  private static let leavingPatience = 0.05

  /// Notes that other code has left the screen, so that the next frame enters the screen again.
  mutating func wasLeft() {
    state = .hidden
    forget()
  }

  private mutating func forget() {
    output.abandon()
    front = nil
    needsRepaint = true
    guard state == .hidden else { return }
    place = InlinePlace()
    (reportsMouse, mayReportMouse) = (false, false)
  }

  /// The bytes that `leave()` sends, for code that can only write, such as signal handlers.
  var end: TerminalRestore.ScreenEnd {
    var encoder = FrameEncoder(palette: .monochrome, isRelative: modes.isInline)
    encoder.append(ControlSequence.frameBegin)
    if modes.isInline, !place.isKnown {
      // Keep the cells before the cursor and the rows above: they may hold text of other programs.
      encoder.reset()
      encoder.append(ControlSequence.eraseBelow)
      if !place.keptLine.isEmpty {
        encoder.append(ControlSequence.freshRow(columns: place.windowColumns))
      }
    } else {
      encoder.erase(echoedLines: place.echoedLines)
      encoder.erase(rows: place.rows)
    }
    encoder.append(place.keptLine)
    let erasing = modes.isInline ? encoder.bytes.count : 0
    if modes.isInline {
      // If another program is already writing, only the bytes from here on are sent: the cursor is
      // then in our rows, and the cells after it are ours.
      encoder.append(ControlSequence.plainStyle)
      encoder.append(ControlSequence.eraseAfterCursor)
    }
    var modes = modes
    modes.mouse = mayReportMouse
    encoder.append(ControlSequence.leave(modes: modes))
    if palette.isProgrammed { encoder.append(ControlSequence.resetColors) }
    encoder.append(ControlSequence.frameEnd)
    let entering =
      modes.isInline
      ? ControlSequence.freshRow(columns: place.windowColumns) : ControlSequence.alternateScreen
    return TerminalRestore.ScreenEnd(
      sequence: encoder.bytes, entering: Array(entering.utf8), erasing: erasing)
  }

  private mutating func enter() {
    encoder.append(ControlSequence.enter(modes: modes, columns: place.windowColumns))
    encoder.append(palette.programming)
    guard asksForBackground else { return }
    asksForBackground = false
    encoder.append(ControlSequence.backgroundQuery)
    TerminalRestore.expectAnswer(on: output.descriptor, within: InputReader.longestWait)
  }

  private mutating func switchMouse() {
    let isWanted = modes.mouse && wantsMouse
    guard isWanted != reportsMouse else { return }
    reportsMouse = isWanted
    // Every exit must know this before the bytes are sent.
    mayReportMouse = mayReportMouse || isWanted
    encoder.append(ControlSequence.mouse(isOn: isWanted))
  }

  /// Encodes a frame without its end, which the caller appends; returns false if nothing changed.
  private mutating func encode(
    _ buffer: CellBuffer, cursor: (column: Int, row: Int), rings: Bool
  ) -> Bool {
    encoder.begin()
    encoder.append(ControlSequence.frameBegin)
    let start = encoder.bytes.count
    let isFirst = state == .hidden
    let buffer = modes.isInline ? placed(buffer, insteadOf: front) : buffer
    if isFirst {
      enter()
    } else if modes.isInline, !place.isKnown {
      encoder.append(ControlSequence.eraseBelow)
      encoder.append(ControlSequence.beginRows(columns: place.windowColumns))
    } else {
      encoder.erase(echoedLines: place.echoedLines)
      place.echoedLines = 0
    }
    if modes.isInline { place.isKnown = true }
    switchMouse()
    if needsRepaint || isFirst { front = nil }
    if encoder.encode(buffer, over: &front) { restingPlace = nil }
    // The caller sends the bytes immediately, and the terminal may accept only a part of them.
    if isFirst { state = .uncertain }
    needsRepaint = false
    let rest = rest(for: cursor)
    let isMoved = restingPlace.map { $0 != rest } ?? true
    guard encoder.bytes.count > start || isMoved || rings else { return false }
    encoder.move(column: rest.column, row: rest.row)
    restingPlace = rest
    if rings { encoder.append(ControlSequence.bell) }
    return true
  }

  private func rest(for cursor: (column: Int, row: Int)) -> (column: Int, row: Int) {
    modes.isInline ? (0, 0) : cursor
  }
}

/// The rows of an inline screen, whose position in the window is unknown.
///
/// Between frames the cursor is in the first row, so that a signal handler can erase the rows.
struct InlinePlace: Hashable {
  var rows = 0
  /// True if the cursor is still where the last frame left it.
  var isKnown = false
  /// The lines echoed since the last frame; each of them has moved the cursor down.
  var echoedLines = 0
  var windowColumns: Int?
  /// The line that replaces the rows when the screen is left, with its line end; empty for none.
  var keptLine = ""
}

extension Screen {
  /// Returns `buffer`, extended to the height of the inline screen; `front` is the last shown
  /// buffer.
  ///
  /// Rows that a shorter buffer leaves unused stay reserved until the screen is left.
  mutating func placed(_ buffer: CellBuffer, insteadOf front: CellBuffer?) -> CellBuffer {
    var next = place
    // A change of width may have wrapped our rows, so their position is unknown.
    if let front, front.columns != buffer.columns { next.isKnown = false }
    if !next.isKnown { next.echoedLines = 0 }
    next.rows = next.isKnown ? max(next.rows, buffer.rows) : buffer.rows
    if !next.isKnown { next.windowColumns = TerminalSession.window(of: output.descriptor)?.columns }
    place = next
    return buffer.extended(toRows: place.rows)
  }

  var keepsLine: Bool { !place.keptLine.isEmpty }

  /// Sets a line that replaces the rows of an inline screen when the screen is left.
  ///
  /// The line must be sanitised, and not wider than the window.
  mutating func keep(_ line: String) {
    guard modes.isInline, !line.isEmpty else { return }
    place.keptLine = line + "\r\n"
  }
}

/// Output to a non-blocking terminal, with the part of a frame that the terminal has not accepted.
struct ScreenOutput {
  let descriptor: Int32
  private var waiting: ArraySlice<UInt8> = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  var isWaiting: Bool { !waiting.isEmpty }

  /// Sends a frame, or the rest of the previous one; no other frame may be waiting.
  ///
  /// If the terminal is gone, a new frame is dropped.
  mutating func send(_ frame: [UInt8]? = nil) -> Screen.Progress {
    if let frame {
      precondition(!isWaiting, "the previous frame must be sent completely first")
      waiting = frame[...]
    }
    while isWaiting {
      let count = unsafe waiting.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        waiting = waiting.dropFirst(count)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        return .waiting
      } else if errno != EINTR {
        let code = errno
        if frame != nil { abandon() }
        return .failed(code)
      }
    }
    abandon()
    return .done
  }

  /// Sends waiting bytes until a time on the monotonic clock, even if signals interrupt.
  mutating func flush(until end: Double) -> Screen.Progress {
    var progress = send()
    while progress == .waiting, MonotonicTime.now < end {
      guard !pollOne(descriptor, for: .output, until: end).contains(.hangUp) else {
        return .failed(EIO)
      }
      progress = send()
    }
    return progress
  }

  mutating func abandon() { waiting = [] }
}
