/// A name that nothing has, with the names there are.
public struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of thing that was named: `panel`, `device`, `metrics profile`, `keyboard`.
  public var what: String
  /// The name nothing has.
  public var name: String
  /// Whose names were searched, at the beginning of the sentence; `nil` for the shipped ones.
  public var owner: String?
  /// The names there are.
  public var known: [String]

  /// A name that was searched in vain.
  package init(what: String, name: String, owner: String? = nil, known: [String]) {
    self.what = what
    self.name = name
    self.owner = owner
    self.known = known
  }

  /// More names than these are no help in a sentence.
  private static let listed = 60

  /// Whether the description lists the names there are, which else are too many for a sentence.
  public var listsKnown: Bool { known.count <= Self.listed }

  /// Two or three sentences: what there is not, what was probably meant, what there is.
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
