/// Something that the status line called a protection, and that could not be put in force.
package struct LostProtection: Hashable {
  /// The words it had there.
  package let words: String
  /// The words for what is left of it; empty for nothing.
  package let rest: [String]
}
