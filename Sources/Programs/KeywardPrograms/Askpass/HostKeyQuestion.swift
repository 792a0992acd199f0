/// The question of ssh about the key of an unknown host.
///
///     The authenticity of host 'h (192.0.2.1)' can't be established.
///     ED25519 key fingerprint is SHA256:….
///     This key is not known by any other names.
///     Are you sure you want to continue connecting (yes/no/[fingerprint])?
///
/// A server can write whole prompts, too. So every line must be one of ssh, in the order of ssh,
/// with nothing before or after. The texts are those of OpenSSH 5.9 to 10.
struct HostKeyQuestion {
  private var lines: ArraySlice<Substring>

  /// True if `text` is the whole question, or asks again after an answer that ssh did not accept.
  static func isWhole(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0x0a }) else { return false }
    if text == "Please type 'yes', 'no' or the fingerprint: " { return true }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var question = HostKeyQuestion(lines: lines[...])
    return question.takesAllLines()
  }

  private mutating func takesAllLines() -> Bool {
    guard takeHost(), takeFingerprint(), takePicture() else { return false }
    let found = "atching host key fingerprint found in DNS."
    _ = take(["M" + found, "No m" + found])
    takeOtherNames()
    let question = "Are you sure you want to continue connecting"
    return take(["\(question) (yes/no/[fingerprint])? ", "\(question) (yes/no)? "]) && lines.isEmpty
  }

  /// Takes the next line if it is one of `texts`.
  private mutating func take(_ texts: [String]) -> Bool {
    guard let line = lines.first, texts.contains(String(line)) else { return false }
    lines.removeFirst()
    return true
  }

  // MARK: Host

  private mutating func takeHost() -> Bool {
    let (start, end) = ("The authenticity of host '", "' can't be established")
    guard let line = lines.popFirst(), line.hasPrefix(start) else { return false }
    let rest = line.dropFirst(start.count)
    let isComplete = rest.hasSuffix(".")
    let host = isComplete ? rest.dropLast() : rest
    guard host.hasSuffix(end), Self.isHost(host.dropLast(end.count)) else { return false }
    return isComplete || take(["but keys of different type are already known for this host."])
  }

  /// True for text of the form `NAME (ADDRESS)`.
  private static func isHost(_ text: Substring) -> Bool {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, words[1].hasPrefix("("), words[1].hasSuffix(")") else { return false }
    let address = words[1].dropFirst().dropLast()
    return isWord(words[0]) && (isWord(address) || address == "<no hostip for proxy command>")
  }

  private static func isWord(_ text: Substring) -> Bool {
    !text.isEmpty && !text.contains { " '()".contains($0) }
  }

  // MARK: Key

  /// Takes `TYPE key fingerprint is PRINT.`, which newer versions write as
  /// `TYPE key fingerprint is: PRINT`.
  private mutating func takeFingerprint() -> Bool {
    let words = lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    guard words.count == 5, words[1] == "key", words[2] == "fingerprint" else { return false }
    let isNew = words[3] == "is:"
    guard isNew || words[3] == "is" && words[4].hasSuffix(".") else { return false }
    let print = isNew ? words[4] : words[4].dropLast()
    return Self.has(words[0], only: "-") && Self.has(print, only: "+/:=")
  }

  /// True if a text has letters, digits and `others` only, and at least one of them.
  private static func has(_ text: Substring, only others: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || others.contains($0) }
  }

  /// Takes the picture of the key, if there is one; false if it is not ssh's.
  private mutating func takePicture() -> Bool {
    guard lines.first?.hasPrefix("+") ?? false else { return true }
    let (columns, rows) = (17, 9)
    for row in 0...(rows + 1) {
      guard let line = lines.popFirst(), line.count == columns + 2 else { return false }
      let isBorder = row == 0 || row > rows
      let inner = line.dropFirst().dropLast()
      let isFilled =
        isBorder
        ? Self.has(inner, only: "-[] ") : inner.allSatisfy { " .o+=*BOX@%&#/^SE".contains($0) }
      let edges = isBorder ? "++" : "||"
      guard isFilled, String([line.first, line.last].compactMap(\.self)) == edges else {
        return false
      }
    }
    return true
  }

  /// Takes the lines about other names of the key: `    ~/.ssh/known_hosts:1: NAME`, and one that
  /// counts further names.
  private mutating func takeOtherNames() {
    let none = "This key is not known by any other names"
    guard !take([none, none + "."]),
      take(["This host key is known by the following other names/addresses:"])
    else { return }
    lines = lines.drop { Self.isOtherName($0) }
    if let line = lines.first, Self.isCount(line) { lines.removeFirst() }
  }

  private static let indent = "    "

  private static func isOtherName(_ line: Substring) -> Bool {
    guard line.hasPrefix(indent) else { return false }
    let parts = line.dropFirst(indent.count).split(
      separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, isWord(parts[0]), isNumber(parts[1]), parts[2].hasPrefix(" ") else {
      return false
    }
    let name = parts[2].dropFirst()
    return isWord(name) || name == "[hashed name]"
  }

  private static func isCount(_ line: Substring) -> Bool {
    let (beginning, end) = (indent + "(", " additional names omitted)")
    return line.hasPrefix(beginning) && line.hasSuffix(end)
      && isNumber(line.dropFirst(beginning.count).dropLast(end.count))
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) }
  }
}
