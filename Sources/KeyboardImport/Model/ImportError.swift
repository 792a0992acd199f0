/// Why nothing was imported: a sentence that says what to do next.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// An error of a sentence.
  package init(_ description: String) { self.description = description }
}
