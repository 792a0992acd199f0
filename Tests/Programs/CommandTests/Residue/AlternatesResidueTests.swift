import Glibc
import KeywardTestSupport
import Testing

@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "only root reads the memory of a hardened process"))
struct AlternatesResidueTests {
  private static let screen = ["get", "--keyboard"]

  @Test(arguments: [[], ["--feedback", "press"], ["--input", "screen"]])
  func takenWithTheMouse(settings: [String]) throws {
    let offered = Array("eéèêëēę")
    // No three of them in the order of the row.
    let held = try HeldSecret("ëéêēèę", Self.screen + settings)
    let cap = try #require(Self.cell(of: " e ", in: held.run))
    for character in held.secret {
      try held.run.type("\u{1b}[<0;\(cap.column + 1);\(cap.row)M", until: "ę")
      try held.run.waitForQuiet(seconds: 0.05)
      let row = try #require(Self.cell(of: " é ", in: held.run))
      let index = try #require(offered.firstIndex(of: character))
      let place = "\(row.column + 1 + 3 * (index - 1));\(row.row)"
      try held.run.type("\u{1b}[<32;\(place)M")
      try held.run.waitForQuiet(seconds: 0.05)
      try held.run.type("\u{1b}[<0;\(place)m")
      try held.run.waitForQuiet(seconds: 0.05)
    }
    // From the keyboard, if only it types, to the field.
    let end = settings.contains("screen") ? "\u{1b}[Z\r" : "\r"
    try expectOnlyThere(held) { try held.run.type(end) }
  }

  @Test(arguments: [[], ["--feedback", "press"]])
  func takenWithKeys(settings: [String]) throws {
    let offered = Array("aàáâäæãåā")
    let held = try HeldSecret("âäàæáå", Self.screen + settings)
    // From the middle of the keyboard to the left end of the row.
    try held.run.type("\t" + String(repeating: "\u{1b}[D", count: 9))
    for character in held.secret {
      let steps = try #require(offered.firstIndex(of: character))
      for key in ["\u{1b}\r"] + Array(repeating: "\u{1b}[C", count: steps) + ["\r"] {
        try held.run.type(key)
        try held.run.waitForQuiet(seconds: 0.05)
      }
    }
    try expectOnlyThere(held) { try held.run.type("\t\r") }
  }

  private func expectOnlyThere(_ held: HeldSecret, after ending: () throws -> Void) throws {
    try held.expectHeld()
    #expect(try held.expectNothingAtEnd(ending) == .exited(0))
    #expect(held.run.outputText == held.secret + "\n")
  }

  /// The cell of a text in a window of 80 by 24, counted from 1.
  private static func cell(of text: String, in run: ProgramRun) -> (column: Int, row: Int)? {
    for (row, line) in run.screen().lines.enumerated().reversed() {
      guard let range = line.firstRange(of: text) else { continue }
      return (line.distance(from: line.startIndex, to: range.lowerBound) + 1, row + 1)
    }
    return nil
  }
}
