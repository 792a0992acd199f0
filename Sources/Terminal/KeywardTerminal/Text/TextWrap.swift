/// Breaks sanitised text into lines of at most `width` cells.
package enum TextWrap {
  /// Breaks `text` at its line feeds, and breaks lines that are wider than `width` cells.
  ///
  /// A line that is too wide is broken after a blank, or inside a word that is itself too wide.
  package static func lines(of text: String, width: Int) -> [String] {
    guard width > 0, !text.isEmpty else { return [] }
    if !text.utf8.contains(0x0a) { return wrapped(text[...], width: width) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrapped($0, width: width)
    }
  }

  private static func wrapped(_ line: Substring, width: Int) -> [String] {
    // No character has more cells than bytes.
    if line.utf8.count <= width { return [trimmed(String(line))] }
    let text = String(line)
    if text.isPrintableASCII { return wrapped(ascii: text.utf8, width: width) }
    if CharacterWidth.of(text) <= width { return [trimmed(text)] }
    var lines: [String] = []
    var current = ""
    var currentWidth = 0
    for word in words(of: line) {
      let wordWidth = CharacterWidth.of(word)
      // A blank at the end may extend beyond the width.
      let inkWidth = word.last == " " ? wordWidth - 1 : wordWidth
      if currentWidth + inkWidth <= width {
        current += word
        currentWidth += wordWidth
        continue
      }
      if currentWidth > 0 { lines.append(trimmed(current)) }
      (current, currentWidth) = ("", 0)
      for character in word {
        let step = CharacterWidth.of(character)
        if currentWidth + step > width, currentWidth > 0, character != " " {
          lines.append(trimmed(current))
          (current, currentWidth) = ("", 0)
        }
        current.append(character)
        currentWidth += step
      }
    }
    lines.append(trimmed(current))
    return lines
  }

  /// Does the same with a line of ASCII, in which a character is a byte.
  private static func wrapped(ascii line: String.UTF8View, width: Int) -> [String] {
    let bytes = Array(line)
    var lines: [String] = []
    var (start, end) = (0, 0)
    func add(_ end: Int) {
      lines.append(trimmed(String(decoding: bytes[start..<end], as: UTF8.self)))
    }
    while end < bytes.count {
      let ink = bytes[end...].firstIndex(of: 0x20) ?? bytes.count
      if ink - start > width, end > start {
        add(end)
        start = end
      }
      while ink - start > width {
        add(start + width)
        start += width
      }
      end = min(ink + 1, bytes.count)
    }
    add(bytes.count)
    return lines
  }

  /// The words of a line, each with the blank after it, if any.
  ///
  /// Chinese and Japanese have no blanks: each wide character is a word, together with the signs
  /// after it that must not begin a line.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var wasWide = false
    for character in line {
      // Wide characters have at least three bytes.
      let isWide = character.utf8.count > 2 && CharacterWidth.of(character) == 2
      if isWide || wasWide, !word.isEmpty, !unbroken.contains(character), word.last != "（" {
        words.append(word)
        word = ""
      }
      wasWide = isWide
      word.append(character)
      if character == " " {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static let unbroken: Set<Character> = [
    "、", "。", "，", "．", "：", "；", "！", "？", "）", "」", "』", "】", "ー", "々", "っ", "ゃ", "ゅ", "ょ",
    "ッ", "ャ", "ュ", "ョ", "ァ", "ィ", "ゥ", "ェ", "ォ", ",", ".", ":", ";", "!", "?", ")", " ",
  ]

  package static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  package static func head(of text: String, width: Int, ellipsis: String) -> String {
    guard CharacterWidth.of(text) > width else { return text }
    let mark = CharacterWidth.of(ellipsis) <= width ? ellipsis : ""
    return taken(text, width: width - CharacterWidth.of(mark)) + mark
  }

  static func tail(of text: String, width: Int, ellipsis: String) -> String {
    guard CharacterWidth.of(text) > width else { return text }
    let mark = CharacterWidth.of(ellipsis) <= width ? ellipsis : ""
    let rest = taken(String(text.reversed()), width: width - CharacterWidth.of(mark))
    return mark + String(rest.reversed())
  }

  private static func taken(_ text: String, width: Int) -> String {
    var result = ""
    var used = 0
    for character in text {
      used += CharacterWidth.of(character)
      guard used <= width else { break }
      result.append(character)
    }
    return result
  }
}

extension ArraySlice<String> {
  /// Joins the strings with a separator, like `joined(separator:)`.
  ///
  /// The first call of `joined(separator:)` in a program searches all protocol conformances, which
  /// takes a tenth of the time of the first frame.
  package func listed(by separator: String) -> String {
    var text = first ?? ""
    for item in dropFirst() { text += separator + item }
    return text
  }
}
