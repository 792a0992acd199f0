import KeywardGeometry
import Testing

@testable import KeyboardLayout

/// The table of an iPhone XS, and the base heights of other screens.
@Suite struct GoldenTests {
  /// A row written `x+width`, `7*x+width/pitch` for a run of equal keys.
  private func check(
    _ layout: PanelLayout, row: Int, _ expected: [(x: Double, width: Double)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let frames = layout.keys.filter { $0.row == row }.map(\.frame)
    #expect(frames.count == expected.count, sourceLocation: sourceLocation)
    for (frame, wanted) in zip(frames, expected) {
      #expect(abs(frame.x - wanted.x) < 0.001, sourceLocation: sourceLocation)
      #expect(abs(frame.width - wanted.width) < 0.001, sourceLocation: sourceLocation)
    }
  }

  private func run(
    _ count: Int, from x: Double, width: Double, pitch: Double
  ) -> [(x: Double, width: Double)] {
    (0..<count).map { (x + Double($0) * pitch, width) }
  }

  private func layout(
    _ panel: PanelName, _ orientation: Orientation, page: SymbolPage = .digits,
    width: PanelWidth = .half, fullWidth: Bool = false, keyboard: String = "latin-qwerty",
    metrics: String = "default"
  ) throws -> PanelLayout {
    let keyboard = try Shipped.keyboard(keyboard)
    let set = try PanelSet(of: keyboard, startingWith: panel, fullWidth: fullWidth)
    let selection = PanelSelection(panel: panel, page: page, width: width)
    let content = try #require(keyboard.page(selection, in: set))
    return try Shipped.geometry("iphone-xs", orientation, metrics: metrics).layout(of: content)
  }

  @Test func portraitLetters() throws {
    let letters = try layout(.letters, .portrait)
    #expect(letters.size == Size(width: 375, height: 216))
    #expect(Set(letters.keys.map(\.frame.y)) == [8, 60, 112, 164])
    #expect(letters.keyWidth == 33 && letters.keyHeight == 44)
    check(letters, row: 0, run(10, from: 4.5, width: 33, pitch: 37))
    check(letters, row: 1, run(9, from: 23, width: 33, pitch: 37))
    check(letters, row: 2, [(4.5, 52)] + run(7, from: 60, width: 33, pitch: 37) + [(318.5, 52)])
    check(letters, row: 3, [(4.5, 70), (78.5, 218), (300.5, 70)])
  }

  @Test func landscapeLetters() throws {
    let letters = try layout(.letters, .landscape)
    #expect(letters.size == Size(width: 724, height: 150))
    #expect(Set(letters.keys.map(\.frame.y)) == [6, 42, 78, 114])
    #expect(letters.keyWidth == 63 && letters.keyHeight == 30)
    check(letters, row: 0, run(10, from: 11, width: 63, pitch: 71))
    check(letters, row: 1, run(9, from: 46.5, width: 63, pitch: 71))
    check(letters, row: 2, [(11, 99)] + run(7, from: 117.5, width: 63, pitch: 71) + [(614, 99)])
    check(letters, row: 3, [(11, 134), (153, 418), (579, 134)])
  }

  @Test func portraitSymbols() throws {
    let half = try layout(.symbols, .portrait)
    check(
      half, row: 2,
      [(4.5, 53)] + run(5, from: 61.5, width: 33 * 252 / 181, pitch: 37 * 252 / 181) + [(317.5, 53)]
    )
    check(half, row: 3, [(4.5, 70), (78.5, 218), (300.5, 70)])
    let full = try layout(.symbols, .portrait, width: .full, fullWidth: true)
    check(
      full, row: 2,
      [(4.5, 53)] + run(6, from: 61.5, width: 33 * 252 / 218, pitch: 37 * 252 / 218) + [(317.5, 53)]
    )
    check(full, row: 3, [(4.5, 45), (53.5, 45), (102.5, 170), (276.5, 94)])
  }

  @Test func landscapeSymbols() throws {
    let half = try layout(.symbols, .landscape)
    check(
      half, row: 2,
      [(11, 102)] + run(5, from: 121, width: 63 * 482 / 347, pitch: 71 * 482 / 347) + [(611, 102)])
    check(half, row: 3, [(11, 134), (153, 418), (579, 134)])
    let full = try layout(.symbols, .landscape, width: .full, fullWidth: true)
    check(
      full, row: 2,
      [(11, 102)] + run(6, from: 121, width: 63 * 482 / 418, pitch: 71 * 482 / 418) + [(611, 102)])
    check(full, row: 3, [(11, 86), (105, 86), (199, 326), (533, 180)])
  }

  @Test(arguments: [("number", PanelName.numbers), ("id-card", .idCard)])
  func pads(_ name: String, _ panel: PanelName) throws {
    let portrait = try layout(panel, .portrait, keyboard: name)
    let landscape = try layout(panel, .landscape, keyboard: name)
    for row in 0..<4 {
      check(portrait, row: row, [(7.1, 116), (129.5, 116), (251.9, 116)])
      check(landscape, row: row, [(13.2, 224), (250, 224), (486.8, 224)])
    }
  }
}
