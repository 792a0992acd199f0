import CYAML

/// A thin wrapper over libyaml's parser that builds the nodes of one document.
///
/// libyaml's events name every alias, tag and anchor with its place. Its document API would hide
/// the tags, resolve the aliases and compare every anchor with every other, so this type builds
/// nodes from the events. Time is linear in the file.
///
/// The parser lives on the heap, since libyaml keeps its address; it is safe to use because it is
/// freed once, with this value.
@safe struct YAMLParser: ~Copyable {
  /// Ends the reading; the list has the fault that says why.
  private struct Stop: Error {}

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var faults: FaultList
  private var nodes = 0

  /// Reads the one document of a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - mayBeEmpty: whether a file without a value has no fault.
  ///   - faults: receives the faults.
  /// - Returns: the outermost node; `nil` if the file cannot be read at all, with the fault that
  ///   says why.
  static func parse(
    _ bytes: [UInt8], mayBeEmpty: Bool = false, faults: inout FaultList
  ) -> YAMLNode? {
    let bytes = YAMLText.withoutByteOrderMark(bytes)
    guard YAMLText.check(bytes, faults: &faults) else { return nil }
    var reader = YAMLParser(faults: faults)
    defer { faults = reader.faults }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe reader.document(buffer, mayBeEmpty)
    }
  }

  private init(faults: FaultList) {
    unsafe parser = UnsafeMutablePointer.allocate(capacity: 1)
    self.faults = faults
    unsafe parser.initialize(to: yaml_parser_t())
    unsafe yaml_parser_initialize(parser)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
  }

  private mutating func document(
    _ buffer: UnsafeBufferPointer<UInt8>, _ mayBeEmpty: Bool
  ) -> YAMLNode? {
    unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    do {
      var root: YAMLNode?
      while true {
        let event = try nextEvent()
        switch event.kind {
        case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
        case YAML_DOCUMENT_START_EVENT where root != nil:
          faults.add(event.start, "A file holds one document; a second one begins here.")
          return root
        case YAML_DOCUMENT_START_EVENT: root = try node(from: nextEvent(), depth: 1)
        default:
          if root == nil, !mayBeEmpty { faults.add(.start, "This file is empty.") }
          return root
        }
      }
    } catch {
      return nil
    }
  }

  /// Builds the node that an event begins.
  private mutating func node(from event: consuming YAMLEvent, depth: Int) throws -> YAMLNode {
    nodes += 1
    guard nodes <= YAMLLimits.nodes else {
      throw stop(event.start, "This file has more than \(YAMLLimits.nodes) values.")
    }
    if event.hasTag { faults.add(event.start, "This file uses a tag; leave it out.") }
    switch event.kind {
    case YAML_SCALAR_EVENT:
      return YAMLNode(
        content: .scalar(event.text, event.style), start: event.contentStart, end: event.end)
    case YAML_SEQUENCE_START_EVENT: return try sequence(from: event.start, depth: depth)
    case YAML_MAPPING_START_EVENT: return try mapping(from: event.start, depth: depth)
    default:
      faults.add(event.start, "This file uses an alias; write the value out.")
      return YAMLNode(content: .refused, start: event.start, end: event.end)
    }
  }

  private mutating func sequence(from start: YAMLMark, depth: Int) throws -> YAMLNode {
    try checkDepth(depth, at: start)
    var items: [YAMLNode] = []
    while true {
      let event = try nextEvent()
      if event.kind == YAML_SEQUENCE_END_EVENT {
        return YAMLNode(content: .sequence(items), start: start, end: event.end)
      }
      items.append(try node(from: event, depth: depth + 1))
    }
  }

  private mutating func mapping(from start: YAMLMark, depth: Int) throws -> YAMLNode {
    try checkDepth(depth, at: start)
    var fields: [YAMLField] = []
    var names = FieldNames()
    while true {
      let event = try nextEvent()
      if event.kind == YAML_MAPPING_END_EVENT {
        return YAMLNode(content: .mapping(fields), start: start, end: event.end)
      }
      let key = try node(from: event, depth: depth + 1)
      let value = try node(from: nextEvent(), depth: depth + 1)
      guard case .scalar(let name, let style) = key.content else {
        if !key.isRefused { faults.add(key.start, "The name of a field must be a text.") }
        continue
      }
      if name == "<<", style == .plain {
        faults.add(key.start, "This file uses a merge key; write the fields out.")
      } else if !names.insert(name) {
        // An unquoted comma has cut off a list of numbers: the number before it is the fault.
        if Double(name) != nil, value.text?.isEmpty == true { continue }
        faults.add(key.start, "Field \(name.quoted) stands here twice.")
      } else {
        fields.append(YAMLField(name: name, key: key, value: value))
      }
    }
  }

  private mutating func nextEvent() throws -> YAMLEvent {
    try unsafe YAMLEvent(parser, &faults)
  }

  private mutating func checkDepth(_ depth: Int, at start: YAMLMark) throws {
    guard depth <= YAMLLimits.depth else {
      throw stop(start, "This file is nested deeper than \(YAMLLimits.depth) levels.")
    }
  }

  private mutating func stop(_ mark: YAMLMark, _ sentence: String) -> Stop {
    faults.add(mark, sentence)
    return Stop()
  }
}

/// The names of a mapping so far; few are compared one by one, many are hashed.
private struct FieldNames {
  private var few: [String] = []
  private var many: Set<String> = []

  /// Tells whether the name is new.
  mutating func insert(_ name: String) -> Bool {
    if many.isEmpty {
      if few.contains(name) { return false }
      few.append(name)
      if few.count == 16 { many = Set(few) }
      return true
    }
    return many.insert(name).inserted
  }
}
