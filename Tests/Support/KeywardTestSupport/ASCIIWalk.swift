import KeywardEngine

/// A search for the keys that type each character, through all states of a keyboard.
package struct ASCIIWalk {
  private struct State: Hashable {
    var keyboard: String
    var selection: PanelSelection
    var shift: ShiftState
    var altgr: ShiftState
  }

  private let harness: KeyboardHarness
  private var time = 10.0
  /// The keys that lead from the first state to this one.
  private var ways: [State: [String]] = [:]
  /// By the bytes of the character.
  private var found: [[UInt8]: [String]] = [:]

  package init(_ first: KeyboardDefinition, _ others: [KeyboardDefinition]) throws {
    harness = try KeyboardHarness.shown {
      $0.definition = first
      $0.others = others
    }
  }

  private var state: State {
    let keyboard = harness.keyboard
    return State(
      keyboard: keyboard.definition.id, selection: keyboard.selection, shift: keyboard.shift,
      altgr: keyboard.altgr)
  }

  /// Shows the keyboard again and presses a key each second.
  private mutating func type(_ keys: [String]) throws {
    harness.keyboard.hide(at: time)
    harness.keyboard.deleteAll()
    harness.keyboard.show(at: time + 1)
    time += 2
    for key in keys {
      try harness.tap(key, at: time)
      time += 1
    }
  }

  private mutating func search() throws {
    var waiting: [[String]] = [[]]
    while !waiting.isEmpty {
      let way = waiting.removeFirst()
      try type(way)
      guard ways[state] == nil else { continue }
      ways[state] = way
      for key in harness.keyboard.currentPanel?.keys.map(\.key) ?? [] {
        switch key.role {
        case .input, .space:
          let text = Array(key.output(at: harness.keyboard.level).utf8)
          if found[text] == nil { found[text] = way + [key.id] }
        case .delete, .return: break
        default: waiting.append(way + [key.id])
        }
      }
    }
  }

  /// Types every printable ASCII character; returns those that no keys type, or that differ.
  package mutating func missing() throws -> [String] {
    try search()
    var missing: [String] = []
    for value in UInt8(0x20)...0x7E {
      let character = String(UnicodeScalar(value))
      guard let keys = found[[value]] else {
        missing.append(character)
        continue
      }
      try type(keys)
      if Array(harness.typed.utf8) != [value] { missing.append("\(character) by \(keys)") }
    }
    return missing
  }
}
