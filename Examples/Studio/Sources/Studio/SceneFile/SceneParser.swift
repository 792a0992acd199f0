import Yams

/// Reads the values of a scene file with Yams.
///
/// Yams resolves aliases, hides the places of tags, and stops at a repeated key; here they are
/// faults with their places.
struct SceneParser {
  // Limits that bound the cost of a hostile file.
  private static let depthLimit = 12
  private static let nodeLimit = 20_000

  /// An error that ends the reading after a fault has been added.
  private struct Stop: Error {}

  private(set) var faults: SceneFileErrors
  private let text: [Unicode.Scalar]
  /// The index of each line's first character.
  private var lines = [0]
  /// The first characters of repeated keys, by their index; see `mask`.
  private var masked: [Int: Unicode.Scalar] = [:]
  private var nodes = 0
  private var anchors: Set<ObjectIdentifier> = []
  private var last = SceneMark.start
  private var lastTag = -1

  init(_ text: [Unicode.Scalar], faults: SceneFileErrors) {
    self.text = text
    self.faults = faults
    for index in text.indices {
      let isBreak = text[index] == "\n" || text[index] == "\r"
      let isFirstOfTwo = text[index...].starts(with: ["\r", "\n"])
      if isBreak, !isFirstOfTwo { lines.append(index + 1) }
    }
  }

  /// Returns the root value, or adds a fault.
  mutating func parse() -> SceneNode? {
    do {
      return try document(hasSuccessor: false)
    } catch let error as YamlError {
      return recover(from: error)
    } catch {
      return nil
    }
  }

  private mutating func document(hasSuccessor: Bool) throws -> SceneNode? {
    var scalars = text
    for (number, index) in masked.keys.sorted().enumerated() {
      scalars[index] = Unicode.Scalar(0xF0000 + UInt32(number)) ?? scalars[index]
    }
    let yaml = String(String.UnicodeScalarView(scalars))
    let parser = try Parser(yaml: yaml, resolver: .basic, encoding: .utf8)
    // Anchors live as long as the parser.
    return try withExtendedLifetime(parser) {
      if let root = try hasSuccessor ? parser.nextRoot() : parser.singleRoot() {
        return try node(from: root, depth: 1)
      }
      faults.add(.start, "This file is empty.")
      return nil
    }
  }

  private mutating func recover(from error: YamlError) -> SceneNode? {
    switch error {
    case .duplicatedKeysInMapping(let names, let context):
      let place = mark(context.mark)
      if mask(place) { return parse() }
      let isText = place.index < text.count && !"[{&*!".unicodeScalars.contains(text[place.index])
      faults.add(
        place,
        isText ? Self.repeated(names.first ?? "") : "The name of a field must be text.")
    case .composer(context: .some, problem: _, let mark, yaml: _):
      faults.add(
        self.mark(mark), "A file must contain one document; a second one begins here.")
      return try? document(hasSuccessor: true)
    case .composer(context: nil, problem: _, let mark, yaml: _):
      faults.add(self.mark(mark), Self.aliasSentence)
    case .scanner(let context, let problem, let mark, yaml: _),
      .parser(let context, let problem, let mark, yaml: _):
      report(problem, at: mark, context)
    default: faults.add(.start, "This is not valid YAML: it cannot be read.")
    }
    return nil
  }

  /// Gives a repeated key another first character for the next attempt; returns false if that is
  /// impossible.
  ///
  /// Yams names only the first of the equal keys. With that one masked, it reads the rest.
  private mutating func mask(_ place: SceneMark) -> Bool {
    var index = place.index
    if index < text.count, text[index] == "\"" || text[index] == "'" { index += 1 }
    guard index < text.count, masked[index] == nil, masked.count < 40,
      !"\"'\\[]{}&*!?:".unicodeScalars.contains(text[index])
    else { return false }
    masked[index] = text[index]
    return true
  }

  private mutating func report(_ problem: String, at mark: Mark, _ context: YamlError.Context?) {
    if problem.hasPrefix("Maximum nesting level") {
      faults.add(self.mark(mark), Self.depthSentence)
      return
    }
    // An unclosed quote is detected at the end of the file; its fault is at the opening quote.
    let isOpen = problem == "found unexpected end of stream"
    faults.add(
      self.mark(isOpen ? context?.mark ?? mark : mark),
      "This is not valid YAML: \(problem). \(Self.advice(problem))")
  }

  private static func advice(_ problem: String) -> String {
    if problem == "found unexpected end of stream" { return "Close the quotes that open here." }
    if problem.hasSuffix("escape character") || problem.hasSuffix("escape code") {
      return "Write \\\\ for a backslash in double quotes."
    }
    return "Quote text that begins with a character such as { [ & * ! | > % @ ` or contains "
      + "“: ” or “ #”, and indent with spaces, not tabs."
  }

