extension String {
  /// Tells whether the text holds another one, byte for byte.
  ///
  /// The standard library's search for a text comes with its regular expressions, 1 MB of them.
  func holds(_ part: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= part.utf8.count {
      if rest.starts(with: part.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
