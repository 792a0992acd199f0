/// Questions for a secret in line mode, worded so that other programs recognise them.
///
/// Emacs hides the input after text that matches `comint-password-prompt-regexp`, and many scripts
/// wait for the same words. A label that is already such a question is left unchanged.
extension Transcript {
  /// Returns the question for a label; `first` is the first field's label.
  ///
  ///     secretQuestion("Passphrase")           // "Passphrase: "
  ///     secretQuestion("Vault passphrase")     // "Enter Vault passphrase: "
  ///     secretQuestion("Repeat")               // "Repeat passphrase: "
  ///     secretQuestion("Repeat", after: "PIN") // "Repeat PIN: "
  ///     secretQuestion("Recovery key")         // "Enter recovery key as passphrase: "
  ///     secretQuestion("Vault code:")          // "Vault code:", "Passphrase: "
  ///
  /// A label that cannot be part of the question is on a separate line above it. So is a label with
  /// its own colon or question mark, for which programs may wait.
  static func secretQuestion(_ label: String, after first: String = "") -> String {
    let question = question(label)
    if isKnown(question) { return question }
    let isNumber = [label, first].contains { label in
      [Phrase.pin, .idNumber].contains { self.question(label) == $0.english + ": " }
    }
    let secret = isNumber ? "PIN" : "passphrase"
    let standard = self.question((isNumber ? Phrase.pin : .passphrase).english)
    let name = label.trimmed
    guard name.contains(where: { $0 != ":" }) else { return standard }
    guard name == question.dropLast(2) else { return name + "\r\n" + standard }
    if let kind = kinds.first(where: { $0.english == name }) {
      let shown = kind == .idNumber ? name : name.lowercased()
      return "Enter \(shown) as \(secret): "
    }
    var others = ["Enter \(name): "]
    if name.allSatisfy(\.isLetter) {
      others += ["\(name) \(secret): ", "Enter \(name) \(secret): "]
    }
    return others.first(where: isKnown) ?? name + "\r\n" + standard
  }

  /// The labels for texts of a known form, none of which is a word for a secret.
  private static let kinds: [Phrase] = [.recoveryKey, .seedPhrase, .idNumber, .code]

  // MARK: The words

  /// The words for a secret, from the list `password-word-equivalents` of Emacs.
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

  /// The words that may precede a word for a secret, such as “new” in “new password:”.
  ///
  /// A question with text before the word for a secret is recognised only if the text contains one
  /// of these words.
  private static let beginnings = [
    " smb", "'s", "bad", "current", "cvs", "doas", "enter", "kerberos", "ldap", "login", "new",
    "old", "pem", "repeat", "retype", "[sudo]", "sudo", "unix", "verify",
  ]

  private static let endings = [
    ", try again", " again", "again", " (empty for no passphrase)", " (again)",
  ]

  /// True if Emacs recognises a question for a secret.
  ///
  /// The question consists of a word for a secret and a colon. Only blanks, or text that contains
  /// one of `beginnings`, may precede the word. One of `endings` may follow it, and then a phrase
  /// such as `for Vault`.
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

  private static func rest(
    of text: ArraySlice<Unicode.Scalar>, after beginning: String
  ) -> ArraySlice<Unicode.Scalar>? {
    let scalars = beginning.unicodeScalars
    return text.starts(with: scalars) ? text.dropFirst(scalars.count) : nil
  }
}
