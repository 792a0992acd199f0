import KeywardEngine

/// This machine as an advisor: it estimates the quality of a passphrase and makes one by a recipe.
package final class OwnAdvisor: PassphraseAdvisor {
  private let recipe: PassphraseRecipe?
  private var random: any RandomSource

  /// An advisor.
  ///
  /// - Parameters:
  ///   - recipe: The recipe for passphrases; nil if none are made.
  ///   - random: The source of random numbers.
  package init(_ recipe: PassphraseRecipe?, random: any RandomSource = SodiumRandom()) {
    self.recipe = recipe
    self.random = random
  }

  package func ask(_ question: PassphraseQuestion, about field: SecretField) -> PassphraseAnswer? {
    switch question {
    case .quality: .quality(field.text.withBytes { PassphraseQuality.value(of: $0) })
    case .consent: .allowed
    case .suggestion:
      recipe.map { .made("Made of " + $0.account(for: field.acceptance)) } ?? .notMade
    }
  }

  package func fill(_ field: SecretField) -> Bool {
    recipe?.fill(field, random: &random) ?? false
  }
}
