extension ArraySlice<String> {
  /// The texts in one, with a separator between.
  ///
  /// By hand: the first `joined(separator:)` of a program looks through all it conforms to, which is a
  /// tenth of what a first frame takes.
  package func listed(by separator: String) -> String {
    var text = first ?? ""
    for item in dropFirst() { text += separator + item }
    return text
  }
}
