import Glibc
import KeywardSystem
import KeywardTerminal

/// A message between a borrower and the lender of a terminal.
///
/// It is one packet of at most 4096 bytes: NUL-terminated fields in UTF-8, including the protocol
/// version. Any other form is refused.
enum LendingMessage: Hashable {
  case request(Asker)
  /// The lender sends the open terminal and the environment variables that describe it.
  case terminal([String: String])
  case end(End)

  enum End: String, CaseIterable {
    case answered, declined, cancelled
    case timedOut = "not answered in time"
    case withdrawn
    case stopped = "stopped by a signal"
  }

  static let variables = [
    "KEYWARD_TTY", "TERM", "TERM_PROGRAM", "COLORTERM", "COLORFGBG", "LC_ALL", "LC_CTYPE",
    "LC_MESSAGES", "LANG", "LANGUAGE", "TMUX", "STY", "INSIDE_EMACS", typing,
  ]
  /// The variable with the seconds in which a key may still be typed for another program.
  static let typing = "KEYWARD_TYPING"
  private static let heading = ["keyward-lend", "1"]

  var bytes: [UInt8] {
    let fields: [String] =
      switch self {
      case .request(let asker): ["request", "\(asker.process)", asker.folder]
      case .terminal(let values):
        ["terminal"] + Self.variables.compactMap { name in values[name].map { "\(name)=\($0)" } }
      case .end(let end): ["end", end.rawValue]
      }
    return (Self.heading + fields).flatMap { $0.utf8.filter { $0 != 0 } + [0] }
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count <= PLATFORM_LENDING_BYTES, bytes.last == 0 else { return nil }
    let fields = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
      String(validating: $0, as: UTF8.self)
    }
    let words = fields.compactMap(\.self)
    guard words.count == fields.count, words.count > 2, Array(words.prefix(2)) == Self.heading
    else { return nil }
    let rest = Array(words.dropFirst(3))
    switch words[2] {
    case "request":
      guard rest.count == 2, let process = Int32(rest[0]), process > 0 else { return nil }
      self = .request(Asker(process: process, folder: rest[1]))
    case "terminal":
      var values: [String: String] = [:]
      for field in rest {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.variables.contains(String(parts[0])) else { return nil }
        values[String(parts[0])] = String(parts[1])
      }
      self = .terminal(values)
    case "end":
      guard rest.count == 1, let end = End(rawValue: rest[0]) else { return nil }
      self = .end(end)
    default: return nil
    }
  }

  /// Sends the message; returns false if the peer is gone or does not read.
  ///
  /// `file` is an open descriptor to send with the message, or -1.
  func send(to connection: Int32, with file: Int32 = -1) -> Bool {
    let bytes = bytes
    guard bytes.count <= PLATFORM_LENDING_BYTES else { return false }
    return unsafe bytes.withUnsafeBytes {
      unsafe platform_lending_send(connection, $0.baseAddress, $0.count, file) == 0
    }
  }

  enum Received {
    /// A message, and the open terminal that came with it; -1 for none.
    case message(LendingMessage, terminal: Int32)
    case nothing
    /// The peer is gone, or sent an invalid message.
    case refused
  }

  /// Receives a message without waiting.
  ///
  /// Only a `terminal` message may carry a descriptor, and only if `takesTerminal` is true. Any
  /// other message with a descriptor is refused.
  static func receive(from connection: Int32, takesTerminal: Bool = false) -> Received {
    var room = [UInt8](repeating: 0, count: Int(PLATFORM_LENDING_BYTES))
    var file: Int32 = -1
    let count = unsafe room.withUnsafeMutableBytes {
      unsafe platform_lending_receive(connection, $0.baseAddress, $0.count, &file)
    }
    if count < 0, errno == EAGAIN { return .nothing }
    if count > 0, let message = LendingMessage(Array(room.prefix(count))) {
      let lends = if case .terminal = message { true } else { false }
      if lends ? takesTerminal && file >= 0 && isatty(file) == 1 : file < 0 {
        return .message(message, terminal: file)
      }
    }
    if file >= 0 { close(file) }
    return .refused
  }
}

extension LendingMessage.End {
  var phrase: Phrase {
    switch self {
    case .answered: .endedAnswered
    case .declined: .endedDeclined
    case .cancelled: .endedCancelled
    case .timedOut: .endedLate
    case .withdrawn: .endedWithdrawn
    case .stopped: .endedStopped
    }
  }

  init(_ outcome: DialogueOutcome) {
    self =
      switch outcome {
      case .submitted: .answered
      case .declined: .declined
      case .cancelled, .mismatched, .poweredOff: .cancelled
      case .timedOut: .timedOut
      case .hungUp, .abandoned, .askerChanged: .withdrawn
      case .signalled: .stopped
      }
  }
}
