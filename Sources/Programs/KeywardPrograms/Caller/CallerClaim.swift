/// The claimed caller: `4711/1000 myhost` or `4711 myhost`, as `OPTION owner` brings it.
package struct CallerClaim: Hashable, Sendable {
  package let process: Int32

  package let user: UInt32?

  /// The node name of its machine; empty if none was given.
  package let host: String

  package init(process: Int32, user: UInt32?, host: String) {
    self.process = process
    self.user = user
    self.host = host
  }

  package init?(_ value: [UInt8]) {
    let words = value.split(
      maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isBlank)
    guard let first = words.first else { return nil }
    let numbers = first.split(separator: 0x2f, omittingEmptySubsequences: false)
    guard numbers.count <= 2, let process = Int32(numbers[0].text), process > 0 else {
      return nil
    }
    self.process = process
    if numbers.count == 2 {
      guard let user = UInt32(numbers[1].text) else { return nil }
      self.user = user
    } else {
      user = nil
    }
    host = words.count == 2 ? words[1].drop(while: \.isBlank).text : ""
  }
}
