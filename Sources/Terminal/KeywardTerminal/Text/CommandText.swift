import KeywardLayout

/// Command lines as text that shows each of their bytes unambiguously.
///
///     CommandText.line([Array("rm".utf8), Array("a b\u{1b}".utf8)])   // rm $'a b\u{1b}'
///
/// Words are quoted as a shell would need them. Characters that control a terminal, change the
/// direction of text, are invisible or look like other characters are replaced by their codes, runs
/// of blanks by their length, and values that look like secrets by an ellipsis.
package struct CommandText {
  /// True if all characters must be ASCII.
  package var isASCII = false

  package init(isASCII: Bool = false) { self.isASCII = isASCII }

  package var ellipsis: String { isASCII ? "..." : "…" }

  /// The mark in place of a missing part of a command line, which differs from that of a value.
  package var cutMark: String { Self.cutMark(with: ellipsis) }

  static func cutMark(with ellipsis: String) -> String { "[" + ellipsis + "]" }

  /// The maximum length of a command line in bytes; `cutMark` is in place of the rest.
  package static let longest = 128 * 1024

  /// Returns the words of a command line as one line of text.
  package func line(_ words: [[UInt8]]) -> String {
    var (secrets, room) = (SecretArguments(), Self.longest)
    var shown: [String] = []
    for word in words {
      let part = word.count > room ? Array(word.prefix(room)) : word
      shown.append(quoted(part[...], hiding: secrets.hidden(in: part)))
      room -= word.count + 1
      guard room > 0 else { break }
    }
    if room < -1 || shown.count < words.count { shown.append(cutMark) }
    return shown[...].listed(by: " ")
  }

  /// Returns a word as a shell would need it, with an ellipsis in place of each `hidden` range.
  ///
  /// The whole word has one pair of quotes, if any. No other text in it looks like the ellipsis,
  /// whose own character is shown as a code.
  package func quoted(_ word: ArraySlice<UInt8>, hiding hidden: [Range<Int>] = []) -> String {
    var parts: [ArraySlice<UInt8>] = []
    var start = word.startIndex
    for range in hidden {
      parts.append(word[start..<range.lowerBound])
      start = range.upperBound
    }
    parts.append(word[start...])
    let quoting =
      word.isEmpty ? .quotes : parts.map(quoting).max { $0.rawValue < $1.rawValue } ?? .none
    let shown = parts.map { written($0, in: quoting) }[...].listed(by: ellipsis)
    return switch quoting {
    case .none: shown
    case .quotes: "'" + shown + "'"
    case .codes: "$'" + shown + "'"
    }
  }

  /// The ways to write a word, from the simplest one to the one that can show every byte.
  private enum Quoting: Int { case none, quotes, codes }

  /// Returns the simplest way to write a part of a word.
  private func quoting(of part: ArraySlice<UInt8>) -> Quoting {
    guard !Self.hasLongRun(part) else { return .codes }
    if !part.allSatisfy({ (0x20...0x7e).contains($0) }) {
      let characters = Self.characters(of: part)
      guard isClear(characters).allSatisfy(\.self) else { return .codes }
    }
    return part.allSatisfy { $0 >= 0x80 || Self.isPlain($0) } ? .none : .quotes
  }

  /// Returns for each character of a part whether it needs no code.
  private func isClear(_ characters: [Piece]) -> [Bool] {
    let isShown = isASCII ? nil : ShownCharacters(characters.map { $0.scalar ?? "\u{0}" })
    return characters.indices.map { place in
      guard let scalar = characters[place].scalar else { return false }
      return (0x20...0x7e).contains(scalar.value) || isShown?[place] == true
    }
  }

  /// Returns a part of a word, without the quotes around the word.
  private func written(_ part: ArraySlice<UInt8>, in quoting: Quoting) -> String {
    guard quoting == .codes else {
      var bytes: [UInt8] = []
      for byte in part {
        if byte == UInt8(ascii: "'"), quoting == .quotes { bytes += "'\\'".utf8 }
        bytes.append(byte)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let characters = Self.characters(of: part)
    let isClear = isClear(characters)
    var text = ""
    var place = 0
    var isAfterCount = false
    while place < characters.count {
      let character = characters[place]
      let run = characters[place...].prefix { $0.isBlank }.count
      if run >= Self.leastRun {
        text += "\\u{20}" + (isASCII ? "x" : "×") + "\(run)"
        (place, isAfterCount) = (place + run, true)
        continue
      }
      switch character {
      // A digit would be read as a part of the number.
      case .scalar(let scalar) where isAfterCount && ("0"..."9").contains(scalar):
        text += "\\u{\(String(scalar.value, radix: 16))}"
      case .scalar("'"): text += "\\'"
      case .scalar("\\"): text += "\\\\"
      case .scalar(let scalar) where isClear[place]: text.unicodeScalars.append(scalar)
      case .scalar(let scalar): text += "\\u{\(String(scalar.value, radix: 16))}"
      case .byte(let byte): text += "\\x{\(String(byte, radix: 16))}"
      }
      (place, isAfterCount) = (place + 1, false)
    }
    return text
  }

  /// True if a shell takes the byte literally, at any place in a word.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7a, 0x41...0x5a, 0x2b...0x3a: true
    case UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "="): true
    default: false
    }
  }

  /// The number of blanks, one after the other, that are shown as their number, since many would
  /// push the text after them out of sight.
  private static let leastRun = 4

  private static func hasLongRun(_ word: ArraySlice<UInt8>) -> Bool {
    var run = 0
    return word.contains { byte in
      run = byte == 0x20 ? run + 1 : 0
      return run == leastRun
    }
  }

  private enum Piece {
    case scalar(Unicode.Scalar)
    /// A byte that is no part of valid UTF-8.
    case byte(UInt8)

    var isBlank: Bool { scalar == " " }

    var scalar: Unicode.Scalar? { if case .scalar(let scalar) = self { scalar } else { nil } }
  }

  private static func characters(of word: ArraySlice<UInt8>) -> [Piece] {
    var found: [Piece] = []
    var rest = word
    while let first = rest.first {
      let count = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      var decoder = UTF8()
      var bytes = rest.prefix(count).makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&bytes) {
        found.append(.scalar(scalar))
        rest = rest.dropFirst(count)
      } else {
        found.append(.byte(first))
        rest = rest.dropFirst()
      }
    }
    return found
  }
}

