extension ArraySlice<String> {
  /// Joins the texts with a separator.
  ///
  /// Done by hand: a program's first `joined(separator:)` looks through all its conformances, which
  /// takes a tenth of the time of a first frame.
  package func listed(by separator: String) -> String {
    var text = first ?? ""
    for item in dropFirst() { text += separator + item }
    return text
  }
}
