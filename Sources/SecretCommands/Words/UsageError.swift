/// A command line that is not understood: a sentence that says how it is written.
package struct UsageError: Error, CustomStringConvertible {
  /// The sentence.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
