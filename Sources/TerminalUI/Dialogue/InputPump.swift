import KeywardEngine

/// Reads a terminal into the locked ring and turns what is there into what happens.
struct InputPump: ~Copyable {
  var ring: InputRing
  private(set) var decoder = InputDecoder()
  private var overflow = LineOverflow()

  /// Reads that one wake-up does at most, so that a flood does not keep the loop from its deadlines.
  private static let mostReads = 64

  init(ring: consuming InputRing) {
    self.ring = ring
  }

  /// When a lone ESC, a silent string or a paste without end becomes something by itself.
  var deadline: Double? { [decoder.deadline, overflow.deadline].compactMap { $0 }.min() }

  /// Forgets what is pending and unfinished.
  mutating func reset() {
    ring.removeAll()
    decoder = InputDecoder()
    overflow = LineOverflow()
  }

  /// What reading came to.
  enum ReadResult: Hashable {
    case open
    case closed
  }

  /// Reads what there is and handles it, with one window for everything.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal; nil handles only what has become due.
  ///   - model: What the events are given to.
  ///   - now: The time in seconds.
  ///   - screen: What was drawn last.
  /// - Returns: Whether the terminal is still there.
  mutating func pump(
    from descriptor: Int32?, into model: some InputTarget, at now: Double,
    on screen: ComposedScreen?
  ) -> ReadResult {
    let protection = ring.protection
    let text = model.keyboard.text.protection
    return protection.withAccess {
      text.withAccess {
        var hasRead = false
        defer { endLostPaste(in: model, hasRead: hasRead, at: now, on: screen) }
        guard let descriptor else {
          handlePending(in: model, at: now, on: screen)
          return .open
        }
        for _ in 0..<Self.mostReads {
          let outcome = ring.fill(from: descriptor)
          if case .bytes(let count) = outcome {
            hasRead = true
            overflow.noteRead(of: count, from: descriptor)
          }
          switch outcome {
          case .bytes, .empty:
            // A read of length 0 is not the end: 0xFF alone looks like that.
            handlePending(in: model, at: now, on: screen)
          case .wouldBlock, .interrupted:
            handlePending(in: model, at: now, on: screen)
            return .open
          case .failed:
            return .closed
          }
          guard model.outcome == nil, model.request == nil else { return .open }
        }
        return .open
      }
    }
  }

  /// Ends a paste whose end was dropped on the way; what fits of it is taken as of any other.
  private mutating func endLostPaste(
    in model: some InputTarget, hasRead: Bool, at now: Double, on screen: ComposedScreen?
  ) {
    guard overflow.endsPaste(isPasting: decoder.isPasting, hasRead: hasRead, at: now) else {
      return
    }
    ring.removeAll()
    decoder = InputDecoder()
    model.handle(.pasteEnded, at: now, on: screen)
  }

  private mutating func handlePending(
    in model: some InputTarget, at now: Double, on screen: ComposedScreen?
  ) {
    while model.outcome == nil, model.request != .suspend {
      let step = ring.withBytes { bytes -> InputDecoder.Step? in
        guard let step = decoder.step(bytes, at: now) else { return nil }
        let piece = bytes.extracting(0..<step.byteCount)
        switch step.event {
        case .text: model.insert(piece, at: now)
        case .pasteBytes:
          model.paste(piece)
          if piece.byteCount > 0 { overflow.notePaste(endingIn: piece.byte(piece.byteCount - 1)) }
        case let event?: model.handle(event, at: now, on: screen)
        case nil: break
        }
        return step
      }
      guard let step else { return }
      ring.consume(step.byteCount)
    }
  }
}
