extension RawSpan {
  /// The bytes as text outside locked memory, for what is not a secret, such as a name or the letter of a
  /// button.
  var publicText: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}
