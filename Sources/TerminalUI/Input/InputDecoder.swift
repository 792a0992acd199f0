/// Cuts a terminal's input into events and keeps none of its bytes.
///
///     var decoder = InputDecoder()
///     while let step = decoder.step(pending, at: now) {
///       if step.event == .text { secret.append(pending.extracting(0..<step.byteCount)) }
///       ring.consume(step.byteCount)
///     }
///
/// The pending bytes stay in the locked ring: the decoder looks at them, returns the next event and
/// its length in bytes, and waits while a character or sequence is unfinished. If no time passes,
/// the events do not depend on how the stream is cut into reads. No control byte and no part of a
/// sequence is ever text, even of an unknown sequence.
package struct InputDecoder: Sendable {
  /// The event at the front of the pending bytes.
  package struct Step: Hashable, Sendable {
    /// The number of pending bytes it uses up.
    package let byteCount: Int
    /// The event; nil for bytes without a meaning.
    package let event: InputEvent?
    /// The terminal's ground, if the bytes end its answer to that question.
    var ground: Palette.RGB?
  }

  /// The decoder's state between two steps.
  enum State: Hashable {
    case ground
    /// Inside a sequence too long to be kept pending as a whole.
    case overlongSequence
    /// Inside an OSC, DCS, SOS, PM or APC, of which `left` more bytes are swallowed.
    case string(left: Int)
    case paste
  }

  /// The seconds after which a lone ESC is the Esc key.
  package static let escapeTimeout = 0.05
  /// The same while an answer may begin with it.
  static let replyTimeout = 0.3
  /// The seconds of silence after which an unfinished string is given up.
  package static let stringTimeout = 1.0
  /// The longest string that is swallowed, in bytes.
  package static let longestString = 65_536
  /// The longest sequence that is decoded, in bytes behind its introducer.
  static let longestSequence = 64

  var state = State.ground
  /// True if the pending ESC came inside a string.
  var isLeavingString = false
  /// The answer about the ground so far; nil in any other string.
  var reply: GroundReply?
  /// The time until which an answer may begin, on the clock of `step`.
  var replyEnd = -Double.infinity
  private var waitedBytes = 0

  /// The time at which the pending bytes become an event by themselves, on the clock of `step`; nil
  /// for never.
  package private(set) var deadline: Double?

  /// A decoder in its ground state.
  package init() {}

  /// Whether a paste is under way.
  package var isPasting: Bool { state == .paste }

  /// True if no character, sequence or paste is unfinished.
  package var isIdle: Bool { state == .ground && waitedBytes == 0 }

  /// Looks at the pending bytes, oldest first.
  ///
  /// - Parameters:
  ///   - pending: Everything pending.
  ///   - now: The time in seconds, on a clock that never goes back.
  /// - Returns: The event of the oldest bytes; nil if more bytes must come first.
  package mutating func step(_ pending: RawSpan, at now: Double) -> Step? {
    if let step = decoded(pending) {
      waitedBytes = 0
      deadline = nil
      return step
    }
    if let deadline, waitedBytes == pending.byteCount, now >= deadline {
      self.deadline = nil
      waitedBytes = 0
      return expired(pending)
    }
    if deadline == nil || waitedBytes != pending.byteCount {
      deadline = timeout(pending, at: now).map { now + $0 }
    }
    waitedBytes = pending.byteCount
    return nil
  }

  /// The seconds for which the pending bytes may stay unfinished; nil for ever.
  private func timeout(_ pending: RawSpan, at now: Double) -> Double? {
    if isLeavingString { return Self.stringTimeout }
    if case .string = state { return Self.stringTimeout }
    guard state == .ground, pending.byteCount == 1, pending.byte(0) == 0x1b else { return nil }
    return now < replyEnd ? Self.replyTimeout : Self.escapeTimeout
  }

  /// Decodes an unfinished start after which nothing more came.
  private mutating func expired(_ pending: RawSpan) -> Step? {
    isLeavingString = false
    state = .ground
    guard pending.byteCount == 1, pending.byte(0) == 0x1b else { return nil }
    return Step(byteCount: 1, event: .key(.escape, []))
  }

  private mutating func decoded(_ pending: RawSpan) -> Step? {
    guard pending.byteCount > 0 else { return nil }
    switch state {
    case .ground: return ground(pending)
    case .overlongSequence: return overlongSequence(pending)
    case .string(let left): return string(pending, left: left)
    case .paste: return paste(pending)
    }
  }

  private mutating func ground(_ pending: RawSpan) -> Step? {
    let byte = pending.byte(0)
    switch byte {
    case 0x1b: return escape(pending)
    case 0x20...0x7e: return Step(byteCount: 1, event: .text)
    case 0x00...0x1f, 0x7f:
      return Step(byteCount: 1, event: TerminalKey(control: byte).map { .key($0, []) })
    default:
      return character(pending)
    }
  }

  /// Decodes a character of several bytes, or the rest of one.
  private func character(_ pending: RawSpan) -> Step? {
    switch UTF8Scan(pending) {
    case .incomplete: return nil
    case .broken(let count): return Step(byteCount: count, event: nil)
    case .scalar(let count, let isC1): return Step(byteCount: count, event: isC1 ? nil : .text)
    }
  }

  private mutating func overlongSequence(_ pending: RawSpan) -> Step? {
    for offset in 0..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x20...0x3f: continue
      case 0x40...0x7e:
        state = .ground
        return Step(byteCount: offset + 1, event: nil)
      default:
        state = .ground
        return broken(pending, at: offset)
      }
    }
    return Step(byteCount: pending.byteCount, event: nil)
  }

  /// Drops a control sequence that a byte breaks.
  ///
  /// CAN and SUB exist for this purpose; any other breaking byte is decoded afresh.
  func broken(_ pending: RawSpan, at offset: Int) -> Step {
    let byte = pending.byte(offset)
    return Step(byteCount: byte == 0x18 || byte == 0x1a ? offset + 1 : offset, event: nil)
  }

  private mutating func string(_ pending: RawSpan, left: Int) -> Step? {
    for offset in 0..<pending.byteCount {
      switch pending.byte(offset) {
      case 0x07, 0x18, 0x1a:
        state = .ground
        let isWhole = pending.byte(offset) == 0x07
        return Step(byteCount: offset + 1, event: nil, ground: isWhole ? reply?.color : nil)
      case 0x1b:
        // ST, or the start of something else: decode either one from its ESC on.
        state = .ground
        isLeavingString = true
        return Step(byteCount: offset, event: nil)
      default:
        reply?.take(pending.byte(offset))
        guard offset + 1 < left else {
          state = .ground
          return Step(byteCount: offset + 1, event: nil)
        }
      }
    }
    state = .string(left: left - pending.byteCount)
    return Step(byteCount: pending.byteCount, event: nil)
  }

  private mutating func paste(_ pending: RawSpan) -> Step? {
    var run = 0
    while run < pending.byteCount, pending.byte(run) != 0x1b { run += 1 }
    if run > 0 { return Step(byteCount: run, event: .pasteBytes) }
    switch PasteBracket(pending) {
    case .end:
      state = .ground
      return Step(byteCount: PasteBracket.byteCount, event: .pasteEnded)
    case .begin: return Step(byteCount: PasteBracket.byteCount, event: nil)
    case .unfinished: return nil
    case .none: return Step(byteCount: 1, event: .pasteBytes)
    }
  }
}

extension RawSpan {
  /// The byte at an offset.
  func byte(_ offset: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
