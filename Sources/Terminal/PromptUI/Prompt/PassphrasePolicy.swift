import KeyboardEngine

package enum PassphraseQuestion: Hashable {
  case quality
  case consent
  case suggestion
}

package enum PassphraseAnswer: Hashable {
  /// The quality, −100 to 100; nil if it is not known.
  case quality(Int?)
  case allowed
  /// The passphrase is not allowed, for this reason, which is safe to show.
  case refused(String)
  /// A passphrase was made; the sentence describes it, empty for no description.
  case made(String)
  case notMade
}

/// Rates a passphrase, allows or refuses it, and makes one.
///
/// The client of a called program is one, and this machine is another.
package protocol PassphrasePolicy: AnyObject {
  /// Asks, with one question open at a time; nil if the answer comes later, as an event.
  func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer?

  /// Puts the passphrase it made into a field and forgets it; false if the field refuses it.
  func fill(_ field: SecretField) -> Bool
}

/// This machine as a policy: it estimates the quality of a passphrase and makes one by a recipe.
package final class LocalPolicy: PassphrasePolicy {
  private let recipe: PassphraseRecipe?
  private let language: Language
  private var random: any RandomSource

  /// A policy; without a recipe it makes no passphrases.
  package init(
    _ recipe: PassphraseRecipe?, in language: Language, random: any RandomSource = SodiumRandom()
  ) {
    self.recipe = recipe
    self.language = language
    self.random = random
  }

  package func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer? {
    switch question {
    case .quality: .quality(field.text.withBytes { PassphraseQuality.value(of: $0) })
    case .consent: .allowed
    case .suggestion:
      recipe.map { .made(account(of: $0, for: field.acceptance)) } ?? .notMade
    }
  }

  /// `Generated. Words: 6, bits: 77.5`.
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
