extension InputDecoder {
  /// Decodes a sequence that begins with ESC, in the ground state.
  mutating func escape(_ pending: RawSpan) -> Step? {
    guard pending.byteCount > 1 else { return nil }
    let ground = isLeavingString ? reply?.color : nil
    isLeavingString = false
    switch pending.byte(1) {
    case 0x5c:  // ST
      return Step(byteCount: 2, event: nil, ground: ground)
    case 0x5b:  // [
      return controlSequence(pending)
    case 0x4f:  // O
      return singleShift(pending)
    case 0x5d, 0x50, 0x58, 0x5e, 0x5f:  // ] P X ^ _
      state = .string(left: Self.longestString)
      reply = pending.byte(1) == 0x5d ? GroundReply() : nil
      return Step(byteCount: 2, event: nil)
    case 0x1b:
      // Alt and a key that sends a sequence of its own: the second ESC begins that sequence.
      return Step(byteCount: 1, event: nil)
    case 0x0d, 0x0a:
      return Step(byteCount: 2, event: .key(.enter, .alt))
    default:
      return Step(byteCount: 2, event: nil)
    }
  }

  private func singleShift(_ pending: RawSpan) -> Step? {
    guard pending.byteCount > 2 else { return nil }
    let final = pending.byte(2)
    guard final != 0x1b else { return Step(byteCount: 2, event: nil) }
    let key: TerminalKey? =
      switch final {
      case 0x4d: .enter  // M, of the keypad
      case 0x50...0x53: .function(Int(final) - 0x4f)  // P Q R S
      default: TerminalKey(cursor: final)
      }
    return Step(byteCount: 3, event: key.map { .key($0, []) })
  }

  private mutating func controlSequence(_ pending: RawSpan) -> Step? {
    guard pending.byteCount > 2 else { return nil }
    switch pending.byte(2) {
    case 0x5b:  // ESC [ [ and a letter: function keys of the Linux console
      guard pending.byteCount > 3 else { return nil }
      let letter = pending.byte(3)
      guard letter != 0x1b else { return Step(byteCount: 3, event: nil) }
      let isKnown = (0x41...0x45).contains(letter)
      return Step(
        byteCount: 4, event: isKnown ? .key(.function(Int(letter) - 0x40), []) : nil)
    case 0x4d:  // ESC [ M and three bytes: the old mouse report
      return pending.byteCount > 5 ? Step(byteCount: 6, event: nil) : nil
    default:
      break
    }
    for offset in 2..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x20...0x3f:
        guard offset - 1 > Self.longestSequence else { continue }
        state = .overlongSequence
        return Step(byteCount: offset + 1, event: nil)
      case 0x40...0x7e:
        return finished(
          pending.extracting(2..<offset), final: pending.byte(offset), byteCount: offset + 1)
      default:
        return broken(pending, at: offset)
      }
    }
    return nil
  }

  /// Decodes a complete control sequence.
  private mutating func finished(_ body: RawSpan, final: UInt8, byteCount: Int) -> Step {
    let parameters = SequenceParameters(body)
    if final == 0x7e, parameters.isPlain, parameters.first == 200, parameters.count == 1 {
      state = .paste
      return Step(byteCount: byteCount, event: .pasteBegan)
    }
    return Step(byteCount: byteCount, event: parameters.event(final: final))
  }
}

extension TerminalKey {
  /// The key for a cursor sequence's final byte.
  init?(cursor final: UInt8) {
    switch final {
    case 0x41: self = .up
    case 0x42: self = .down
    case 0x43: self = .right
    case 0x44: self = .left
    case 0x46: self = .end
    case 0x48: self = .home
    default: return nil
    }
  }

  /// The key for `CSI number ~`.
  init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .deleteForward
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(number - 10)
    case 17...21: self = .function(number - 11)
    case 23...26: self = .function(number - 12)
    case 28, 29: self = .function(number - 13)
    case 31...34: self = .function(number - 14)
    default: return nil
    }
  }
}
