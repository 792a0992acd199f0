/// A protection that the status line has named but that could not be put in force.
package struct LostProtection: Hashable {
  /// The words for it in the status line.
  package let words: String
  /// The words for the rest of it; empty for nothing.
  package let rest: [String]
}
