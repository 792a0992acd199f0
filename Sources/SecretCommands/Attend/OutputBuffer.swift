import Glibc

/// The output of a command on its way to the terminal: the bytes read but not yet taken.
struct OutputBuffer: ~Copyable {
  /// The result of one step.
  enum Step: Hashable {
    case passed, nothing
    /// Nobody is left on the command's side.
    case ended
    /// The terminal is gone.
    case gone
  }

  private static let size = 65_536

  private var room = [UInt8](repeating: 0, count: size)
  private var pending = 0..<0
  /// The line of the cursor.
  var line = CurrentLine()
  /// The character sets that the output has chosen.
  private(set) var characterSets = CharacterSets()
  /// Whether no writer is left.
  private(set) var hasEnded = false

  /// True if the terminal has taken every byte that was read.
  var isEmpty: Bool { pending.isEmpty }

  /// True if a byte of ours can go out without breaking a sequence of the program.
  var isBetweenSequences: Bool { isEmpty && line.isBetweenSequences }

  /// Reads as much as there is room for, and writes as much as the terminal takes.
  mutating func pass(from source: Int32, to terminal: Int32) -> Step {
    // Bytes that have waited for the terminal tell nothing about those behind them.
    var step = isEmpty ? Step.nothing : .passed
    if isEmpty {
      let count = fill(from: source)
      if count > 0 {
        step = .passed
      } else if hasEnded {
        return .ended
      }
    }
    return flush(to: terminal) ? step : .gone
  }

  /// Reads until there is nothing more, or no room.
  private mutating func fill(from source: Int32) -> Int {
    var count = 0
    while !hasEnded, count < Self.size {
      let added = unsafe room.withUnsafeMutableBytes { room in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...])
        return unsafe read(source, rest.baseAddress, rest.count)
      }
      if added > 0 {
        count += added
      } else if added == 0 || errno != EINTR {
        hasEnded = added == 0 || errno != EAGAIN
        break
      }
    }
    line.take(room[..<count])
    characterSets.take(room[..<count])
    pending = 0..<count
    return count
  }

  /// Writes as much as the terminal takes; false if it is gone.
  private mutating func flush(to terminal: Int32) -> Bool {
    while !pending.isEmpty {
      let count = unsafe room[pending].withUnsafeBytes {
        unsafe write(terminal, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        pending = (pending.lowerBound + count)..<pending.upperBound
      } else if errno != EINTR {
        return errno == EAGAIN
      }
    }
    return true
  }
}

/// The character sets that a program has chosen on its terminal, such as the one for drawing lines.
///
///     sets.take(bytes)        // "ESC ( 0", or SO
///     sets.selection          // the bytes that choose them again, after a text of ours
struct CharacterSets {
  private enum State: Hashable { case text, escape, designation(place: Int) }

  /// The final bytes of the sequences for the first two sets.
  private var designated: [UInt8] = [ascii, ascii]
  /// True after SO, which puts the second set in force.
  private var isShifted = false
  private var state = State.text

  private static let ascii = UInt8(ascii: "B")

  /// The bytes that choose ASCII in place of these sets; empty if that is in force.
  var reset: String { selection.isEmpty ? "" : "\u{f}\u{1b}(B" }

  /// The bytes that choose these sets from the default; empty for the default.
  var selection: String {
    let sequences = zip(["\u{1b}(", "\u{1b})"], designated).map { begin, final in
      final == Self.ascii ? "" : begin + String(UnicodeScalar(final))
    }
    return sequences.joined() + (isShifted ? "\u{e}" : "")
  }

  /// Takes the bytes written to the terminal.
  mutating func take(_ output: ArraySlice<UInt8>) {
    for byte in output {
      switch (state, byte) {
      case (_, 0x1b): state = .escape
      case (.escape, UInt8(ascii: "(")): state = .designation(place: 0)
      case (.escape, UInt8(ascii: ")")): state = .designation(place: 1)
      // A reset.
      case (.escape, UInt8(ascii: "c")): self = CharacterSets()
      case (.designation(let place), _):
        if (0x30...0x7e).contains(byte) { designated[place] = byte }
        state = .text
      case (.escape, _): state = .text
      case (.text, 0x0e): isShifted = true
      case (.text, 0x0f): isShifted = false
      case (.text, _): break
      }
    }
  }
}
