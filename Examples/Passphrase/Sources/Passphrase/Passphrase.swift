import KeywardPrompt

/// Asks for a passphrase in this process; the command `keyward` need not be installed.
@main enum Passphrase {
  static func main() {
    do {
      let secret = try Prompt.ask("Passphrase", options: ["--form", "inline"])
      print("\(secret.characterCount) characters, in locked memory")
      print("an Argon2id hash to keep: \(try hash(of: secret).text)")
    } catch {
      print(error)
    }
  }

  /// Returns the hash that a later answer is checked against.
  private static func hash(of secret: borrowing SecretText) throws -> PasswordHash {
    try PasswordHash(of: secret)
  }
}
