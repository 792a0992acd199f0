import KeywardPrompt

/// Asks for a passphrase in this process; the command `keyward` need not be installed.
@main enum Passphrase {
  static func main() {
    do throws(PromptError) {
      let secret = try Prompt.ask("Passphrase", options: ["--form", "inline"])
      print("\(secret.characterCount) characters, in locked memory")
    } catch {
      print(error)
    }
  }
}
