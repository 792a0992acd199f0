import KeywardEngine
import SecureMemory

package enum PassphraseQuestion: Hashable {
  case quality
  case consent
  case suggestion
}

package enum PassphraseAnswer: Hashable {
  /// The quality, from −100 to 100, and the sentence about a text that is guessed first.
  ///
  /// The quality is negative if a rule is not met, nil if it is unknown.
  case quality(Int?, Phrase? = nil)
  case allowed
  case refused(String)
  /// A passphrase was generated; the sentence describes it and may be empty.
  case made(String)
  case notMade
}

/// Rates, allows and generates passphrases.
///
/// A policy is either local code or the client that called the program, such as gpg-agent.
package protocol PassphrasePolicy: AnyObject {
  /// Asks a question, and returns the answer; returns nil if the answer comes later as an event.
  ///
  /// The next question must not be asked before this one is answered.
  func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer?

  /// Fills a field with the generated passphrase; returns false if the field rejects it.
  func fill(_ field: SecretField) -> Bool
}

package final class LocalPolicy: PassphrasePolicy {
  private let recipe: PassphraseRecipe?
  private let language: Language
  private var random: any RandomSource
  /// The places of the keys of the layout with this name, which may change.
  private var places: (layout: String, places: KeyPlaces)?

  package init(
    _ recipe: PassphraseRecipe?, in language: Language, random: any RandomSource = SodiumRandom()
  ) {
    self.recipe = recipe
    self.language = language
    self.random = random
  }

  package func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer? {
    switch question {
    case .quality: rate(field)
    case .consent: .allowed
    case .suggestion:
      recipe.map { .made(account(of: $0, for: field.acceptance)) } ?? .notMade
    }
  }

  private func rate(_ field: SecretField) -> PassphraseAnswer {
    let layout = field.keyboard?.definition
    if places?.layout != layout?.id { places = layout.map { ($0.id, KeyPlaces(of: $0)) } }
    let quality = field.text.withBytes { bytes in
      withWipedStack { PassphraseQuality(of: bytes, on: places?.places) }
    }
    let reason: Phrase? =
      switch quality.weakness {
      case .commonPassword: .commonPassword
      case .keyboardWalk: .keyboardWalk
      case nil: nil
      }
    return .quality(quality.value, reason)
  }

  private func account(of recipe: PassphraseRecipe, for acceptance: Acceptance) -> String {
    let tenths = Int((recipe.bits(for: acceptance) * 10).rounded(.down))
    let bits = "\(tenths / 10)\(language[.decimalPoint])\(tenths % 10)"
    return switch recipe {
    case .words(let count): language[.generatedWords, "\(count)", bits]
    case .characters(let count): language[.generatedCharacters, "\(count)", bits]
    }
  }

  package func fill(_ field: SecretField) -> Bool {
    recipe?.fill(field, random: &random) ?? false
  }
}
