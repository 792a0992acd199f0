extension InputDecoder {
  /// The second bytes of ESC that begin something longer: `[`, `O` and those of strings.
  static let introducers: [UInt8] = [0x5b, 0x4f, 0x5d, 0x50, 0x58, 0x5e, 0x5f]

  /// Decodes a sequence that begins with ESC, in the ground state.
  mutating func escape(_ pending: RawSpan, at now: Double) -> Step? {
    guard pending.byteCount > 1 else { return nil }
    let kind = pending.byte(1)
    if isSeparate(from: kind, at: now) {
      isLeavingString = false
      return Step(byteCount: 1, event: .key(.escape, []))
    }
    if isLeavingString {
      isLeavingString = false
      guard kind == 0x5c else { return Step(byteCount: 0, event: .untyped(.message)) }
      return Step(byteCount: 2, event: nil, ground: reply?.color)
    }
    switch kind {
    case _ where kind == 0x1b || interrupts(kind):
      // Alt and a key that sends a sequence: the second ESC begins that sequence.
      return Step(byteCount: 1, event: nil)
    case 0x0d, 0x0a:
      returnTime = kind == 0x0d ? now : nil
      return Step(byteCount: 2, event: .key(.enter, .alt))
    case 0x08, 0x09, 0x7f:
      return Step(byteCount: 2, event: nil)
    case 0x00...0x1f:
      return Step(byteCount: 2, event: .untyped(.alt))
    case 0x80...:
      return altCharacter(pending)
    default:
      return introduced(pending, by: kind, from: 2)
    }
  }

  /// True if a byte came too late after a lone ESC to belong to it.
  private func isSeparate(from kind: UInt8, at now: Double) -> Bool {
    guard let waitStart, waitedBytes == 1, !Self.introducers.contains(kind),
      !(isLeavingString && kind == 0x5c)
    else { return false }
    return now - waitStart > (now < replyEnd ? Self.replyTimeout : Self.altTimeout)
  }

  /// Decodes Alt and a character of several bytes.
  private func altCharacter(_ pending: RawSpan) -> Step? {
    switch encoding.scan(pending.extracting(1..<pending.byteCount)) {
    case .incomplete: nil
    case .scalar(let count, isC1: false): Step(byteCount: 1 + count, event: .untyped(.alt))
    case .broken, .scalar: Step(byteCount: 1, event: nil)
    }
  }

  /// Decodes what follows ESC and `kind`, or the C1 character of the same meaning.
  mutating func introduced(_ pending: RawSpan, by kind: UInt8, from start: Int) -> Step? {
    switch kind {
    case 0x5b:  // [
      return controlSequence(pending, from: start)
    case 0x4f:  // O
      return singleShift(pending, from: start)
    case 0x5d, 0x50, 0x58, 0x5e, 0x5f:  // ] P X ^ _
      state = .string
      reply = kind == 0x5d ? BackgroundColorResponse() : nil
      return Step(byteCount: start, event: nil)
    default:
      return Step(byteCount: start, event: .untyped(.alt))
    }
  }

  private mutating func singleShift(_ pending: RawSpan, from start: Int) -> Step? {
    for offset in start..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x30...0x3b:
        guard offset - start > Self.longestSequence else { continue }
        state = .overlongSequence
        return Step(byteCount: offset + 1, event: nil)
      case 0x20...0x7e:
        let parameters = SequenceParameters(pending.extracting(start..<offset))
        return step(parameters.singleShift(final: pending.byte(offset)), byteCount: offset + 1)
      default:
        return broken(pending, at: offset)
      }
    }
    return nil
  }

  private mutating func controlSequence(_ pending: RawSpan, from start: Int) -> Step? {
    guard pending.byteCount > start else { return nil }
    switch pending.byte(start) {
    case 0x5b:  // ESC [ [ and a letter: function keys of the Linux console
      return console(pending, from: start + 1)
    case 0x4d:  // ESC [ M and three bytes: the old mouse report
      return oldMouse(pending, from: start + 1)
    default:
      break
    }
    for offset in start..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x20...0x3f:
        guard offset - start > Self.longestSequence else { continue }
        state = .overlongSequence
        return Step(byteCount: offset + 1, event: nil)
      case 0x40...0x7e:
        return finished(
          pending.extracting(start..<offset), from: start, final: pending.byte(offset),
          byteCount: offset + 1)
      default:
        return broken(pending, at: offset)
      }
    }
    return nil
  }

  /// Decodes the button, column and row of an old mouse report: bytes, or characters in UTF-8 mode.
  private func oldMouse(_ pending: RawSpan, from start: Int) -> Step? {
    var end = start
    for _ in 0..<3 {
      guard end < pending.byteCount else { return nil }
      let byte = pending.byte(end)
      guard byte >= 0x20 else { return broken(pending, at: end) }
      let scan = byte < 0x80 ? nil : encoding.scan(pending.extracting(end..<pending.byteCount))
      if scan == .incomplete { return nil }
      end += scan?.length ?? 1
    }
    return Step(byteCount: end, event: nil)
  }

  private mutating func console(_ pending: RawSpan, from start: Int) -> Step? {
    guard pending.byteCount > start else { return nil }
    let letter = pending.byte(start)
    guard (0x20...0x7e).contains(letter) else { return broken(pending, at: start) }
    let meaning = KeyTable.meaning(of: .console(Unicode.Scalar(letter)))
    return step(SequenceParameters(pending.extracting(0..<0)).named(meaning), byteCount: start + 1)
  }

  /// Decodes a complete control sequence.
  private mutating func finished(
    _ body: RawSpan, from start: Int, final: UInt8, byteCount: Int
  ) -> Step {
    let parameters = SequenceParameters(body)
    if final == 0x7e, parameters.isPlain, parameters.first == 200, parameters.count == 1 {
      beginPaste()
      return Step(byteCount: byteCount, event: .pasteBegan)
    }
    let meaning = parameters.meaning(final: final)
    guard case .text(let offset) = meaning else { return step(meaning, byteCount: byteCount) }
    state = .reportedText
    return Step(byteCount: start + offset, event: nil)
  }

  private func step(_ meaning: SequenceParameters.Meaning, byteCount: Int) -> Step {
    switch meaning {
    case .nothing, .text: Step(byteCount: byteCount, event: nil)
    case .event(let event): Step(byteCount: byteCount, event: event)
    case .character(let character):
      Step(byteCount: byteCount, event: .text, character: character)
    }
  }

  /// Decodes the next code of a reported text, whose final byte is pending too.
  mutating func reportedText(_ pending: RawSpan) -> Step? {
    var code: Int?
    for offset in 0..<pending.byteCount {
      switch pending.byte(offset) {
      case let digit where (0x30...0x39).contains(digit):
        code = min((code ?? 0) * 10 + Int(digit) - 0x30, SequenceParameters.largest)
      case 0x75:  // u
        state = .ground
        return typed(code, byteCount: offset + 1)
      default: return typed(code, byteCount: offset + 1)
      }
    }
    return nil
  }

  private func typed(_ code: Int?, byteCount: Int) -> Step {
    guard let code else { return Step(byteCount: byteCount, event: nil) }
    let character = SequenceParameters.printable(code)
    return Step(
      byteCount: byteCount, event: character == nil ? .untyped(.key) : .text,
      character: character)
  }
}
