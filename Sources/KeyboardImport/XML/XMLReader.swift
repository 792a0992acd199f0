/// Reads the parts of XML that descriptions of keyboards use: elements, attributes, texts, XML's
/// own entities.
///
///     let root = try XMLReader.root(of: bytes)
///
/// It refuses entities that a file defines itself, so time and memory are linear in the file. Do
/// not use it as a general XML reader.
package struct XMLReader {
  /// The deepest nesting of elements.
  private static let deepest = 64

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the outermost element of a file.
  ///
  /// - Throws: `XMLFault` with the line.
  package static func root(of bytes: [UInt8]) throws(XMLFault) -> XMLElement {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw XMLFault(line: 1, sentence: "This file is not written in UTF-8.")
    }
    var reader = XMLReader(bytes)
    return try reader.readRoot()
  }

  private mutating func readRoot() throws(XMLFault) -> XMLElement {
    var open: [XMLElement] = []
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<") else {
        let text = try readText()
        if !open.isEmpty { open[open.count - 1].text += text }
        continue
      }
      if try skipMarkup() { continue }
      if starts(with: "</") {
        guard var element = open.popLast() else {
          throw fault("There is an end without a beginning.")
        }
        try readEnd(of: element)
        element.text = element.text.trimmed
        guard !open.isEmpty else { return element }
        open[open.count - 1].children.append(element)
      } else {
        let (element, isWhole) = try readTag()
        guard isWhole else {
          open.append(element)
          guard open.count <= Self.deepest else { throw fault("Elements are nested too deeply.") }
          continue
        }
        guard !open.isEmpty else { return element }
        open[open.count - 1].children.append(element)
      }
    }
    throw fault(
      open.last.map { "The element “\($0.name)” of line \($0.line) has no end." }
        ?? "There is no element.")
  }

  /// Skips a comment, an instruction or a document type.
  private mutating func skipMarkup() throws(XMLFault) -> Bool {
    if starts(with: "<!--") { return try skip(to: "-->") }
    if starts(with: "<?") { return try skip(to: "?>") }
    guard starts(with: "<!") else { return false }
    guard starts(with: "<!DOCTYPE") else { throw fault("This kind of section cannot be read.") }
    _ = try skip(to: ">")
    return true
  }

  private mutating func skip(to end: StaticString) throws(XMLFault) -> Bool {
    while place < bytes.count {
      if starts(with: end) {
        advance(by: end.utf8CodeUnitCount)
        return true
      }
      if bytes[place] == UInt8(ascii: "[") && end.utf8CodeUnitCount == 1 {
        throw fault("A document type with definitions of its own cannot be read.")
      }
      advance(by: 1)
    }
    throw fault("The file ends in the middle of a comment or the like.")
  }

  private mutating func readText() throws(XMLFault) -> String {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "<") { advance(by: 1) }
    return try text(of: start..<place)
  }

  /// Reads a tag; returns whether it also ends its element.
  private mutating func readTag() throws(XMLFault) -> (XMLElement, Bool) {
    let line = line
    advance(by: 1)
    let name = readName()
    guard !name.isEmpty else { throw fault("There is a “<” without a name behind it.") }
    var element = XMLElement(name: name, line: line)
    while true {
      skipBlanks()
      if starts(with: "/>") {
        advance(by: 2)
        return (element, true)
      }
      if starts(with: ">") {
        advance(by: 1)
        return (element, false)
      }
      let (name, value) = try readAttribute(of: element)
      element.attributes[name] = value
    }
  }

  private mutating func readAttribute(
    of element: XMLElement
  ) throws(XMLFault) -> (String, String) {
    let name = readName()
    skipBlanks()
    guard !name.isEmpty, starts(with: "=") else {
      throw fault("The tag “\(element.name)” has something in it that is not NAME=\"VALUE\".")
    }
    advance(by: 1)
    skipBlanks()
    guard starts(with: "\"") || starts(with: "'") else {
      throw fault("The value of “\(name)” is not in quotes.")
    }
    let quote = bytes[place]
    advance(by: 1)
    let start = place
    while place < bytes.count, bytes[place] != quote { advance(by: 1) }
    guard place < bytes.count else { throw fault("The value of “\(name)” has no end.") }
    defer { advance(by: 1) }
    return (name, try text(of: start..<place))
  }

  private mutating func readEnd(of element: XMLElement) throws(XMLFault) {
    advance(by: 2)
    let name = readName()
    skipBlanks()
    guard name == element.name, starts(with: ">") else {
      throw fault("“\(element.name)” of line \(element.line) is not ended, but “\(name)” is.")
    }
    advance(by: 1)
  }

  private mutating func readName() -> String {
    let start = place
    while place < bytes.count {
      let byte = bytes[place]
      let isName =
        (97...122).contains(byte | 32) || (48...58).contains(byte) || byte >= 0x80
        || byte == 45 || byte == 46 || byte == 95
      guard isName else { break }
      advance(by: 1)
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { advance(by: 1) }
  }

  private func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return text.withUTF8Buffer { unsafe bytes[place..<place + count].elementsEqual($0) }
  }

  private mutating func advance(by count: Int) {
    for _ in 0..<count where place < bytes.count {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
  }

  private func fault(_ sentence: String) -> XMLFault { XMLFault(line: line, sentence: sentence) }

  /// A part of the file, with its entities replaced.
  private func text(of range: Range<Int>) throws(XMLFault) -> String {
    guard bytes[range].contains(UInt8(ascii: "&")) else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var result = ""
    var rest = bytes[range]
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += String(decoding: rest[rest.startIndex..<start], as: UTF8.self)
      guard let end = rest[start...].firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.scalar(String(decoding: rest[start + 1..<end], as: UTF8.self))
      else { throw fault("There is an “&” that begins no known entity.") }
      result.unicodeScalars.append(scalar)
      rest = rest[(end + 1)...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }

  /// `amp` → `&`, `#233` → `é`, `#xE9` → `é`.
  private static func scalar(_ entity: String) -> Unicode.Scalar? {
    switch entity {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    default:
      if entity.hasPrefix("#x") {
        UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      } else if entity.hasPrefix("#") {
        UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init)
      } else {
        nil
      }
    }
  }
}

extension String {
  /// The text without blanks and line ends around it.
  var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    let start = drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}
