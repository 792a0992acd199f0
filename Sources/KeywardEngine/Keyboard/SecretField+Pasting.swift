/// A paste between its first byte and its last.
struct PasteProgress {
  /// Whether the policy accepts it.
  var isTaken: Bool
  /// The number of bytes without room.
  var dropped = 0
  /// True if only one line end was dropped, which would have been dropped in any case.
  var droppedLineEnd = true
  var lastDropped: UInt8 = 0
}

extension SecretField {
  /// Begins a paste; no part of it counts before its end.
  ///
  /// - Parameter isAllowed: Whether the physical keyboard, which pastes, may type at all.
  package func beginPaste(isAllowed: Bool = true) {
    cancelPaste()
    let isTaken =
      switch acceptance.paste {
      case .always: isAllowed
      case .whenEmpty: isAllowed && text.isEmpty
      case .never: false
      }
    paste = PasteProgress(isTaken: isTaken)
    if isTaken { text.beginInsertion() }
  }

  /// Stages some bytes of a paste, cut anywhere; drops those without room.
  package func paste(_ bytes: RawSpan) {
    guard var progress = paste else { return }
    guard progress.isTaken, text.isInserting else {
      progress.isTaken = false
      paste = progress
      return
    }
    let room = text.capacity - text.byteCount - text.stagedByteCount
    // After dropped bytes, later ones must not close the gap.
    let fitting = progress.dropped > 0 ? 0 : min(room, bytes.byteCount)
    if fitting > 0 { text.stage(bytes.extracting(0..<fitting)) }
    for index in fitting..<bytes.byteCount {
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      let isEnd =
        progress.dropped == 0
        ? byte == 0x0a || byte == 0x0d
        : progress.dropped == 1 && progress.lastDropped == 0x0d && byte == 0x0a
      progress.droppedLineEnd = progress.droppedLineEnd && isEnd
      progress.dropped += 1
      progress.lastDropped = isEnd ? byte : 0
    }
    paste = progress
  }

  /// True if the paste so far has a line break inside, not only at its end.
  package var hasLineBreakInPaste: Bool {
    text.withStagedBytes { bytes in
      let end = bytes.byteCount - Self.lineEndLength(of: bytes)
      return (0..<end).contains { index in
        let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        return byte == 0x0a || byte == 0x0d
      }
    }
  }

  /// Ends a paste: drops one line end at its very end, then takes the rest by the rules for typing,
  /// or wipes it all.
  ///
  /// - Returns: `tooLong` if only a part fitted and was taken.
  package func endPaste() -> Outcome {
    guard let progress = paste else { return .ignored }
    paste = nil
    guard progress.isTaken, text.isInserting else {
      text.cancelInsertion()
      return .rejected(.disabled)
    }
    return text.protection.withAccess { () -> Outcome in
      finishStaging(progress)
      if text.stagedByteCount == 0 {
        text.cancelInsertion()
        return .ignored
      }
      let taken = takeStaged(cutting: true)
      let lost = progress.dropped > 0 && !progress.droppedLineEnd
      return taken == .accepted && lost ? .rejected(.tooLong) : taken
    }
  }

  /// Ends a paste without effect, for a dialogue that ends before it.
  package func cancelPaste() {
    paste = nil
    text.cancelInsertion()
  }

  /// Removes a line end, or the beginning of a character whose rest had no room.
  private func finishStaging(_ progress: PasteProgress) {
    if progress.dropped == 0 {
      text.unstageLast(text.withStagedBytes { Self.lineEndLength(of: $0) })
    } else if progress.droppedLineEnd {
      // A carriage return at the capacity and its line feed behind it are one line end.
      let isSplit =
        progress.lastDropped == 0x0a && progress.dropped == 1
        && text.withStagedBytes { Self.lineEndLength(of: $0) == 1 && Self.endsWithReturn($0) }
      if isSplit { text.unstageLast(1) }
    } else {
      text.unstageLast(text.withStagedBytes { Self.brokenTailLength(of: $0) })
    }
  }

  private static func byte(_ bytes: RawSpan, _ fromEnd: Int) -> UInt8 {
    let index = bytes.byteCount - fromEnd
    return index < 0 ? 0 : unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }

  private static func endsWithReturn(_ bytes: RawSpan) -> Bool { byte(bytes, 1) == 0x0d }

  private static func lineEndLength(of bytes: RawSpan) -> Int {
    switch (byte(bytes, 2), byte(bytes, 1)) {
    case (0x0d, 0x0a): 2
    case (_, 0x0a), (_, 0x0d): 1
    default: 0
    }
  }

  /// The length of an unfinished character at the end.
  private static func brokenTailLength(of bytes: RawSpan) -> Int {
    for length in 1...3 {
      let lead = byte(bytes, length)
      if lead & 0xc0 == 0x80 { continue }
      let whole = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
      return whole > length ? length : 0
    }
    return 0
  }
}
