/// One question of systemd: a file `ask.*` in its folder of questions.
package struct AskFile: Hashable, Sendable {
  package let process: Int32?
  package let socket: String
  package let acceptsCached: Bool
  package let echoes: Bool
  /// True if the screen shows nothing at all for typed text.
  package let isSilent: Bool
  /// The end of the question, in microseconds of the monotonic clock; nil for never.
  package let notAfter: UInt64?
  /// The question, not sanitised; empty for none.
  package let message: [UInt8]
  package let icon: String
  /// The identifier of the secret, such as `cryptsetup:/dev/sda2`.
  package let identifier: String

  /// Reads a file; nil without a section `[Ask]` with a socket.
  ///
  /// Unknown keys and other sections are ignored.
  package init?(_ content: [UInt8]) {
    let values = AskValues(content)
    guard let socket = values.last("Socket"), socket.first == 0x2f else { return nil }
    self.socket = socket.text
    process = values.last("PID") { Int32($0.text) }.flatMap { $0 > 0 ? $0 : nil }
    acceptsCached = values.last("AcceptCached", as: Self.truth) ?? false
    echoes = values.last("Echo", as: Self.truth) ?? false
    isSilent = values.last("Silent", as: Self.truth) ?? false
    notAfter = values.last("NotAfter") { UInt64($0.text) }.flatMap { $0 > 0 ? $0 : nil }
    message = values.message
    icon = (values.last("Icon") ?? []).text
    identifier = (values.last("Id") ?? []).text
  }

  /// Tells whether the question has ended at a time of the monotonic clock, in microseconds.
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

/// The datagram that answers a question of systemd.
package enum AskAnswer {
  /// The byte before the secret.
  package static let prefix: [UInt8] = [0x2b]
  package static let cancelled: [UInt8] = [0x2d]
}
