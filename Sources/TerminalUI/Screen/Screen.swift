import KeywardEngine

/// What a terminal shows, brought up to date by one write per frame.
///
///     var screen = Screen(descriptor: terminal, palette: .monochrome, modes: ScreenModes())
///     screen.show(buffer, cursor: (column: 5, row: 9))
///
/// Only the difference to the last frame goes out. While a slow terminal has not taken all of a frame
/// nothing newer may be shown: ask `isWaiting`, wait until it can be written to, call `flush()`.
///
/// It has the whole window, on the alternate screen, or with `ScreenModes.isInline` as many rows at the
/// cursor as the highest buffer it was given.
package struct Screen: ~Copyable {
  /// What became of a frame.
  package enum Progress: Hashable, Sendable {
    /// The terminal has it.
    case done
    /// The terminal took part of it; call `flush()` when it takes more.
    case waiting
    /// The terminal is gone; the number is an `errno`.
    case failed(Int32)
  }

  /// A piece of secret text shown inside a frame, straight from the region it was composed in.
  struct Reveal: ~Copyable {
    let column: Int
    let row: Int
    let byteCount: Int
  }

  let modes: ScreenModes
  private(set) var output: ScreenOutput
  private var encoder: FrameEncoder
  private var front: CellBuffer?
  private var restingPlace: (column: Int, row: Int)?
  /// What the terminal has of it; every way out knows the same.
  private var state = Leaving.ScreenState.hidden {
    didSet { if state != oldValue { Leaving.noteScreen(state, on: output.descriptor) } }
  }
  private var needsRepaint = true
  /// The rows it has at the cursor, where it has no window.
  var place = InlinePlace() {
    didSet { if place != oldValue { Leaving.changeEnd(to: end, on: output.descriptor) } }
  }

  /// The colours used from the next frame on.
  package private(set) var palette: Palette
  /// Whether the terminal is still to be asked for the colour of its ground, with the first frame.
  private(set) var asksForGround: Bool

  /// A screen nothing has been shown on.
  ///
  /// - Parameters:
  ///   - descriptor: A terminal that does not block; it is not closed.
  ///   - palette: The colours.
  ///   - modes: What the first frame switches on and the last one off.
  ///   - asksForGround: Whether the first frame asks the terminal for the colour of its ground.
  package init(
    descriptor: Int32, palette: Palette, modes: ScreenModes, asksForGround: Bool = false
  ) {
    output = ScreenOutput(descriptor: descriptor)
    encoder = FrameEncoder(palette: palette, isRelative: modes.isInline)
    self.palette = palette
    self.modes = modes
    self.asksForGround = asksForGround
  }

  /// Whether anything of it may be on the terminal.
  var isThere: Bool { state != .hidden }

  /// Whether part of a frame has not been taken yet.
  package var isWaiting: Bool { output.isWaiting }

  /// Makes the next frame paint everything, as after a resize or for Ctrl-L.
  ///
  /// Rows at the cursor are begun anew, since others may have moved them.
  package mutating func invalidate() {
    needsRepaint = true
    place.isKnown = false
  }

  /// Makes the next frame paint everything over what the terminal has echoed of what was typed.
  ///
  /// - Parameter lines: How many line ends that were; one too many would erase what is others'.
  mutating func invalidate(afterEchoOf lines: Int) {
    guard modes.isInline, place.isKnown, !isWaiting else { return invalidate() }
    needsRepaint = true
    place.echoedLines += lines
  }

  /// Uses other colours, which the next frame paints everything with.
  mutating func adopt(_ palette: Palette) {
    self.palette = palette
    encoder = FrameEncoder(palette: palette, isRelative: modes.isInline)
    needsRepaint = true
  }

  /// Shows `buffer`; no frame may be waiting.
  ///
  /// - Parameters:
  ///   - buffer: The cells.
  ///   - cursor: Where the hidden cursor is put.
  ///   - rings: Whether the bell goes with it.
  /// - Returns: How far the frame went. Nothing is written where nothing changed.
  @discardableResult
  package mutating func show(
    _ buffer: CellBuffer, cursor: (column: Int, row: Int), rings: Bool = false
  ) -> Progress {
    guard encode(buffer, cursor: cursor, rings: rings) else { return .done }
    encoder.append(ControlSequence.frameEnd)
    return noted(output.send(encoder.bytes))
  }

  /// Shows `buffer` with a secret text, which goes from its region to the terminal by the same write.
  mutating func show(
    _ buffer: CellBuffer, cursor: (column: Int, row: Int), rings: Bool,
    secret: borrowing SecretBuffer, at reveal: borrowing Reveal, within seconds: Double?
  ) -> Progress {
    if modes.isInline {
      // Who ends the screen erases from the cursor's row on. So there are rows before there are
      // characters in them, and those of the last frame are erased before anything else is drawn.
      let progress = state == .shown ? .done : show(buffer.blanked, cursor: cursor)
      guard progress == .done else { return progress }
    }
    needsRepaint = needsRepaint || front == nil || modes.isInline
    restingPlace = nil
    guard encode(buffer, cursor: cursor, rings: rings) else { return .done }
    encoder.rest(column: reveal.column, row: reveal.row)
    var after = FrameEncoder(palette: palette, isRelative: modes.isInline)
    after.begin(row: reveal.row)
    let rest = rest(for: cursor)
    after.rest(column: rest.column, row: rest.row)
    after.append(ControlSequence.frameEnd)
    do {
      try secret.write(
        first: reveal.byteCount, to: output.descriptor, before: encoder.bytes, after: after.bytes,
        within: seconds)
      return noted(.done)
    } catch  where error.isTimedOut {
      needsRepaint = true
      return .done
    } catch {
      return .failed(error.code)
    }
  }

  /// Sends what still waits of the last frame.
  package mutating func flush() -> Progress {
    noted(output.flush())
  }

  /// The beginning of the screen goes with the first frame.
  private mutating func noted(_ progress: ScreenOutput.Progress) -> Progress {
    if progress == .done, state == .uncertain { state = .shown }
    return Progress(progress)
  }

  /// Erases everything and switches the modes off, in one write.
  ///
  /// A terminal that does not take it soon is left to the end of the session, so that nobody can keep
  /// the program from leaving. Signals wait meanwhile: the end is sent once.
  ///
  /// - Returns: Whether the terminal took everything.
  @discardableResult
  package mutating func leave() -> Bool {
    guard state != .hidden else { return true }
    let end = end
    let bytes = state == .shown ? end.sequence : end.entering + end.sequence
    Leaving.uninterrupted {
      let limit = MonotonicTime.now + Self.leavingPatience
      if output.flush(until: limit) == .done {
        // From here on the end may have arrived, and must not be sent alone again.
        state = .uncertain
        var progress = output.send(bytes)
        if progress == .waiting { progress = output.flush(until: limit) }
        if progress == .done { state = .hidden }
      }
    }
    forget()
    return state == .hidden
  }

  /// How long a terminal that takes nothing is waited for here, in seconds; the end of the session waits
  /// three times as long.
  private static let leavingPatience = 0.05

  /// Notes that somebody else sent the leaving bytes; the next frame enters anew.
  mutating func wasLeft() {
    state = .hidden
    forget()
  }

  private mutating func forget() {
    output.abandon()
    front = nil
    needsRepaint = true
    if state == .hidden { place = InlinePlace() }
  }

  /// What `leave()` sends, for those who can do no more than write it.
  var end: Leaving.ScreenEnd {
    var encoder = FrameEncoder(palette: .monochrome, isRelative: modes.isInline)
    encoder.append(ControlSequence.frameBegin)
    if modes.isInline, !place.isKnown {
      // What stands in front of the cursor, or above, may be others'.
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
    encoder.append(ControlSequence.leave(modes: modes))
    encoder.append(ControlSequence.frameEnd)
    let entering =
      modes.isInline
      ? ControlSequence.freshRow(columns: place.windowColumns) : ControlSequence.alternateScreen
    return Leaving.ScreenEnd(sequence: encoder.bytes, entering: Array(entering.utf8))
  }

  /// Begins the screen.
  private mutating func enter() {
    encoder.append(ControlSequence.enter(modes: modes, columns: place.windowColumns))
    guard asksForGround else { return }
    asksForGround = false
    encoder.append(ControlSequence.groundQuestion)
    Leaving.expectAnswer(on: output.descriptor, within: GroundQuestion.patience)
  }

  /// Encodes the frame without its end; false where there is nothing to say.
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
    if needsRepaint || isFirst { front = nil }
    if encoder.encode(buffer, over: &front) { restingPlace = nil }
    // What follows is sent at once, and may be cut anywhere.
    if isFirst { state = .uncertain }
    needsRepaint = false
    let rest = rest(for: cursor)
    let isMoved = restingPlace.map { $0 != rest } ?? true
    guard encoder.bytes.count > start || isMoved || rings else { return false }
    encoder.rest(column: rest.column, row: rest.row)
    restingPlace = rest
    if rings { encoder.append(ControlSequence.bell) }
    return true
  }

  /// Where the cursor is between frames: in the first of rows whose place is not known.
  private func rest(for cursor: (column: Int, row: Int)) -> (column: Int, row: Int) {
    modes.isInline ? (0, 0) : cursor
  }
}

extension Screen.Progress {
  fileprivate init(_ progress: ScreenOutput.Progress) {
    switch progress {
    case .done: self = .done
    case .waiting: self = .waiting
    case .failed(let code): self = .failed(code)
    }
  }
}
