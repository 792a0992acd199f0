/// The words of a line that show whether the answer to the line is a secret.
///
/// An attacker can choose the names of keys, hosts, users and tokens in a prompt. Therefore quoted
/// text, URLs and paths are ignored, and one group in brackets at the beginning of the line is also
/// ignored: `(me@host) Verification code for 'PIN'` → `verification code for `.
///
/// If it is uncertain whether a word is part of a name, a word for a secret is used, and a word for
/// a visible answer is ignored.
struct PromptWords {
  private let line: PromptLine
  private let text: String
  /// True if a bracket at the beginning is never closed: any word after it could be part of a name.
  private let hasOpenGroup: Bool
  private let isPlain: Bool

  init(_ line: some StringProtocol) {
    let whole = PromptLine(line)
    let rest = whole.withoutLeadingGroup
    hasOpenGroup = rest == nil
    isPlain = whole.isPlainSentence
    self.line = rest ?? whole
    text = self.line.withoutNames
    let all = whole.withoutNames
    offersChoice = Self.hasWord("yes", all) && Self.hasWord("no", all)
  }

  /// True if the line asks for a name or code, in English.
  ///
  /// A line with a letter that is not ASCII, outside of names, or with an invisible character could
  /// have a word for a secret that no list has.
  var beginsWithPublicName: Bool {
    guard !hasOpenGroup, !line.hasInvisible, text.unicodeScalars.allSatisfy(\.isASCII) else {
      return false
    }
    return Self.publicNames.contains { name in
      guard line.scalars.starts(with: name.unicodeScalars) else { return false }
      guard let next = line.scalars.dropFirst(name.unicodeScalars.count).first else { return true }
      return !next.properties.isAlphabetic && !next.isNumeric
    }
  }

  /// True if the line offers a choice of yes and no, such as `(yes/no)`.
  let offersChoice: Bool

  var namesSecret: Bool {
    let joined = text.filter { $0 != " " && $0 != "-" && $0 != "_" }
    return Self.secretParts.contains { joined.utf8.holds($0.utf8) } || hasWord("pin")
      || hasWord("pins")
  }

  /// True if the line may end inside a name, so that the next line continues the name.
  ///
  /// This is possible in two cases. The line has an open quotation, or it asks for a secret and may
  /// contain the name of a key, host or user, as in `Passphrase for KEY`.
  var mayGoOn: Bool {
    line.quotations.hasOpen || namesSecret && (hasWord("for") || !isPlain)
  }

  private static let publicNames = [
    "username", "user name", "user-name", "login", "log-in", "e-mail", "email", "account",
    "one-time code", "one time code", "onetime code", "one-time verification code",
    "verification code",
  ]

  /// Words, and parts of words, that mean a secret in many languages.
  ///
  /// The list is broad, since showing a password is worse than hiding a name.
  private static let secretParts = [
    "password", "passphrase", "passcode", "pincode", "passwd", "passwor", "passord", "kennwort",
    "secret", "token", "credential",
    "contraseña", "contrasenya", "contrasinal", "motdepasse", "senha", "wachtwoord", "wagwoord",
    "lösenord", "adgangskode", "lykilorð", "hasło", "heslo", "geslo", "lozinka", "лозинка",
    "parola",
    "parole", "parool", "pasvort", "pasahitza", "salasana", "slaptažod", "jelszó", "şifre",
    "katasandi", "mậtkhẩu", "κωδικός", "пароль", "парола", "סיסמ", "كلمةالسر", "كلمةالمرور",
    "पासवर्ड", "รหัสผ่าน", "密码", "密碼", "パスワード", "비밀번호", "암호",
  ]

  private func hasWord(_ word: String) -> Bool { Self.hasWord(word, text) }

  private static func hasWord(_ word: String, _ text: String) -> Bool {
    text.unicodeScalars.split { !$0.properties.isAlphabetic }.contains {
      $0.elementsEqual(word.unicodeScalars)
    }
  }
}
