import Assuan

/// One question of systemd: a file `ask.*` in its folder of questions.
package struct AskFile: Hashable, Sendable {
  /// The process that asks.
  package let process: Int32?
  /// The socket for the answer.
  package let socket: String
  /// Whether an answer given before may be used.
  package let acceptsCached: Bool
  /// Whether the typed text is shown.
  package let echoes: Bool
  /// True if the screen shows nothing at all for typed text.
  package let isSilent: Bool
  /// The end of the question, in microseconds of the monotonic clock; nil for never.
  package let notAfter: UInt64?
  /// The question, not sanitised; empty for none.
  package let message: [UInt8]
  /// The name of an icon.
  package let icon: String
  /// The identifier of the secret, such as `cryptsetup:/dev/sda2`.
  package let identifier: String

  /// Reads the content of a file; nil if it has no section `[Ask]` with a socket.
  ///
  /// - Parameter content: The bytes; unknown keys and other sections are ignored.
  package init?(_ content: [UInt8]) {
    let values = Self.values(content)
    guard let socket = values["Socket"], socket.first == 0x2f else { return nil }
    self.socket = socket.text
    process = values["PID"].flatMap { Int32($0.text) }.flatMap { $0 > 0 ? $0 : nil }
    acceptsCached = Self.isTrue(values["AcceptCached"])
    echoes = Self.isTrue(values["Echo"])
    isSilent = Self.isTrue(values["Silent"])
    notAfter = values["NotAfter"].flatMap { UInt64($0.text) }.flatMap { $0 > 0 ? $0 : nil }
    message = values["Message"] ?? []
    icon = (values["Icon"] ?? []).text
    identifier = (values["Id"] ?? []).text
  }

  /// Tells whether the question has ended at a time of the monotonic clock, in microseconds.
  package func hasEnded(at microseconds: UInt64) -> Bool {
    notAfter.map { microseconds >= $0 } ?? false
  }

  private static func isTrue(_ value: [UInt8]?) -> Bool {
    ["1", "yes", "y", "true", "t", "on"].contains((value ?? []).text.lowercased())
  }

  /// The keys of the section of questions.
  ///
  /// Lines end with LF or CR LF. A message may contain raw line ends: a line that is not a key, or
  /// repeats a key, continues the message. So no message leads the answer to another socket.
  private static func values(_ content: [UInt8]) -> [String: [UInt8]] {
    var values: [String: [UInt8]] = [:]
    var isInSection = false
    var last: String?
    for whole in content.split(separator: 0x0a, omittingEmptySubsequences: false) {
      let line = whole.last == 0x0d ? whole.dropLast() : whole
      if line.first == 0x5b, let end = line.lastIndex(of: 0x5d), line.count < 64 {
        if last != "Message" || line[(line.startIndex + 1)..<end].text == "Ask" {
          isInSection = line[(line.startIndex + 1)..<end].text == "Ask"
          last = nil
          continue
        }
      }
      guard isInSection else { continue }
      if let equal = line.firstIndex(of: 0x3d), isKey(line[..<equal]),
        values[line[..<equal].text] == nil
      {
        let name = line[..<equal].text
        values[name] = Array(line[(equal + 1)...])
        last = name
      } else if last == "Message" {
        values["Message", default: []] += [0x0a] + line
      }
    }
    while values["Message"]?.last == 0x0a { values["Message"]?.removeLast() }
    return values
  }

  private static func isKey(_ name: ArraySlice<UInt8>) -> Bool {
    let isLetter = { (byte: UInt8) in (0x41...0x5a).contains(byte.asciiUppercased) }
    return (name.first.map { (0x41...0x5a).contains($0) } ?? false) && name.allSatisfy(isLetter)
  }
}

/// The datagram that answers a question of systemd.
package enum AskAnswer {
  /// The byte before the secret.
  package static let prefix: [UInt8] = [0x2b]
  /// The datagram for no answer.
  package static let cancelled: [UInt8] = [0x2d]
}
