/// Why a file could not be changed.
struct SetupFailure: Error, CustomStringConvertible {
  let path: String
  let what: String
  /// What to do.
  var advice = "nothing was changed in it, so add or remove the lines yourself."
  /// Whether the other files stay as they are too.
  ///
  /// A file of another user stops all, and so does one that could not be written or kept as it is. One
  /// that is left out, since it is write-protected or not text, stops no other.
  var stopsAll = false

  /// One sentence that says what happened and what to do.
  var description: String { "\(path) \(what); \(advice)" }
}