/// The characters of a word that can be shown as they are.
///
/// These are the letters of common scripts that are written from left to right, and their marks. A
/// Greek or Cyrillic letter in a run with letters of another script, or only with letters that look
/// like Latin ones, is not shown.
private struct ShownCharacters {
  private enum Script { case latin, greek, cyrillic, other, mark, none }

  private var isShown: [Bool]

  subscript(place: Int) -> Bool { isShown[place] }

  init(_ scalars: [Unicode.Scalar]) {
    let scripts = scalars.map(Self.script)
    isShown = scripts.map { $0 != .none }
    var marks = 0
    for place in scalars.indices {
      marks = scripts[place] == .mark ? marks + 1 : 0
      let hasBase = place > marks - 1 && [.latin, .other].contains(scripts[max(0, place - marks)])
      if marks > 0 { isShown[place] = hasBase && marks <= Self.mostMarks }
    }
    var start = 0
    while start < scalars.count {
      guard Self.alike.contains(scripts[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < scalars.count, Self.alike.contains(scripts[end]) { end += 1 }
      let run = start..<end
      let found = Set(scripts[run])
      let isMixed = found.count > 1
      if isMixed || found != [.latin] && scalars[run].allSatisfy(Self.looksLatin) {
        for place in run where scripts[place] != .latin { isShown[place] = false }
      }
      start = end
    }
  }

  private static let mostMarks = 2
  private static let alike: Set<Script> = [.latin, .greek, .cyrillic]

  private static func script(of scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case 0x41...0x5a, 0x61...0x7a, 0xc0...0x1bf, 0x1c4...0x24f, 0x1e00...0x1eff:
      scalar.isLetter ? .latin : .none
    case 0x370...0x3ff, 0x1f00...0x1fff: scalar.isLetter ? .greek : .none
    case 0x400...0x52f: scalar.isLetter ? .cyrillic : .none
    // Indic scripts and Thai, whose vowels are marks.
    case 0x900...0xeff: scalar.isLetter ? .other : scalar.isMark ? .mark : .none
    case 0x300...0x333: .mark
    // Georgian, kana, Han, Hangul.
    case 0x10d0...0x10ff, 0x3041...0x3096, 0x30a1...0x30fa, 0x30fc, 0x3400...0x4dbf,
      0x4e00...0x9fff, 0xac00...0xd7a3, 0x20000...0x323af:
      scalar.isLetter ? .other : .none
    default: .none
    }
  }

  private static func looksLatin(_ scalar: Unicode.Scalar) -> Bool {
    lookalikes.contains(scalar)
  }

  /// The Greek and Cyrillic letters that look like Latin ones.
  private static let lookalikes = Set(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαινορυϲϳАВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјорсухүһԁԛԝѡӏӀѵ".unicodeScalars)
}

extension Unicode.Scalar {
  fileprivate var isLetter: Bool {
    guard !properties.isDefaultIgnorableCodePoint else { return false }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter: true
    default: false
    }
  }
}

/// Finds the values in the words of a command line that look like secrets.
private struct SecretArguments {
  private var isValue = false
  /// The short options of the program that a word has named.
  private var options: Options?

