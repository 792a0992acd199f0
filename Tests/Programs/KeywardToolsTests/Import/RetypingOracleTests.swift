import KeywardTestSupport
import Testing

@testable import KeywardEngine
@testable import KeywardTools

/// Texts typed again in another layout, compared with what libxkbcommon types with the same keys.
@Suite(.enabled(if: LiveLayouts.areThere, Comment(rawValue: LiveLayouts.comment)))
struct RetypingOracleTests {
  private static let pairs = [
    "us,de", "de,us", "us,gr", "us,il", "us,ru", "fr,us", "us,fr-bepo", "de,fr", "gr-polytonic,us",
    "es,de", "cz,us", "pl,gr", "jp,us", "br,pt", "se,no", "hu,ro", "ch,ge", "gb-extd,latam",
    "lt,lv", "il,ru",
  ]

  /// What a layout of XKB types.
  private final class Oracle {
    private let compose: ComposeTable
    private var effects: [String: [KeyPosition: XKBKeymap.Effect]] = [:]

    init(_ keyboard: String, _ library: XKBLibrary) throws {
      compose = try ComposeTable(library: library)
      let word = try ShippedXKBTests.source(of: keyboard)
      let name = try #require(XKBLayoutName(word))
      let keymap = try #require(XKBKeymap(name, library: library))
      for level in KeyLevel.allCases {
        var held: [XKBKeymap.Modifier] = []
        if level.isShifted { held.append(.shift) }
        if level.isAltGr { held.append(.level3) }
        for isLocked in [false, true] {
          effects["\(level) \(isLocked)"] = keymap.effects(
            of: KeyPosition.all, holding: held, isLocked: isLocked)
        }
      }
    }

    func text(of presses: [KeyPress]) throws -> String {
      var text = ""
      var pending: [UInt32] = []
      for press in presses {
        let position = try #require(KeyPosition(press.position))
        let isLocked = position.isOnNumberPad ? press.numLock : press.capsLock
        guard let effect = effects["\(press.level) \(isLocked)"]?[position],
          !effect.keysyms.isEmpty
        else { continue }
        guard effect.keysyms.count == 1 else {
          text += effect.text
          continue
        }
        pending += effect.keysyms
        switch compose.status(after: pending) {
        case .waits: continue
        case .types(let typed): text += typed
        case .cancelled: break
        case .nothing: text += effect.text
        }
        pending = []
      }
      return text
    }
  }

  /// Types random keys; returns those that the text remembers.
  private func type(
    with keyboard: Keyboard, _ random: inout SplitMix
  ) -> [KeyPress] {
    var kept: [KeyPress] = []
    for _ in 0..<Int.random(in: 1...10, using: &random) {
      let positions = KeyPosition.all.filter { !$0.isOnNumberPad }
      guard let position = positions.randomElement(using: &random) else { break }
      let level: KeyLevel =
        Int.random(in: 0..<3, using: &random) == 0
        ? KeyLevel.allCases.randomElement(using: &random) ?? .plain : .plain
      let press = KeyPress(
        position.name, level, capsLock: Int.random(in: 0..<8, using: &random) == 0)
      // A key without a character is not remembered if a dead key is pending.
      let isKept = keyboard.type(press, at: keyboard.now) != .ignored || keyboard.pending == .start
      if isKept { kept.append(press) }
    }
    return kept
  }

  @Test(
    "The text is what XKB types with the same keys, and returns byte for byte", .tags(.slow),
    arguments: pairs)
  func asXKB(pair: String) throws {
    let layouts = try ShippedLayouts.library(configHome: nil, home: nil).keyboards(pair)
    let library = try XKBLibrary()
    let importer = try XKBImport()
    try #require(importer.registry.version == Golden.all.version)
    let oracles = try layouts.map { try Oracle($0.id, library) }
    let harness = try KeyboardHarness.shown(layouts[0].id) { $0.others = [layouts[1]] }
    let keyboard = harness.keyboard
    var differences = 0
    for seed in seeds(1000) {
      var random = SplitMix(state: seed)
      let presses = type(with: keyboard, &random)
      let typed = Array(harness.typed.utf8)
      let expected = try oracles[1].text(of: presses)
      keyboard.retypeInNextLayout(at: keyboard.now)
      let retyped = harness.typed
      if !retyped.utf8.elementsEqual(expected.utf8) {
        differences += 1
        if differences < 4 {
          Issue.record(
            "\(pair), seed \(seed): \(presses): \(retyped), not \(expected)")
        }
      }
      keyboard.retypeInNextLayout(at: keyboard.now)
      #expect(Array(harness.typed.utf8) == typed, "\(pair), seed \(seed)")
      keyboard.deleteAll()
      #expect(keyboard.definition.id == layouts[0].id)
    }
    #expect(differences == 0)
  }
}
