/// A word of a text in a file, with its place.
struct Word: Sendable {
  let text: String
  /// The scalar that contains it.
  let node: YAMLNode
  /// The position of its first character within the scalar's value, in Unicode scalars.
  let offset: Int

  /// The words between the blanks of a text: `"a  bc"` → `a` at 0, `bc` at 3.
  static func words(of text: String, node: YAMLNode) -> [Word] {
    var words: [Word] = []
    var begin: (index: Int, offset: Int)?
    var offset = -1
    let bytes = Array(text.utf8)
    func word(from begin: (index: Int, offset: Int), to end: Int) -> Word {
      let text = String(decoding: bytes[begin.index..<end], as: UTF8.self)
      return Word(text: text, node: node, offset: begin.offset)
    }
    for (index, byte) in bytes.enumerated() {
      // Every byte but a continuation byte begins a Unicode scalar.
      if byte & 0xC0 != 0x80 { offset += 1 }
      let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if isBlank, let start = begin {
        words.append(word(from: start, to: index))
        begin = nil
      } else if !isBlank, begin == nil {
        begin = (index, offset)
      }
    }
    if let start = begin { words.append(word(from: start, to: bytes.count)) }
    return words
  }
}