  private struct Options {
    /// The letters of the options with a secret value.
    let letters: [UInt8]
    /// The letters that may precede one of these in the same word.
    let flags: [UInt8]
    /// True if the value may be the next word.
    var takesNext = true
    /// True if the options end at the next command.
    var isBeforeCommand = false
    /// The long options with a secret value whose names do not show it.
    var longNames: [String] = []

    init?(of program: ArraySlice<UInt8>) {
      func isOne(_ names: String...) -> Bool { names.contains { program.elementsEqual($0.utf8) } }
      let isDatabase =
        program.starts(with: "mysql".utf8) || program.starts(with: "mariadb".utf8)
      if isDatabase || isOne("sshpass") {
        (letters, flags) = (Array("p".utf8), Array("ev".utf8))
        (takesNext, isBeforeCommand) = (!isDatabase, !isDatabase)
      } else if isOne("ssh-keygen") {
        (letters, flags) = (Array("NP".utf8), Array("ABHLQUceghiklpquvy".utf8))
      } else if isOne("curl") {
        (letters, flags) = (Array("uU".utf8), Array("#012346GIJLNORSVZafgijklnpqsv".utf8))
        longNames = ["user", "proxy-user"]
      } else if isOne("7z", "7za", "7zr", "7zz") {
        (letters, flags, takesNext) = (Array("p".utf8), [], false)
      } else if isOne("zip", "unzip") {
        (letters, flags) = (Array("P".utf8), Array("ejoqruv".utf8))
      } else if isOne("redis-cli", "valkey-cli") {
        (letters, flags) = (Array("a".utf8), [])
      } else if isOne("ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami") {
        (letters, flags) = (Array("w".utf8), Array("ALMNQSTZnvx".utf8))
      } else {
        return nil
      }
    }
  }

  /// The ends of the names of options, variables and headers that have a secret value.
  private static let names = [
    "PASSWORD", "PASSWD", "PASS", "PASSPHRASE", "TOKEN", "SECRET", "KEY", "BEARER",
  ].map { Array($0.utf8) }
  /// The ends of the names of other headers whose value is secret, and which may lack a blank.
  private static let headers = ["AUTHORIZATION", "COOKIE"].map { Array($0.utf8) }
  /// The beginning of a password in an argument of openssl.
  private static let pass = Array("pass:".utf8)

  /// Returns the ranges of bytes to hide in the next word, in order.
  ///
  /// A word with blanks may be a command line for a shell, whose own words are looked at in turn.
  mutating func hidden(in word: [UInt8]) -> [Range<Int>] {
    if isValue {
      isValue = false
      return [0..<Self.end(of: word, from: 0, isShell: false)]
    }
    var ranges = own(in: word)
    var start = ranges.last?.upperBound ?? 0
    guard word[start...].contains(where: Self.endsWord) else { return ranges }
    var inner = Self()
    while start < word.count {
      if Self.endsWord(word[start]) {
        // The next command begins.
        if Self.isSeparator(word[start]) { inner = Self() }
        start += 1
        continue
      }
      let end = word[start...].firstIndex(where: Self.endsWord) ?? word.count
      if inner.isValue {
        inner.isValue = false
        ranges.append(start..<end)
      } else {
        ranges += inner.own(in: Array(word[start..<end])).map {
          start + $0.lowerBound..<start + $0.upperBound
        }
      }
      start = end
    }
    return ranges
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || isSeparator(byte)
  }

