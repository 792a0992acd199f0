import CYAML

/// One event of libyaml's parser, which frees its memory at the end of its life.
///
/// It is safe to use: the event owns the targets of its pointers, and hands out copies.
@safe struct YAMLEvent: ~Copyable {
  /// The file is not YAML; the fault is in the list.
  struct NotYAML: Error {}

  private var event: yaml_event_t

  /// Takes the next event.
  ///
  /// - Throws: `NotYAML`, after adding the fault, if the file is wrong there.
  init(_ parser: UnsafeMutablePointer<yaml_parser_t>, _ faults: inout FaultList) throws {
    unsafe event = yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      let problem =
        unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
      // An unclosed quote is noticed at the end of the file; report the fault at its opening.
      let isOpen = problem == "found unexpected end of stream"
      let mark = unsafe YAMLMark(
        isOpen ? parser.pointee.context_mark : parser.pointee.problem_mark)
      faults.add(mark, "This is not YAML: \(problem). \(Self.advice(problem))")
      throw NotYAML()
    }
  }

  /// The usual remedy for a message of libyaml.
  private static func advice(_ problem: String) -> String {
    if problem == "found unexpected end of stream" { return "Close the quotes that open here." }
    if problem.hasSuffix("escape character") || problem.hasSuffix("escape code") {
      return "Write \\\\ for a backslash in double quotes."
    }
    return "Put a text in quotes if it begins with a sign such as { [ & * ! | > % @ ` or contains "
      + "“: ” or “ #”, and indent with blanks, not tabs."
  }

  deinit {
    var event = unsafe event
    unsafe yaml_event_delete(&event)
  }

  var kind: yaml_event_type_t { unsafe event.type }
  var start: YAMLMark { unsafe YAMLMark(event.start_mark) }
  var end: YAMLMark { unsafe YAMLMark(event.end_mark) }

  /// True if the file writes a tag, `!` included.
  var hasTag: Bool {
    switch kind {
    case YAML_SCALAR_EVENT: unsafe event.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT: unsafe event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT: unsafe event.data.mapping_start.tag != nil
    default: false
    }
  }

  /// The text of a scalar.
  var text: String {
    let bytes = unsafe UnsafeBufferPointer(
      start: event.data.scalar.value, count: event.data.scalar.length)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// The style of a scalar.
  var style: YAMLNode.ScalarStyle {
    switch unsafe event.data.scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }

  /// The first character of a scalar, behind an opening quote.
  var contentStart: YAMLMark {
    var mark = start
    if style == .singleQuoted || style == .doubleQuoted {
      mark.column += 1
      mark.index += 1
    }
    return mark
  }
}

extension YAMLMark {
  /// libyaml counts lines and columns from 0.
  init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1, index: mark.index)
  }
}
