/// A field that the place it stands in does not have.
enum UnknownField {
  static func sentence(_ name: String, _ known: [String]) -> String {
    if let guess = Suggestion.nearest(to: name, among: known) {
      return "Unknown field \(name.quoted). Did you mean “\(guess)”?"
    }
    return "Unknown field \(name.quoted). Known here: \(known.joined(separator: ", "))."
  }
}
