/// What a file may hold at most, so that a hostile one costs no more than its own size.
enum YAMLLimits {
  /// Bytes of a file.
  static let bytes = 256 * 1024
  /// Nesting of lists and mappings, the outermost counting 1.
  static let depth = 12
  /// Scalars, lists and mappings.
  static let nodes = 20_000
}
