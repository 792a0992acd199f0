import KeywardData
import KeywardEngine

/// The texts of a language other than English, from a file of `Layouts/languages`.
///
///     # German.
///     closesIn: Schließt in {0} s
///
/// A line has the name of a phrase and its text, without quotation marks or escapes. A phrase
/// without a line has its English text. Every program contains the files, and reads one when its
/// first text is shown.
struct Translation {
  static let german = read(.german)
  static let french = read(.french)
  static let spanish = read(.spanish)
  static let russian = read(.russian)
  static let japanese = read(.japanese)
  static let chinese = read(.chinese)

  /// The texts in the order of the phrases.
  private var texts = Phrase.allCases.map(\.english)

  subscript(phrase: Phrase) -> String { texts[phrase.place] }

  private static func read(_ language: Language) -> Translation? {
    let name = "languages/\(language.rawValue)"
    return unsafe ShippedFiles.withFile(name, in: keyward_languages) { Translation($0) }
  }

  /// Reads a file; comments, empty lines and unknown names are ignored.
  init(_ file: RawSpan) {
    let phrases = Phrase.allCases
    // The next phrase is compared first, since a file has the order of the phrases.
    var next = 0
    var start = 0
    while start < file.byteCount {
      let end = file.offset(of: "\n", from: start)
      let colon = file.offset(of: ":", from: start)
      if colon + 2 < end {
        let name = file.extracting(start..<colon).publicText
        let place =
          phrases[next...].firstIndex { $0.rawValue == name }
          ?? phrases[..<next].firstIndex { $0.rawValue == name }
        if let place {
          texts[place] = file.extracting(colon + 2..<end).publicText
          next = place + 1
        }
      }
      start = end + 1
    }
  }
}

extension RawSpan {
  /// The offset of the next such byte, or of the end.
  fileprivate func offset(of character: Unicode.Scalar, from start: Int) -> Int {
    let byte = UInt8(ascii: character)
    var offset = start
    while offset < byteCount, self.byte(offset) != byte { offset += 1 }
    return offset
  }
}
