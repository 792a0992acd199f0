/// One line of the client: its kind, and the place of its argument.
///
///     AssuanLine(line)   // `setdesc  Hello` → .command(.setDescription, argument: 9..<14)
package enum AssuanLine: Hashable, Sendable {
  /// An empty line or a comment, which gets no answer.
  case silent
  /// A line that begins with a blank.
  case leadingBlank
  /// Data, `D ` and the bytes after it, which has a meaning inside an inquiry only.
  case data(Range<Int>)
  /// A command, and the rest of the line after the blanks.
  case command(AssuanCommand, argument: Range<Int>)
  /// `CAN`, which ends an inquiry and is not a command elsewhere.
  case cancelInquiry
  /// `ERR` and more, which ends an inquiry and is not a command elsewhere.
  case failInquiry
  /// An unknown name.
  case unknown

  /// Takes a line apart; `line` has no line end.
  package init(_ line: RawSpan) {
    guard line.byteCount > 0, line.byte(0) != 0x23 else {
      self = .silent
      return
    }
    guard !line.byte(0).isBlank else {
      self = .leadingBlank
      return
    }
    if line.starts(with: "D ") {
      self = .data(2..<line.byteCount)
      return
    }
    let whole = 0..<line.byteCount
    let end = line.firstOffset(in: whole) { $0.isBlank } ?? line.byteCount
    let start = line.firstOffset(in: end..<line.byteCount) { !$0.isBlank } ?? line.byteCount
    let name = line.extracting(0..<end)
    if let command = AssuanCommand(name: name) {
      self = .command(command, argument: start..<line.byteCount)
    } else if end == 3, name.starts(with: "CAN") {
      self = .cancelInquiry
    } else if end == 3, name.starts(with: "ERR") {
      self = .failInquiry
    } else {
      self = .unknown
    }
  }

  /// True if the line is part of the answer to an inquiry.
  package var answersInquiry: Bool {
    switch self {
    case .silent, .data, .cancelInquiry, .failInquiry: return true
    case .command(let command, _): return command == .end || command == .cancel
    case .leadingBlank, .unknown: return false
    }
  }
}
