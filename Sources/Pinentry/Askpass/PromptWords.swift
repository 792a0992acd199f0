/// The words of a prompt that tell whether its answer is a secret, where they count.
///
/// Quoted parts, URLs and paths do not count, nor does one group in brackets at the beginning:
/// `(me@host) Verification code for 'PIN'` → `verification code for `.
struct PromptWords {
  /// The rest of the line in lower case, without blanks at its beginning.
  let text: String

  init(_ line: some StringProtocol) {
    let folded = Array(line.lowercased().unicodeScalars)
    let rest = Self.withoutLeadingGroup(Self.trimmed(folded[...]))
    text = Self.string(Self.trimmed(Self.withoutQuotes(rest)[...]))
  }

  /// Whether the line begins with the name of something that may be seen.
  var beginsWithPublicName: Bool {
    Self.publicNames.contains { name in
      guard text.hasPrefix(name) else { return false }
      guard let next = text.dropFirst(name.count).unicodeScalars.first else { return true }
      return !next.properties.isAlphabetic && !next.properties.isNumericPart
    }
  }

  /// Whether one of the words for a secret is in the line.
  var namesSecret: Bool {
    let joined = text.filter { $0 != " " && $0 != "-" && $0 != "_" }
    return Self.secretParts.contains { Self.contains(joined, $0) } || hasWord("pin")
      || hasWord("pins")
  }

  private static let publicNames = [
    "username", "user name", "user-name", "login", "log-in", "e-mail", "email", "account",
    "one-time code", "one time code", "onetime code", "one-time verification code",
    "verification code",
  ]

  /// The words of the rule, and the same words of other languages, since a password shown is worse
  /// than a name hidden.
  private static let secretParts = [
    "password", "passphrase", "passcode", "pincode", "passwd", "passwor", "kennwort", "contraseña",
    "motdepasse", "senha", "wachtwoord", "lösenord", "adgangskode", "hasło", "heslo", "parola",
    "пароль", "密码", "密碼", "パスワード", "비밀번호",
  ]

  private func hasWord(_ word: String) -> Bool {
    text.unicodeScalars.split { !$0.properties.isAlphabetic }.contains {
      $0.elementsEqual(word.unicodeScalars)
    }
  }

  // MARK: Cutting

  typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func withoutLeadingGroup(_ line: Scalars) -> Scalars {
    let closing: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "[": "]"]
    guard let open = line.first, let close = closing[open] else { return line }
    var depth = 0
    for index in line.indices {
      if line[index] == open { depth += 1 }
      if line[index] == close { depth -= 1 }
      if depth == 0 { return trimmed(line[(index + 1)...]) }
    }
    return line
  }

  /// The line without what stands in quotes, and without words that are URLs or paths.
  private static func withoutQuotes(_ line: Scalars) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var index = line.startIndex
    var isAtWordStart = true
    while index < line.endIndex {
      let scalar = line[index]
      if isAtWordStart, let close = closingQuotes[scalar],
        let end = endOfQuote(line[(index + 1)...], close)
      {
        index = end + 1
        isAtWordStart = false
        continue
      }
      if isAtWordStart, isLocation(line[index...].prefix { !$0.properties.isWhitespace }) {
        index = line[index...].firstIndex { $0.properties.isWhitespace } ?? line.endIndex
        continue
      }
      isAtWordStart = scalar.properties.isWhitespace || scalar == "(" || scalar == "["
      result.append(scalar)
      index += 1
    }
    return result
  }

  private static let closingQuotes: [Unicode.Scalar: [Unicode.Scalar]] = [
    "'": ["'"], "\"": ["\""], "`": ["`", "'"], "\u{2018}": ["\u{2019}"],
    "\u{201a}": ["\u{2018}", "\u{2019}"], "\u{201c}": ["\u{201d}"],
    "\u{201e}": ["\u{201c}", "\u{201d}"], "\u{ab}": ["\u{bb}"], "\u{bb}": ["\u{ab}"],
  ]

  /// Where a quotation ends: a quotation mark no letter stands right behind.
  private static func endOfQuote(_ rest: Scalars, _ close: [Unicode.Scalar]) -> Int? {
    rest.indices.first { index in
      guard close.contains(rest[index]) else { return false }
      let next = index + 1 < rest.endIndex ? rest[index + 1] : " "
      return !next.properties.isAlphabetic
    }
  }

  /// `https://host`, `/etc/key`, `~/key`, `./key`.
  private static func isLocation(_ word: Scalars) -> Bool {
    let text = string(word)
    if ["/", "~/", "./", "../"].contains(where: { text.hasPrefix($0) }) { return true }
    return contains(text, "://")
  }

  private static func trimmed(_ line: Scalars) -> Scalars {
    line.drop { $0.properties.isWhitespace }
  }

  static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Whether `part` stands somewhere in `text`.
  static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { text[$0...].starts(with: part) }
  }
}

extension Unicode.Scalar.Properties {
  /// Whether the scalar is a digit, so that it goes on with a word.
  fileprivate var isNumericPart: Bool { numericType != nil }
}
