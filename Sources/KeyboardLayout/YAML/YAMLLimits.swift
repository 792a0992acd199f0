/// The limits of a file, so that a hostile one costs no more than its own size.
enum YAMLLimits {
  /// The bytes of a file.
  static let bytes = 256 * 1024
  /// The nesting of lists and mappings; the outermost counts 1.
  static let depth = 12
  /// The number of scalars, lists and mappings.
  static let nodes = 20_000
}
