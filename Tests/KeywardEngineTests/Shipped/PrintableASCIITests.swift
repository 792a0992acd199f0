import KeywardEngine
import TestSupport
import Testing

/// All of ASCII can be typed with drawn keys alone, on every keyboard that has letters.
@Suite struct PrintableASCIITests {
  /// What the keys of a keyboard do, as states a finger moves between.
  private struct Walk {
    /// What decides what the keys type.
    struct State: Hashable {
      var keyboard: String
      var selection: PanelSelection
      var shift: ShiftState
      var altgr: ShiftState
    }

    let harness: KeyboardHarness
    private var time = 10.0
    /// The keys that lead to a state from the first one.
    private var ways: [State: [String]] = [:]
    /// For every character the keys that type it.
    private(set) var found: [String: [String]] = [:]

    init(_ layout: String) throws {
      let keyboards = try ShippedLayouts.library(configHome: nil, home: nil).keyboards(layout)
      harness = try KeyboardHarness.shown(keyboards.first.id) {
        $0.others = keyboards.others
      }
    }

    private var state: State {
      let keyboard = harness.keyboard
      return State(
        keyboard: keyboard.definition.id, selection: keyboard.selection, shift: keyboard.shift,
        altgr: keyboard.altgr)
    }

    /// Presses keys of a keyboard that is shown anew, each a second after the one before.
    mutating func type(_ keys: [String]) throws {
      harness.keyboard.hide(at: time)
      harness.keyboard.deleteAll()
      harness.keyboard.show(at: time + 1)
      time += 2
      for key in keys {
        try harness.tap(key, at: time)
        time += 1
      }
    }

    /// Searches all states that switch keys lead to.
    mutating func search() throws {
      var waiting: [[String]] = [[]]
      while !waiting.isEmpty {
        let way = waiting.removeFirst()
        try type(way)
        guard ways[state] == nil else { continue }
        ways[state] = way
        for key in harness.keyboard.currentPanel?.keys.map(\.key) ?? [] {
          switch key.role {
          case .input, .space:
            let text = key.output(at: harness.keyboard.level)
            if found[text] == nil { found[text] = way + [key.id] }
          case .delete, .return: break
          default: waiting.append(way + [key.id])
          }
        }
      }
    }
  }

  private static let withLetters = ShippedLayouts.keyboardNames.filter { name in
    (try? ShippedLayouts.keyboard(named: name))?.panel(.letters) != nil
  }

  @Test func thereAreKeyboards() { #expect(Self.withLetters.count >= 11) }

  @Test(arguments: withLetters)
  func isTypedKeyByKey(_ layout: String) throws {
    var walk = try Walk(layout)
    try walk.search()
    for value in UInt8(0x20)...0x7E {
      let character = String(UnicodeScalar(value))
      guard let keys = walk.found[character] else {
        Issue.record("\(layout) cannot type \(character)")
        continue
      }
      try walk.type(keys)
      #expect(Array(walk.harness.typed.utf8) == [value], "\(layout): \(keys)")
    }
  }
}
