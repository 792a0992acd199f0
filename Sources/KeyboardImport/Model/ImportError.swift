/// The reason why nothing was imported: a sentence with the next step for the user.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// An error of a sentence.
  package init(_ description: String) { self.description = description }
}
