/// A question asked through systemd: a file `ask.*` in systemd's folder of questions.
package struct AskFile: Hashable, Sendable {
  package let process: Int32?
  package let socket: String
  package let echoes: Bool
  package let isSilent: Bool
  /// The time at which the question expires, in microseconds of the monotonic clock; nil if it
  /// never expires.
  package let notAfter: UInt64?
  /// The text of the question, not sanitised; empty for none.
  package let message: [UInt8]
  /// The identifier of the secret, such as `cryptsetup:/dev/sda2`.
  package let identifier: String

  /// Parses a question; nil unless a section `[Ask]` names a socket.
  ///
  /// Unknown keys and other sections are ignored.
  package init?(_ content: [UInt8]) {
    let values = AskValues(content)
    guard let socket = values.last("Socket"), socket.first == 0x2f else { return nil }
    self.socket = socket.text
    process = values.last("PID") { Int32($0.text) }.flatMap { $0 > 0 ? $0 : nil }
    echoes = values.last("Echo", as: Self.truth) ?? false
    isSilent = values.last("Silent", as: Self.truth) ?? false
    notAfter = values.last("NotAfter") { UInt64($0.text) }.flatMap { $0 > 0 ? $0 : nil }
    message = values.message
    identifier = (values.last("Id") ?? []).text
  }

  package func hasEnded(at microseconds: UInt64) -> Bool {
    notAfter.map { microseconds >= $0 } ?? false
  }

  private static func truth(_ value: [UInt8]) -> Bool? {
    switch value.text.lowercased() {
    case "1", "yes", "y", "true", "t", "on": true
    case "0", "no", "n", "false", "f", "off": false
    default: nil
    }
  }
}

/// The keys and values of a question's file, with the syntax of systemd's own files.
///
/// Blanks around a line, a key and a value are ignored, `#` and `;` begin comments, a backslash at
/// the end of a line joins the next line to it, and the last valid value of a key wins.
///
/// A message may contain raw line ends, so there are two exceptions. A line without a key continues
/// the message. A line below the message cannot change a key that was set above the message.
/// Without this rule, the text of a message could set `Socket` and so redirect the answer.
private struct AskValues {
  private static let keys = [
    "PID", "Socket", "AcceptCached", "Echo", "NotAfter", "Silent", "Message", "Icon", "Id",
  ]

  private var values: [String: [[UInt8]]] = [:]
  /// The keys that were set above the line `Message=`; later lines cannot change their values.
  private var settled: Set<String> = []
  private var isInSection = false
  private var last: String?

  init(_ content: [UInt8]) {
    var joined: [UInt8] = []
    for line in Self.lines(content) {
      if let first = line.trimmed.first, first == 0x23 || first == 0x3b { continue }
      joined += line
      if Self.goesOn(line) {
        joined[joined.count - 1] = 0x20
      } else {
        take(joined)
        joined = []
      }
    }
    if !joined.isEmpty { take(joined) }
  }

  func last<Value>(_ key: String, as read: ([UInt8]) -> Value?) -> Value? {
    for value in (values[key] ?? []).reversed() {
      if let value = read(value) { return value }
    }
    return nil
  }

  func last(_ key: String) -> [UInt8]? {
    values[key]?.last.flatMap { $0.isEmpty ? nil : $0 }
  }

  var message: [UInt8] {
    var message = last("Message") ?? []
    while message.last == 0x0a { message.removeLast() }
    return message
  }

  private mutating func take(_ line: [UInt8]) {
    let text = line.trimmed
    if text.first == 0x5b, text.last == 0x5d, text.count < 64 {
      let isAsk = text.dropFirst().dropLast().text == "Ask"
      if last != "Message" || isAsk {
        isInSection = isAsk
        last = nil
        return
      }
    }
    guard isInSection else { return }
    let equal = text.firstIndex(of: 0x3d) ?? text.startIndex
    let key = text[..<equal].trimmed.text
    if Self.keys.contains(key), !settled.contains(key) {
      if key == "Message" { settled.formUnion(values.keys.filter { $0 != key }) }
      values[key, default: []].append(Array(text[(equal + 1)...].trimmed))
      last = key
    } else if last == "Message", let message = values["Message"]?.popLast() {
      values["Message"]?.append(message + [0x0a] + line)
    }
  }

  private static func goesOn(_ line: ArraySlice<UInt8>) -> Bool {
    !line.reversed().prefix { $0 == 0x5c }.count.isMultiple(of: 2)
  }

  /// Returns the lines of a file without a byte order mark; LF, CR LF, CR and NUL end a line.
  private static func lines(_ content: [UInt8]) -> [ArraySlice<UInt8>] {
    var rest = content[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    var lines: [ArraySlice<UInt8>] = []
    while let end = rest.firstIndex(where: { $0 == 0x0a || $0 == 0x0d || $0 == 0 }) {
      lines.append(rest[..<end])
      let isPair = rest[end...].starts(with: [0x0d, 0x0a])
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    return lines + [rest]
  }
}

extension BidirectionalCollection<UInt8> {
  fileprivate var trimmed: SubSequence { trimmed { [0x20, 0x09, 0x0a, 0x0d].contains($0) } }
}