  private static func repeated(_ name: String) -> String {
    "Field “\(name.count > 32 ? name.prefix(32) + "…" : name)” is repeated."
  }

  private static let aliasSentence =
    "This file uses a YAML alias; write the value in its place."
  private static let depthSentence = "This file is nested deeper than \(depthLimit) levels."

  // MARK: Values

  private mutating func node(from node: Node, depth: Int) throws(Stop) -> SceneNode {
    var start = mark(node.mark)
    if let anchor = node.anchor, !anchors.insert(ObjectIdentifier(anchor)).inserted {
      start = alias(of: anchor.rawValue)
      faults.add(start, Self.aliasSentence)
      return SceneNode(content: .refused, start: start)
    }
    last = start
    nodes += 1
    guard nodes <= Self.nodeLimit else {
      throw stop(start, "This file has more than \(Self.nodeLimit) values.")
    }
    // A mapping begins where its first key does, so both seem to have the tag.
    if hasTag(start.index), lastTag != start.index {
      faults.add(start, "This file uses a YAML tag; remove the tag.")
      lastTag = start.index
    }
    switch node {
    case .scalar(let scalar): return self.scalar(scalar, at: start)
    case .sequence(let sequence):
      guard depth <= Self.depthLimit else { throw stop(start, Self.depthSentence) }
      var items: [SceneNode] = []
      for item in sequence { items.append(try self.node(from: item, depth: depth + 1)) }
      return SceneNode(content: .sequence(items), start: start)
    case .mapping(let mapping):
      guard depth <= Self.depthLimit else { throw stop(start, Self.depthSentence) }
      return SceneNode(content: .mapping(try fields(of: mapping, depth + 1)), start: start)
    case .alias: return SceneNode(content: .refused, start: start)
    }
  }

  private func scalar(_ scalar: Node.Scalar, at place: SceneMark) -> SceneNode {
    let style: SceneNode.ScalarStyle =
      switch scalar.style {
      case .singleQuoted: .singleQuoted
      case .doubleQuoted: .doubleQuoted
      case .literal, .folded: .block
      case .plain, .any: .plain
      }
    var start = place
    if style == .singleQuoted || style == .doubleQuoted {
      start.column += 1
      start.index += 1
    }
    var string = scalar.string
    if let first = masked[start.index] {
      string = String(first) + String(string.unicodeScalars.dropFirst())
    }
    return SceneNode(content: .scalar(string, style), start: start)
  }

  private mutating func fields(
    of mapping: Node.Mapping, _ depth: Int
  ) throws(Stop) -> [SceneField] {
    var fields: [SceneField] = []
    var names: Set<String> = []
    for (key, value) in mapping {
      let key = try node(from: key, depth: depth)
      let value = try node(from: value, depth: depth)
      guard case .scalar(let name, let style) = key.content else {
        if !key.isRefused { faults.add(key.start, "The name of a field must be text.") }
        continue
      }
      if name == "<<", style == .plain {
        faults.add(
          key.start, "This file uses a YAML merge key (<<); write the fields in its place.")
      } else if !names.insert(name).inserted {
        // A number without a value is probably part of an unquoted list of numbers. The list gets
        // one fault as a whole.
        if Double(name) != nil, value.text?.isEmpty == true { continue }
        faults.add(key.start, Self.repeated(name))
      } else {
        fields.append(SceneField(name: name, key: key, value: value))
      }
    }
    return fields
  }

  private mutating func stop(_ mark: SceneMark, _ sentence: String) -> Stop {
    faults.add(mark, sentence)
    return Stop()
  }

  // MARK: Places

  /// Converts a mark of Yams, which counts lines and columns from 1.
  private func mark(_ mark: Mark?) -> SceneMark {
    guard let mark else { return .start }
    let line = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : text.count
    return SceneMark(line: mark.line, column: mark.column, index: line + mark.column - 1)
  }

  /// True if a value at this place begins with a tag, which may follow an anchor.
  private func hasTag(_ index: Int) -> Bool {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n".unicodeScalars.contains(scalar) }
    var rest = text[min(index, text.count)...]
    if rest.first == "&" {
      rest = rest.drop { !isBlank($0) }
      rest = rest.drop(while: isBlank)
    }
    return rest.first == "!"
  }

  /// Finds the next alias of an anchor after the last value, since Yams gives only the place of the
  /// anchor.
  private mutating func alias(of name: String) -> SceneMark {
    let alias = "*\(name)".unicodeScalars
    var place = last
    while place.index < text.count, !text[place.index...].starts(with: alias) {
      place.step(over: text[place.index])
    }
    last = place
    if place.index < text.count { last.step(over: text[place.index]) }
    return place
  }
}
