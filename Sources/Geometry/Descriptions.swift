extension Point: CustomStringConvertible {
  /// The position for messages: 10, 20.
  public var description: String { "\(plain(x)), \(plain(y))" }
}

extension Size: CustomStringConvertible {
  /// The size for messages: 320 x 254.
  public var description: String { "\(plain(width)) x \(plain(height))" }
}

extension Rect: CustomStringConvertible {
  /// The frame for messages: 10, 20, 320 x 254.
  public var description: String { "\(origin), \(size)" }
}

extension RectInsets: CustomStringConvertible {
  /// The distances for messages: top 24, left 0, bottom 20, right 0.
  public var description: String {
    "top \(plain(top)), left \(plain(left)), bottom \(plain(bottom)), right \(plain(right))"
  }
}

extension RectEdge: CustomStringConvertible {
  /// The edges for messages: [top, leading].
  public var description: String { "[\(names.joined(separator: ", "))]" }
}

/// A number to a millionth, without a fraction that is zero: 12 for 12.0, 14.2 for 14.19999999999999.
private func plain(_ number: Double) -> String {
  guard abs(number) < 1e9 else { return "\(number)" }
  let short = (number * 1e6).rounded() / 1e6
  return short == short.rounded() ? "\(Int(short))" : "\(short)"
}
