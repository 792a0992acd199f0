/// A mistake in a command line: a sentence that explains the right form.
package struct UsageError: Error, CustomStringConvertible {
  /// The sentence.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
