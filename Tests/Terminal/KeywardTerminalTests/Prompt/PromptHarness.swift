import KeywardEngine
import Testing

@testable import KeywardTerminal

/// Prompts without a terminal, fed like by the loop.
enum PromptHarness {
  static func keyboard(
    into field: SecretField, random: any RandomSource = SodiumRandom(),
    _ change: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> Keyboard {
    var configuration = KeyboardConfiguration(
      definition: try ShippedLayouts.keyboard(named: "latin-qwerty").completed(with: .numbers),
      profile: .standard,
      screen: try ScreenDescription(columns: 80, lines: 24))
    change(&configuration)
    return try Keyboard(configuration, field: field, makesRules: true, random: random)
  }

  static func fields(
    _ count: Int = 2, capacity: Int = 64, longest: Int? = nil
  ) throws -> [SecretField] {
    try PromptMemory(
      capacities: [Int](repeating: capacity, count: count), longest: longest, remembersKeys: true,
      policy: .allowUnlocked
    ).fields
  }

  static func prompt(
    repeats: Bool = false, hasKeyboard: Bool = true, capacity: Int = 64,
    random: any RandomSource = SodiumRandom(),
    on surface: PromptSurface = PromptSurface(), policy: (any PassphrasePolicy)? = nil,
    _ change: @escaping (inout KeyboardConfiguration) -> Void = { _ in },
    more: (inout Question) -> Void = { _ in }
  ) throws -> Prompt {
    let fields = try fields(capacity: capacity)
    var options = Question()
    options.look.allowsReveal = true
    options.look.showsKeyboard = hasKeyboard
    if repeats { options.repeatPrompt = "Repeat" }
    more(&options)
    let drawn =
      hasKeyboard ? try Self.keyboard(into: fields[0], random: random, change) : nil
    let prompt = Prompt(
      options, fields: fields, surface: surface,
      keyboard: drawn.map { .ready($0) }
        ?? .later { try? Self.keyboard(into: $0, random: random, change) },
      policy: policy, random: random)
    prompt.begin()
    return prompt
  }

  /// A constant number, with a record of its bounds.
  final class Chosen: RandomSource {
    let number: Int
    private(set) var bounds: [Int] = []

    init(_ number: Int) { self.number = number }

    func next(below bound: Int) -> Int {
      bounds.append(bound)
      return min(number, bound - 1)
    }
  }
}

extension Prompt {
  func begin(columns: Int = 80, rows: Int = 24, at now: Double = 0) {
    handle(.window(columns: columns, rows: rows), at: now)
    handle(.began(.canonical), at: now)
    _ = picture(columns: columns, rows: rows)
    handle(.shown, at: now)
  }

  func type(_ text: String, at now: Double = 1) {
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      insert(bytes.span.bytes, at: now)
    }
  }

  func press(_ key: TerminalKey, _ modifiers: KeyModifiers = [], at now: Double = 1) {
    handle(.input(.key(key, modifiers)), at: now)
  }

  func control(_ letter: Unicode.Scalar, at now: Double = 1) {
    press(.control(UInt8(letter.value)), at: now)
  }

  func paste(_ text: String, at now: Double = 1) {
    handle(.input(.pasteBegan), at: now)
    paste(Array(text.utf8).span.bytes)
    handle(.input(.pasteEnded), at: now)
  }

  /// The first cell of a text's first occurrence.
  func cell(of text: String, columns: Int = 80, rows: Int = 24) throws -> (column: Int, row: Int) {
    let lines = picture(columns: columns, rows: rows).buffer.lines
    let row = try #require(lines.firstIndex { $0.contains(text) })
    let start = try #require(lines[row].firstRange(of: text)).lowerBound
    return (lines[row].distance(from: lines[row].startIndex, to: start), row)
  }

  func click(_ text: String, columns: Int = 80, rows: Int = 24) throws {
    let cell = try cell(of: text, columns: columns, rows: rows)
    handle(.input(.press(column: cell.column, row: cell.row)), at: 1)
  }

  @discardableResult
  func draw(columns: Int = 80, rows: Int = 24) -> String {
    picture(columns: columns, rows: rows).buffer.lines.joined(separator: "\n")
  }

  /// Shows the prompt like the loop, and returns what is new on the screen or in line mode.
  @discardableResult
  func show() -> String {
    defer { rings = false }
    return surface.isPlain ? transcriptUpdate() : draw()
  }

  func shownCharacters() throws -> String? {
    guard let area = picture(columns: 80, rows: 24).revealArea else { return nil }
    var scratch = try SecretBuffer(capacity: 4080, policy: .allowUnlocked)
    let count = renderRevealed(cells: area.columns, into: &scratch)
    return TextWrap.trimmed(scratch.withBytes { $0.extracting(0..<count).publicText })
  }
}

extension SecretField {
  var typed: String { text.withBytes { $0.publicText } }
}
