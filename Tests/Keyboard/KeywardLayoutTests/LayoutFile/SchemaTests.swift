import Glibc
import KeywardTestSupport
import Testing

@testable import KeywardLayout

/// `keyboard.schema.json` agrees with the loader.
@Suite struct SchemaTests {
  private let schema: YAMLNode

  /// The schema, read by our own reader: JSON is YAML.
  init() throws {
    let bytes = try UserFile.read(
      "\(Repository.path)/Layouts/keyboards/keyboard.schema.json", checksOwner: false)
    var faults = DiagnosticDecoder(file: "keyboard.schema.json")
    schema = try #require(YAMLParser.parse(bytes, faults: &faults))
    #expect(!faults.hasFaults)
  }

  private func names(_ path: String...) throws -> [String] {
    try #require(node(path).fields).map(\.name)
  }

  private func node(_ path: [String]) throws -> YAMLNode {
    var node = schema
    for name in path { node = try #require(node.field(name), "\(name)") }
    return node
  }

  @Test func fieldsAreTheLoaders() throws {
    #expect(try node(["$schema"]).text == "https://json-schema.org/draft/2020-12/schema")
    #expect(try Set(names("properties")) == Set(LayoutFields.file))
    #expect(try Set(names("properties", "panels", "properties")) == Set(LayoutFields.panels))
    #expect(try Set(names("$defs", "panel", "properties")) == Set(LayoutFields.panel))
    #expect(
      try Set(names("$defs", "lettersPanel", "properties")) == Set(LayoutFields.lettersPanel))
    #expect(try Set(names("$defs", "symbolsPanel", "properties")) == Set(LayoutFields.symbolsPanel))
    #expect(
      try Set(names("$defs", "symbolsPanel", "properties", "pages", "properties"))
        == Set(LayoutFields.pages))
    #expect(try Set(names("$defs", "widths", "properties")) == Set(LayoutFields.widths))
    #expect(try Set(names("$defs", "page", "properties")) == Set(LayoutFields.page))
    #expect(try Set(names("$defs", "key", "properties")) == Set(LayoutFields.key))
    let row = try node(["$defs", "row", "anyOf"]).items?.last?.field("properties")?.fields
    #expect(Set(row?.map(\.name) ?? []) == Set(LayoutFields.row))
  }

  @Test func limitsAreTheLoaders() throws {
    #expect(try node(["$defs", "rows", "maxItems"]).text == "\(LayoutLimits.rows)")
    #expect(try node(["$defs", "columns", "maximum"]).text == "\(LayoutLimits.columns)")
    #expect(try node(["properties", "title", "maxLength"]).text == "\(LayoutLimits.titleLength)")
    #expect(try node(["properties", "keyboard", "pattern"]).text == "^[a-z0-9-]{1,64}$")
  }

  @Test func noObjectTakesOtherFields() throws {
    func check(_ node: YAMLNode) {
      if node.field("type")?.text == "object", node.field("properties")?.fields != nil {
        #expect(node.field("additionalProperties")?.text == "false")
      }
      for field in node.fields ?? [] { check(field.value) }
      for item in node.items ?? [] { check(item) }
    }
    check(schema)
  }

  @Test(arguments: Shipped.source.names)
  func shippedFilesAreValid(_ name: String) throws {
    var faults = DiagnosticDecoder(file: name)
    let bytes = try #require(Shipped.source.bytes(name))
    let root = try #require(YAMLParser.parse(bytes, faults: &faults))
    #expect(try SchemaValidator(schema).faults(of: root) == [])
  }

  @Test(arguments: [
    ("{ panels: { numbers: { from: number } } }", "keyboard is missing"),
    ("{ keyboard: My, panels: { numbers: { from: number } } }", "My does not match"),
    ("{ keyboard: my, panels: {} }", "too few"),
    ("{ keyboard: my, panels: { letters: { rows: [], columns: 17 } } }", "17 is too great"),
    ("{ keyboard: my, panels: { letters: { from: a, rows: [a] } } }", "not one of"),
    ("{ keyboard: my, panels: { letters: { rows: [{ keys: a, widht: 2 }] } } }", "none of"),
    ("{ keyboard: my, panels: { numbers: { from: number } }, keys: { a: { widht: 2 } } }", "widht"),
    (
      "{ keyboard: my, panels: { numbers: { from: number } }, keys: { a: { width: 0.3 } } }",
      "none of"
    ),
    (
      "{ keyboard: my, panels: { symbols: { pages: { digits: { half: { rows: [a] } } } } } }",
      "symbols is missing"
    ),
    (
      "{ keyboard: my, panels: { symbols: { pages: { digits: { half: { rows: [a] } }, "
        + "symbols: { half: { rows: [a] }, full: { rows: [a] } } } } } }",
      "not one of"
    ),
    ("{ keyboard: my, panels: { letters: { rows: [''] } } }", "none of"),
    (
      "{ keyboard: my, panels: { letters: { rows: [a b c d e f g h i j k l m n o p q r s t u v w "
        + "x y] } } }", "none of"
    ),
    ("{ keyboard: my, panels: { letters: { rows: [a] } }, keys: { a: { output: '' } } }", "short"),
    (
      "{ keyboard: my, panels: { letters: { rows: [a] } }, keys: { a: { shifted: abcdefghi } } }",
      "none of"
    ),
    (
      "{ keyboard: my, panels: { letters: { rows: [a] } }, keys: { a: { alternates: "
        + "[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] } } }", "none of"
    ),
  ])
  func faultyFilesAreNot(_ text: String, _ reason: String) throws {
    var faults = DiagnosticDecoder(file: "my.yaml")
    let root = try #require(YAMLParser.parse(Array(text.utf8), faults: &faults))
    let found = try SchemaValidator(schema).faults(of: root)
    #expect(found.contains { $0.contains(reason) }, "\(found)")
    #expect(LayoutFaultTests.faults(of: text) != [])
  }
}

