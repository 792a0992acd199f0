import Testing

@testable import KeywardTerminal

@Suite struct QuestionTests {
  private static let harm = "\u{1b}\u{7}\u{202e}".unicodeScalars
  private static let hostile = "a\u{1b}]0;title\u{7}\u{202e}b"

  private var hostileOptions: Question {
    let text = Self.hostile
    let offer = Question.Offer(.given(text), tip: text)
    var options = Question()
    let given = PromptText.given(text)
    (options.program, options.asker, options.title, options.prompt) = (text, text, text, given)
    (options.description, options.error, options.repeatPrompt) = (text, given, given)
    (options.repeatError, options.repeatMatch, options.refusalTitle) = (given, given, text)
    (options.quality, options.generator) = (offer, offer)
    (options.hint, options.shortHint, options.groupingHint) = (text, text, given)
    (options.yesLabel, options.noLabel, options.cancelLabel) = (given, given, given)
    (options.capsLockHint, options.missing) = (given, [given])
    return options
  }

  /// The texts of a value by their names, with those inside of other values.
  private func texts(of value: Any, _ name: String = "") -> [String: String] {
    if let text = value as? String { return [name: text] }
    return Mirror(reflecting: value).children.reduce(into: [:]) { found, child in
      found.merge(texts(of: child.value, name + "." + (child.label ?? ""))) { $1 }
    }
  }

  @Test func everyTextOfACallerIsCleaned() {
    // The remedies are our own words.
    let set = texts(of: hostileOptions).filter { !$0.key.contains(".remedies") }
    #expect(Set(set.values) == [Self.hostile], "a text is not set by this test")
    let clean = texts(of: hostileOptions.sanitized(on: PromptSurface()))
    #expect(Set(clean.keys).isSuperset(of: set.keys))
    for (name, text) in clean {
      #expect(!text.unicodeScalars.contains { Self.harm.contains($0) }, "\(name)")
    }
  }
}
