/// Breaks sanitised text into lines of at most `width` cells.
package enum TextWrap {
  /// Breaks `text` at its line feeds, and breaks lines that are wider than `width` cells.
  ///
  /// A line that is too wide is broken after a blank, or inside a word that is wider than a line,
  /// which begins on the current line if at least a quarter of that is free. The continuation of a
  /// line begins with `indent` blanks, unless these would take more than a quarter of the width.
  package static func lines(of text: String, width: Int, indent: Int = 0) -> [String] {
    guard width > 0, !text.isEmpty else { return [] }
    let indent = self.indent(indent, width: width)
    if !text.utf8.contains(0x0a) { return wrapped(text[...], width: width, indent: indent) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      wrapped($0, width: width, indent: indent)
    }
  }

  /// Returns the number of blanks before the continuation of a line of `width` cells.
  static func indent(_ indent: Int, width: Int) -> Int { width >= 4 * indent ? indent : 0 }

  private static func wrapped(_ line: Substring, width: Int, indent: Int) -> [String] {
    // No character has more cells than bytes.
    if line.utf8.count <= width { return [trimmed(String(line))] }
    let text = String(line)
    if text.isPrintableASCII { return wrapped(ascii: text.utf8, width: width, indent: indent) }
    if CharacterWidth.of(text) <= width { return [trimmed(text)] }
    var lines: [String] = []
    var (start, end) = (line.startIndex, line.startIndex)
    var (used, room) = (0, width)
    func addLine() {
      let text = trimmed(String(line[start..<end]))
      lines.append(String(repeating: " ", count: width - room) + text)
      (start, used, room) = (end, 0, width - indent)
    }
    for word in words(of: line) {
      let wordWidth = CharacterWidth.of(String(word))
      // A blank at the end may extend beyond the width.
      let inkWidth = word.utf8.last == 0x20 ? wordWidth - 1 : wordWidth
      if used + inkWidth <= room {
        end = word.endIndex
        used += wordWidth
        continue
      }
      let isBroken = inkWidth > width - indent && 4 * (room - used) >= width
      if used > 0, !isBroken { addLine() }
      for index in word.indices {
        let step = CharacterWidth.of(word[index])
        if used + step > room, used > 0, word[index] != " " { addLine() }
        end = word.index(after: index)
        used += step
      }
    }
    addLine()
    return lines
  }

  /// Does the same with a line of ASCII, in which a character is a byte.
  private static func wrapped(ascii line: String.UTF8View, width: Int, indent: Int) -> [String] {
    let bytes = Array(line)
    var lines: [String] = []
    var (start, end, room) = (0, 0, width)
    func add(_ end: Int) {
      let text = trimmed(String(decoding: bytes[start..<end], as: UTF8.self))
      lines.append(String(repeating: " ", count: width - room) + text)
      start = end
      room = width - indent
    }
    while end < bytes.count {
      let ink = bytes[end...].firstIndex(of: 0x20) ?? bytes.count
      let isBroken = ink - end > width - indent && 4 * (start + room - end) >= width
      if ink - start > room, end > start, !isBroken { add(end) }
      while ink - start > room { add(start + room) }
      end = min(ink + 1, bytes.count)
    }
    add(bytes.count)
    return lines
  }

  /// The words of a line, each with the blank after it, if any.
  ///
  /// Chinese and Japanese have no blanks: each wide character is a word, together with the signs
  /// after it that must not begin a line.
  private static func words(of line: Substring) -> [Substring] {
    var words: [Substring] = []
    var (start, index) = (line.startIndex, line.startIndex)
    var wasWide = false
    while index < line.endIndex {
      let next = line.index(after: index)
      let count = line.utf8.distance(from: index, to: next)
      // Wide characters have at least three bytes.
      let isWide = count > 2 && CharacterWidth.of(line[index]) == 2
      if isWide || wasWide, start < index, !unbroken.contains(line[index]),
        line[start..<index].last != "（"
      {
        words.append(line[start..<index])
        start = index
      }
      wasWide = isWide
      if count == 1, line.utf8[index] == 0x20 {
        words.append(line[start..<next])
        start = next
      }
      index = next
    }
    if start < index { words.append(line[start..<index]) }
    return words
  }

  private static let unbroken: Set<Character> = [
    "、", "。", "，", "．", "：", "；", "！", "？", "）", "」", "』", "】", "ー", "々", "っ", "ゃ", "ゅ", "ょ",
    "ッ", "ャ", "ュ", "ョ", "ァ", "ィ", "ゥ", "ェ", "ォ", ",", ".", ":", ";", "!", "?", ")", " ",
  ]

  package static func trimmed(_ line: String) -> String {
    guard line.utf8.last == 0x20 else { return line }
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return String(line)
  }

  package static func head(of text: String, width: Int, ellipsis: String) -> String {
    guard CharacterWidth.of(text) > width else { return text }
    let mark = CharacterWidth.of(ellipsis) <= width ? ellipsis : ""
    return taken(text, width: width - CharacterWidth.of(mark)) + mark
  }

  /// Returns the longest head of at most `width` cells that ends before a separator, at which the
  /// text may also end; nil if there is none.
  static func head(of text: String, width: Int, endingBefore separators: [String]) -> String? {
    let text = text + " "
    var (used, index) = (0, text.startIndex)
    var end: String.Index?
    while index < text.endIndex, used <= width {
      if used > 0, separators.contains(where: { text[index...].hasPrefix($0) }) { end = index }
      used += CharacterWidth.of(text[index])
      index = text.index(after: index)
    }
    return end.map { String(text[..<$0]) }
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
