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
    var begin: (index: String.Index, offset: Int)?
    var offset = -1
    let bytes = text.utf8
    for index in bytes.indices {
      let byte = bytes[index]
      // Every byte but a continuation byte begins a Unicode scalar.
      if byte & 0xC0 != 0x80 { offset += 1 }
      let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if isBlank, let word = begin {
        words.append(Word(text: String(text[word.index..<index]), node: node, offset: word.offset))
        begin = nil
      } else if !isBlank, begin == nil {
        begin = (index, offset)
      }
    }
    if let word = begin {
      words.append(Word(text: String(text[word.index...]), node: node, offset: word.offset))
    }
    return words
  }
}