extension YAMLNode {
  fileprivate func field(_ name: String) -> YAMLNode? {
    fields?.first { $0.name == name }?.value
  }
}

/// The part of JSON Schema that our schema uses, over the nodes of a file.
private struct SchemaValidator {
  private let root: YAMLNode

  init(_ root: YAMLNode) { self.root = root }

  func faults(of node: YAMLNode) throws -> [String] { try faults(of: node, by: root) }

  private func faults(of node: YAMLNode, by schema: YAMLNode) throws -> [String] {
    try (schema.fields ?? []).flatMap { keyword in
      try faults(of: node, keyword: keyword.name, keyword.value, in: schema)
    }
  }

  private func faults(
    of node: YAMLNode, keyword: String, _ value: YAMLNode, in schema: YAMLNode
  ) throws -> [String] {
    let text = node.text ?? ""
    let number = Double(text)
    let limit = Double(value.text ?? "") ?? 0
    switch keyword {
    case "$ref":
      let name = try #require(value.text?.split(separator: "/").last)
      return try faults(of: node, by: #require(root.field("$defs")?.field(String(name))))
    case "type": return hasType(node, value) ? [] : ["\(text) has the wrong type"]
    case "pattern":
      let pattern = try Regex(value.text ?? "")
      return try pattern.firstMatch(in: text) == nil ? ["\(text) does not match"] : []
    case "required":
      return (value.items ?? []).compactMap(\.text).filter { node.field($0) == nil }
        .map { "\($0) is missing" }
    case "minProperties": return Double(node.fields?.count ?? 0) < limit ? ["too few fields"] : []
    case "maxProperties": return Double(node.fields?.count ?? 0) > limit ? ["too many fields"] : []
    case "minItems": return Double(node.items?.count ?? 0) < limit ? ["too few items"] : []
    case "maxItems": return Double(node.items?.count ?? 0) > limit ? ["too many items"] : []
    case "minLength": return Double(text.count) < limit ? ["\(text) is too short"] : []
    case "maxLength": return Double(text.count) > limit ? ["\(text) is too long"] : []
    case "minimum": return (number ?? limit) < limit ? ["\(text) is too small"] : []
    case "maximum": return (number ?? limit) > limit ? ["\(text) is too great"] : []
    case "multipleOf":
      let quotient = (number ?? 0) / limit
      return quotient == quotient.rounded() ? [] : ["\(text) is no multiple"]
    case "enum": return (value.items ?? []).contains { $0.text == text } ? [] : ["\(text) is none"]
    case "anyOf":
      return try (value.items ?? []).contains { try faults(of: node, by: $0).isEmpty }
        ? [] : ["\(text) is none of the kinds"]
    case "oneOf":
      let count = try (value.items ?? []).count { try faults(of: node, by: $0).isEmpty }
      return count == 1 ? [] : ["not one of the kinds"]
    case "not": return try faults(of: node, by: value).isEmpty ? ["not this kind"] : []
    case "items": return try (node.items ?? []).flatMap { try faults(of: $0, by: value) }
    case "propertyNames":
      return try (node.fields ?? []).flatMap { try faults(of: $0.key, by: value) }
    case "properties":
      return try (node.fields ?? []).flatMap { field in
        try value.field(field.name).map { try faults(of: field.value, by: $0) } ?? []
      }
    case "additionalProperties":
      let others = (node.fields ?? []).filter { schema.field("properties")?.field($0.name) == nil }
      if value.text == "false" { return others.map { "\($0.name) is unknown" } }
      return try others.flatMap { try faults(of: $0.value, by: value) }
    case "$schema", "$id", "$defs", "title", "description": return []
    default: return ["keyword \(keyword) is not supported by this test"]
    }
  }

  private func hasType(_ node: YAMLNode, _ type: YAMLNode) -> Bool {
    if let kinds = type.items { return kinds.contains { hasType(node, $0) } }
    switch type.text {
    case "object": return node.fields != nil
    case "array": return node.items != nil
    case "string": return node.text != nil
    case "integer": return node.text.flatMap { Int($0) } != nil
    case "number": return node.text.flatMap { Double($0) } != nil
    default: return false
    }
  }
}
