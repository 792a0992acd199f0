/// The reason why a file could not be changed.
struct SetupFailure: Error, CustomStringConvertible {
  let path: String
  let what: String
  var advice = "nothing was changed in it, so add or remove the lines yourself."
  /// Whether the other files stay unchanged too.
  ///
  /// A file of another user stops all, and so does one that could not be written or kept. A file
  /// that is left out, since it is write-protected or not text, stops no other.
  var stopsAll = false

  var description: String { "\(path) \(what); \(advice)" }
}
