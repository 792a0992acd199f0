import Testing

@testable import KeywardTerminal

/// The words of line mode, by which other programs know that a secret is asked for.
@Suite struct SecretQuestionTests {
  @Test(arguments: [
    ("Passphrase", "Passphrase: "), ("PIN:", "PIN: "), ("Repeat", "Repeat passphrase: "),
    ("Repeat:", "Repeat:\r\nPassphrase: "), ("Vault", "Enter Vault passphrase: "),
    ("Vault:", "Vault:\r\nPassphrase: "), ("Vault code: ", "Vault code:\r\nPassphrase: "),
    ("Vault passphrase", "Enter Vault passphrase: "), ("Admin PIN", "Enter Admin PIN: "),
    ("me@host's password: ", "me@host's password: "),
    ("[sudo] password for me", "[sudo] password for me: "),
    ("Enter passphrase for key '/a b'", "Enter passphrase for key '/a b': "),
    ("Enter passphrase (empty for no passphrase)", "Enter passphrase (empty for no passphrase): "),
    ("Passwort für ich", "Passwort für ich: "), ("пароль", "пароль: "),
    ("Are you sure (yes/no)?", "Are you sure (yes/no)?\r\nPassphrase: "),
    ("Password for x?", "Password for x?\r\nPassphrase: "), ("密码：", "密码： "),
    ("Recovery key", "Enter recovery key as passphrase: "),
    ("Seed phrase", "Enter seed phrase as passphrase: "), ("Code", "Enter code as passphrase: "),
    ("ID number", "Enter ID number as PIN: "), ("ID number:", "ID number:\r\nPIN: "),
    ("Password, please", "Password, please\r\nPassphrase: "), ("", "Passphrase: "),
    (" : ", "Passphrase: "),
  ])
  func aLabelBecomesAQuestion(_ label: String, _ question: String) {
    #expect(Transcript.secretQuestion(label) == question)
  }

  @Test func aPINIsRepeatedAsOne() {
    for first in ["PIN", "PIN:", "PIN: "] {
      #expect(Transcript.secretQuestion("Repeat", after: first) == "Repeat PIN: ")
    }
    #expect(Transcript.secretQuestion("Again:", after: "PIN:") == "Again:\r\nPIN: ")
    #expect(Transcript.secretQuestion("Repeat", after: "Passphrase") == "Repeat passphrase: ")
    #expect(Transcript.secretQuestion("Repeat", after: "ID number") == "Repeat PIN: ")
  }

  @Test("Line mode names each kind of --expect on the row of the answer, as a known question")
  func kindsAreNamed() {
    for kind in [Phrase.recoveryKey, .seedPhrase, .idNumber, .code, .pin] {
      let question = Transcript.secretQuestion(kind.english)
      #expect(question.lowercased().contains(kind.english.lowercased()), "\(question)")
      #expect(Transcript.isKnown(question) && !question.contains("\n"), "\(question)")
    }
  }

  @Test(arguments: ["Spin: ", "Passphrase", "Password for: ", "Password for", "Token: ", ": ", ""])
  func otherTextsAreNoQuestionsForASecret(_ text: String) {
    #expect(!Transcript.isKnown(text))
  }
}
