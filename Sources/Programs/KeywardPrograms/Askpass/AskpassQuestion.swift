import KeywardTerminal

/// A question of ssh, sudo or git, parsed from its prompt text.
///
///     AskpassQuestion("[sudo] password for me: ").kind          // .secret
///     AskpassQuestion("Username for 'https://host': ").kind     // .visibleLine
package struct AskpassQuestion: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case secret
    case visibleLine
    case confirmation
    /// Text without a question, which is shown until the caller ends this program.
    case notice
  }

  package let kind: Kind

  /// The last line of the text, without blanks at its ends.
  ///
  /// It keeps its colon, for which scripts wait.
  package let prompt: PromptText

  /// The lines of the text before the last line.
  package let description: String

  package let error: String

  /// True if the answer is a text; no answer to any other question means no.
  package var asksForText: Bool { kind == .secret || kind == .visibleLine }

  /// Parses the argument `text`; nil and blank text ask for a password.
  ///
  /// `hint` is the value of `SSH_ASKPASS_PROMPT`, by which ssh requests a confirmation or a notice.
  package init(_ text: String?, hint: String? = nil) {
    let lines = Self.lines(of: text ?? "")
    let last = lines.last { !Self.isBlank($0) } ?? ""
    let before = lines.lastIndex { !Self.isBlank($0) }.map { lines[..<$0] } ?? []
    kind = Self.kind(of: text ?? "", last, after: before, hint: hint)
    guard kind == .secret || kind == .visibleLine else {
      prompt = ""
      error = ""
      description = Self.withoutBlankEnds(lines)
      return
    }
    description = Self.withoutBlankEnds(Array(before))
    let label = last.trimmed
    let words = label.lowercased().split { !$0.isLetter }
    let isError = Self.splitError(words)
    error = isError ? String(label.last == ":" ? label.dropLast() : label[...]) : ""
    let word = words.contains("passphrase") && isError ? Phrase.passphrase : .password
    prompt = isError || label.allSatisfy { $0 == ":" } ? .own(word) : .given(label)
  }

  // MARK: Kind

  /// The maximum length of a question for a name or for consent, in bytes.
  ///
  /// A longer question is treated as a question for a secret.
  private static let longestVisible = 8192

  private static func kind(
    of text: String, _ last: Substring, after before: ArraySlice<Substring>, hint: String?
  ) -> Kind {
    switch hint?.lowercased() {
    case "confirm": return .confirmation
    case "none": return .notice
    default: break
    }
    guard text.utf8.count <= longestVisible else { return .secret }
    if HostKeyQuestion.isWhole(text) { return .visibleLine }
    let words = PromptWords(last)
    // A name that begins in an earlier line may continue in this one.
    if words.namesSecret || before.contains(where: { PromptWords($0).mayGoOn }) { return .secret }
    // Any other yes-or-no question may come from a server that wants a password.
    return words.beginsWithPublicName && !words.offersChoice ? .visibleLine : .secret
  }

  // MARK: Parts

  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func withoutBlankEnds(_ lines: [Substring]) -> String {
    lines.trimmed(where: isBlank).map(String.init)[...].listed(by: "\n")
  }

  /// True if the words report a wrong passphrase, as in `Bad passphrase, try again for KEY`.
  private static func splitError(_ words: [Substring]) -> Bool {
    ["bad", "wrong", "incorrect"].contains(words.first ?? "") && words.contains("again")
  }
}
