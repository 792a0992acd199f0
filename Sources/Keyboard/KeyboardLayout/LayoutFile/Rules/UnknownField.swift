/// A field that does not exist at its place.
enum UnknownField {
  static func sentence(_ name: String, _ known: [String]) -> String {
    if let guess = Suggestion.nearest(to: name, among: known) {
      return "Unknown field \(name.quoted). Did you mean “\(guess)”?"
    }
    return "Unknown field \(name.quoted). Known here: \(known.joined(separator: ", "))."
  }
}
