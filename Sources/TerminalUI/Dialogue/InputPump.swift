import KeywardEngine

/// Reads a terminal into the locked ring and turns what is there into what happens.
package struct InputPump: ~Copyable {
  package var ring: InputRing
  private(set) var decoder = InputDecoder()
  private var overflow = LineOverflow()

  /// Reads that one wake-up does at most, so that a flood does not keep the loop from its deadlines.
  private static let mostReads = 64

  /// A pump that has read nothing.
  package init(ring: consuming InputRing) {
    self.ring = ring
  }

  /// When a lone ESC, a silent string or a paste without end becomes something by itself.
  package var deadline: Double? { decoder.deadline.orEarlier(overflow.deadline) }

  /// Forgets what is pending and unfinished.
  package mutating func reset() {
    ring.removeAll()
    decoder = InputDecoder()
    overflow = LineOverflow()
  }

  /// What reading came to.
  package enum ReadResult: Hashable {
    case open
    case closed
  }

  /// Reads what there is and handles it, with one window for everything.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal; nil handles only what has become due.
  ///   - model: What the events are given to.
  ///   - now: The time in seconds.
  /// - Returns: Whether the terminal is still there.
  package mutating func pump(
    from descriptor: Int32?, into model: any InputTarget, at now: Double
  ) -> ReadResult {
    guard descriptor != nil || deadline != nil else { return .open }
    var result = ReadResult.open
    let protection = ring.protection
    protection.withAccess {
      model.withAccess {
        var hasRead = false
        if let descriptor {
          result = read(from: descriptor, into: model, hasRead: &hasRead, at: now)
        } else {
          handlePending(in: model, at: now)
        }
        endLostPaste(in: model, hasRead: hasRead, at: now)
      }
    }
    return result
  }

  private mutating func read(
    from descriptor: Int32, into model: any InputTarget, hasRead: inout Bool, at now: Double
  ) -> ReadResult {
    for _ in 0..<Self.mostReads {
      let room = ring.capacity - ring.count
      let outcome = ring.fill(from: descriptor)
      if case .failed = outcome { return .closed }
      if case .bytes(let count) = outcome {
        hasRead = true
        overflow.noteRead(of: count, from: descriptor)
      }
      handlePending(in: model, at: now)
      guard !model.isOver, model.request == nil else { return .open }
      switch outcome {
      // A read of length 0 is not the end: 0xFF alone looks like that.
      case .bytes(room), .empty: continue
      // What comes behind a read that was not full wakes us again.
      case .bytes, .wouldBlock, .interrupted, .failed: return .open
      }
    }
    return .open
  }

  /// Ends a paste whose end was dropped on the way; what fits of it is taken as of any other.
  private mutating func endLostPaste(
    in model: any InputTarget, hasRead: Bool, at now: Double
  ) {
    let verdict = overflow.verdict(isPasting: decoder.isPasting, hasRead: hasRead, at: now)
    guard verdict != .goesOn else { return }
    ring.removeAll()
    decoder = InputDecoder()
    model.handle(.pasteEnded, at: now)
    if verdict == .hasEndedBeforeEnter { model.handle(.key(.enter, []), at: now) }
  }

  private mutating func handlePending(in model: any InputTarget, at now: Double) {
    // With nothing pending, what is unfinished can become something, and must begin to wait.
    while !ring.isEmpty || !decoder.isIdle, !model.isOver, model.request != .suspend {
      let step = ring.withBytes { bytes -> InputDecoder.Step? in
        guard let step = decoder.step(bytes, at: now) else { return nil }
        let piece = bytes.extracting(0..<step.byteCount)
        switch step.event {
        case .text: model.insert(piece, at: now)
        case .pasteBytes:
          model.paste(piece)
          if piece.byteCount > 0 { overflow.notePaste(endingIn: piece.byte(piece.byteCount - 1)) }
        case let event?: model.handle(event, at: now)
        case nil: break
        }
        return step
      }
      guard let step else { return }
      ring.consume(step.byteCount)
    }
  }
}