  /// Returns the ranges to hide in a word that no shell splits.
  private mutating func own(in word: [UInt8]) -> [Range<Int>] {
    let isOption = word.first == 0x2d
    if word.starts(with: [0x2d, 0x2d]) {
      let end = word.firstIndex(of: 0x3d) ?? word.count
      let name = word[2..<end]
      let isNamed = options?.longNames.contains { name.elementsEqual($0.utf8) } ?? false
      if isNamed || Self.isSecret(name) {
        isValue = end == word.count
        return isValue ? [] : [end + 1..<Self.end(of: word, from: end + 1, isShell: false)]
      }
    } else if isOption, let options,
      let letter = word.dropFirst().firstIndex(where: { !options.flags.contains($0) }),
      options.letters.contains(word[letter])
    {
      let start = letter + 1
      isValue = options.takesNext && start == word.count
      return start < word.count ? [start..<Self.end(of: word, from: start, isShell: true)] : []
    }
    let header = header(in: word)
    guard header.isEmpty else { return header }
    let values = Self.values(in: word)
    guard values.isEmpty else { return values }
    if !isOption {
      let name = word.suffix(from: (word.lastIndex(of: 0x2f) ?? -1) + 1)
      if options?.isBeforeCommand == true { options = nil }
      options = Options(of: name) ?? options
    }
    return []
  }

  /// Returns the range of the value of a header such as `Authorization: Bearer abc`, which may
  /// follow the name of an option in the same word; none if the word has no such header.
  private func header(in word: [UInt8]) -> [Range<Int>] {
    guard let colon = word.firstIndex(of: 0x3a), colon + 1 < word.count else { return [] }
    let hasBlank = word[colon + 1] == 0x20
    guard
      Self.isSecret(word[..<colon], ends: Self.headers + (hasBlank ? Self.names : []))
        || word.starts(with: Self.pass)
    else { return [] }
    let start = colon + (hasBlank ? 2 : 1)
    return [start..<Self.end(of: word, from: start, isShell: false)]
  }

  /// Returns the ranges of the secret values in a list such as `user=me,password=abc`, and of the
  /// passwords in URLs.
  ///
  /// Only the first of the words that a shell would see is looked at.
  private static func values(in word: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let end = word.firstIndex(where: endsWord) ?? word.count
    var (name, place) = (0, 0)
    while place < end {
      var value: Range<Int>?
      switch word[place] {
      case UInt8(ascii: ","): name = place + 1
      case UInt8(ascii: "="):
        if isSecret(word[name..<place]) {
          value = place + 1..<endOfItem(in: word, from: place + 1)
        }
        name = place + 1
      case UInt8(ascii: ":"): value = password(in: word, afterScheme: place)
      default: break
      }
      if let value { found.append(value) }
      place = max(place + 1, value?.upperBound ?? 0)
    }
    return found
  }

  /// Returns the end of a value in a list, which is followed by another name; a comma may also be a
  /// part of the value.
  private static func endOfItem(in word: [UInt8], from start: Int) -> Int {
    let end = end(of: word, from: start, isShell: true)
    return (start..<end).first { place in
      guard word[place] == UInt8(ascii: ",") else { return false }
      let name = word[(place + 1)..<end].prefix {
        (0x61...0x7a).contains($0 | 0x20) || (0x30...0x39).contains($0)
          || [0x2d, 0x5f].contains($0)
      }
      return !name.isEmpty && name.endIndex < end && word[name.endIndex] == UInt8(ascii: "=")
    } ?? end
  }

  private static func isSecret(
    _ name: ArraySlice<UInt8>, ends: [[UInt8]] = names
  ) -> Bool {
    ends.contains { end in
      name.count >= end.count
        && zip(name.suffix(end.count), end).allSatisfy { $0 == $1 || $0 == $1 | 0x20 }
        && name.allSatisfy { $0 > 0x20 && $0 < 0x7f && !isSeparator($0) }
    }
  }

  /// Returns the end of a secret value: that of the word, or the beginning of another command if a
  /// shell should read the word.
  private static func end(of word: [UInt8], from start: Int, isShell: Bool) -> Int {
    word[start...].firstIndex { isSeparator($0) || isShell && [0x20, 0x09].contains($0) }
      ?? word.count
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0a, UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"):
      true
    default: false
    }
  }

  /// Returns the range of the password in a URL such as `https://user:password@host/`, whose
  /// scheme ends before the colon.
  private static func password(in word: [UInt8], afterScheme colon: Int) -> Range<Int>? {
    guard word[colon...].starts(with: "://".utf8) else { return nil }
    let host = word[(colon + 3)...].prefix { ![0x20, 0x2f, 0x3f, 0x23].contains($0) }
    guard let end = host.lastIndex(of: 0x40),
      let start = host[..<end].firstIndex(of: 0x3a), start + 1 < end
    else { return nil }
    return start + 1..<end
  }
}
