import Testing

@testable import KeywardLayout

@Suite struct DeadKeyFileTests {
  private static func file(_ sequences: String) -> String {
    "keyboard: my\npanels:\n  letters: { rows: [ \"{dead_acute} e {delete}\" ] }\n\(sequences)\n"
  }

  @Test func sequencesAreTheirKeysAndPairs() throws {
    let keyboard = try Shipped.load(
      Self.file(
        """
        sequences:
          dead_acute: "e é {U+0020} ' {dead_acute} ´ x x{U+0301}"
          dead_acute dead_diaeresis: [ι, ΐ]
          dead_acute ( a: b c
        """))
    let lines = keyboard.deadKeys.sequences.map { sequence in
      sequence.keys.map { key in
        switch key {
        case .dead(let name): name
        case .insert(let text): text
        case .nothing: "-"
        }
      }.joined(separator: " ") + " = " + sequence.text
    }
    #expect(
      lines == [
        "dead_acute e = é", "dead_acute   = '", "dead_acute dead_acute = ´",
        "dead_acute x = x\u{301}", "dead_acute dead_diaeresis ι = ΐ", "dead_acute ( a b = c",
      ])
  }

  @Test func stepsGoOnAndBack() throws {
    let dead = try Shipped.load(
      Self.file("sequences: { dead_acute: e é, dead_acute dead_diaeresis: ι ΐ }")
    ).deadKeys
    guard case .waits(let one) = dead.step(from: .start, with: .dead("dead_acute")),
      case .waits(let two) = dead.step(from: one, with: .dead("dead_diaeresis"))
    else {
      Issue.record("nothing waits")
      return
    }
    #expect(dead.step(from: two, with: .insert("ι")) == .types("ΐ"))
    #expect(dead.step(from: two, with: .insert("e")) == .leadsNowhere)
    #expect(dead.step(from: .start, with: .dead("dead_grave")) == .leadsNowhere)
    #expect(dead.back(from: two) == one && dead.back(from: one) == .start)
  }

  @Test func deadKeysAreAllowedAtAnyLevel() throws {
    let text = """
      keyboard: my
      panels:
        letters:
          rows: [ "{dead_acute} e {altgr} {delete}" ]
          shift: [ "{dead_grave} E" ]
          altgr: [ "{same} {dead_tilde}" ]
      sequences: { dead_acute: e é, dead_grave: e è, dead_tilde: e ẽ }
      """
    let keys = try #require(Shipped.load(text).panel(.letters)?.page(.digits, .half)).keys
    #expect(
      KeyLevel.allCases.map(keys[0].action(at:)) == [
        .dead("dead_acute"), .dead("dead_grave"), .dead("dead_acute"), .dead("dead_acute"),
      ])
    #expect(keys[1].action(at: .altgr) == .dead("dead_tilde"))
    #expect(keys[0].label == "\u{25CC}\u{301}" && keys[0].label(at: .shift) == "\u{25CC}\u{300}")
    #expect(keys[0].output == "" && keys[1].label(at: .altgr) == "\u{25CC}\u{303}")
  }
}
