/// An unknown name, with the known ones.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the name: `panel`, `device`, `metrics profile`, `keyboard`.
  public var what: String
  /// The unknown name.
  public var name: String
  /// The owner of the searched names, for the beginning of the sentence; `nil` for the shipped
  /// ones.
  public var owner: String?
  /// The known names.
  public var known: [String]

  /// An unknown name, searched for among others.
  package init(what: String, name: String, owner: String? = nil, known: [String]) {
    self.what = what
    self.name = name
    self.owner = owner
    self.known = known
  }

  /// The most names that are still helpful in a sentence.
  private static let listed = 60

  /// True if the description lists the known names; too many would not fit a sentence.
  public var listsKnown: Bool { known.count <= Self.listed }

  /// Two or three sentences: the unknown name, the name probably meant, and the known names.
  public var description: String {
    let opening = "\(owner.map { "\($0) has" } ?? "There is") no \(what) “\(name)”."
    guard !known.isEmpty else { return opening }
    let near =
      Suggestion.nearest(to: name, among: known).map { [$0] }
      ?? Suggestion.withPart(near: name, among: known)
    let guess = near.isEmpty ? "" : " Did you mean “\(near.joined(separator: "”, “"))”?"
    guard listsKnown else { return "\(opening)\(guess) There are \(known.count) \(what)s." }
    return "\(opening)\(guess) Known: \(known.joined(separator: ", "))."
  }
}
