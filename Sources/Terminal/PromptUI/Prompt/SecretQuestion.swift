/// The question for a secret in line mode, in words by which other programs know such a question.
///
///     SecretQuestion("Passphrase").text           // "Passphrase: "
///     SecretQuestion("Vault passphrase").text     // "Enter Vault passphrase: "
///     SecretQuestion("Repeat").text               // "Repeat passphrase: "
///     SecretQuestion("Repeat", after: "PIN").text // "Repeat PIN: "
///
/// Emacs hides what is typed where `comint-password-prompt-regexp` matches, and many scripts wait for
/// the same words. A label that has them stays as it is.
struct SecretQuestion {
  private let label: String
  /// The word for the secret that a label without one gets.
  private let word: String

  /// The question of a label, with or without a colon, after another field's, if there is one.
  init(_ label: String, after first: String = "") {
    self.label = label
    word = Transcript.question(first) == "PIN: " ? "PIN" : "passphrase"
  }

  /// The question before the cursor; a label that cannot be part of it is a separate line above.
  var text: String {
    let question = Transcript.question(label)
    if Self.isKnown(question) { return question }
    let name = String(question.dropLast(2))
    guard !name.isEmpty else { return Self.standard }
    var others = ["Enter \(name): "]
    if name.allSatisfy(\.isLetter) {
      others += ["\(name) \(word): ", "Enter \(name) \(word): "]
    }
    return others.first(where: Self.isKnown) ?? name + "\r\n" + Self.standard
  }

  private static let standard = "Passphrase: "

  // MARK: The words

  /// The words that name a secret, in the languages that Emacs knows.
  private static let secrets = [
    "passphrase", "pass phrase", "password", "passcode", "pin", "decryption key",
    "encryption key", "response", "passord", "passwort", "pasahitza", "pasvorto", "parola",
    "adgangskode", "contraseña", "contrasenya", "geslo", "hasło", "heslo", "iphasiwedi",
    "jelszó", "lozinka", "lösenord", "mot de passe", "mật khẩu", "salasana", "senha",
    "slaptažodis", "wachtwoord", "лозинка", "пароль", "ססמה", "كلمة السر", "गुप्तशब्द",
    "शब्दकूट", "গুপ্তশব্দ", "পাসওয়ার্ড", "ਪਾਸਵਰਡ", "પાસવર્ડ", "ପ୍ରବେଶ ସଙ୍କେତ", "கடவுச்சொல்",
    "సంకేతపదము", "ಗುಪ್ತಪದ", "അടയാളവാക്ക്", "රහස්පදය", "ពាក្យសម្ងាត់", "パスワード", "密码",
    "密碼", "암호",
  ]

  /// The words after which others may come before the secret.
  private static let beginnings = [
    " smb", "'s", "bad", "current", "cvs", "doas", "enter", "kerberos", "ldap", "login", "new",
    "old",
    "pem", "repeat", "retype", "[sudo]", "sudo", "unix", "verify",
  ]

  private static let endings = [
    ", try again", " again", "again", " (empty for no passphrase)", " (again)",
  ]

  /// True if Emacs knows a question: blanks or one of the beginnings, a secret, and perhaps a
  /// remark or `for` with a name.
  static func isKnown(_ question: String) -> Bool {
    let line = Array(question.lowercased().unicodeScalars)
    guard let end = line.lastIndex(where: { !$0.properties.isWhitespace }),
      [":", "：", "៖"].contains(line[end])
    else { return false }
    let text = line[..<end]
    return text.indices.contains { start in
      secrets.contains { secret in
        rest(of: text[start...], after: secret).map(mayFollow) ?? false
      } && mayPrecede(text[..<start])
    }
  }

  private static func mayPrecede(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    if text.allSatisfy({ $0 == " " }) { return true }
    return text.indices.contains { start in
      beginnings.contains { rest(of: text[start...], after: $0)?.first == " " }
    }
  }

  private static func mayFollow(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    let tails = [text] + endings.compactMap { rest(of: text, after: $0) }
    return tails.contains { tail in
      if tail.allSatisfy({ $0 == " " || $0 == "\t" }) { return true }
      guard tail.first == " " else { return false }
      let word = tail.dropFirst().prefix { $0.properties.isAlphabetic }
      let rest = tail.dropFirst(word.count + 1)
      return !word.isEmpty && rest.first == " " && rest.count > 1
    }
  }

  /// The text after a beginning; nil if it begins otherwise.
  private static func rest(
    of text: ArraySlice<Unicode.Scalar>, after beginning: String
  ) -> ArraySlice<Unicode.Scalar>? {
    let scalars = beginning.unicodeScalars
    return text.starts(with: scalars) ? text.dropFirst(scalars.count) : nil
  }
}
