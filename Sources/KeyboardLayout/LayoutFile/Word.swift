/// A word of a text in a file, with its place.
struct Word: Sendable {
  let text: String
  /// The scalar it is a part of.
  let node: YAMLNode
  /// Its first character's number within the scalar's value, in Unicode scalars.
  let offset: Int

  /// The words between the blanks of a text: `"a  bc"` → `a` at 0, `bc` at 3.
  static func words(of text: String, node: YAMLNode) -> [Word] {
    var words: [Word] = []
    var word = String.UnicodeScalarView()
    var begin = 0
    var offset = 0
    func flush() {
      if !word.isEmpty { words.append(Word(text: String(word), node: node, offset: begin)) }
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" {
        flush()
      } else {
        if word.isEmpty { begin = offset }
        word.append(scalar)
      }
      offset += 1
    }
    flush()
    return words
  }
}
