extension RawSpan {
  /// The bytes as text outside locked memory; never use it for a secret, only for a name or a
  /// button's letter.
  var publicText: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }
}
