/// Reads the answer to a quality inquiry: `90` → 90, ` -10 ` → −10, `101` → none, `` → none.
enum QualityAnswer {
  /// The quality in −100...100; nil for anything else.
  static func value(_ answer: [UInt8]) -> Int? {
    var digits = answer[...].drop { $0.isBlank }
    while digits.last?.isBlank == true { digits = digits.dropLast() }
    guard let value = Int(digits.text), (-100...100).contains(value) else { return nil }
    return value
  }
}
