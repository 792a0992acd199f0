import KeywardGeometry
import KeywardTestSupport
import Testing

@testable import KeywardLayout

@Suite struct FormPlacementTests {
  static func keyboard(_ form: FormName, forms: String = "") throws -> KeyboardDefinition {
    let bytes = try #require(ShippedFiles.form(form))
    let positions = try KeyboardForm.load(bytes, path: "form.yaml").positions.dropLast()
    let keys = positions.map { "      \($0): a A @" }.joined(separator: "\n")
    let text = """
      keyboard: my
      form: \(form.rawValue)
      \(forms)
      panels:
        letters:
          positions:
      \(keys)
      """
    return try Shipped.load(text)
  }

  static func layout(
    _ form: FormName, _ screen: ScreenDescription, forms: String = ""
  ) throws -> (heights: KeyboardGeometry, layout: PanelLayout) {
    let keyboard = try keyboard(form, forms: forms)
    let room = screen.usableWidth
    let geometry = try KeyboardGeometry(
      screen: screen, profile: Shipped.profile(), hasToolbar: false,
      grid: keyboard.heightGrid(in: room))
    let page = try #require(
      keyboard.page(PanelSelection(panel: .letters), in: PanelSet(of: keyboard), room: room))
    return (geometry, try geometry.layout(of: page))
  }

  /// The formulas of every keyboard, with 15 columns and 5 rows.
  @Test func isoOnAPhoneHeldSideways() throws {
    let screen = try Device.named("iphone-xs").screen(.landscape)
    let (heights, layout) = try Self.layout(.iso, screen)
    #expect(heights.keyWidth == 40 && heights.keyHeight == 18 && heights.height == 126)
    #expect(layout.keyWidth == 39 && layout.keyHeight == 18)
    func frame(_ id: String) throws -> Rect { layout.keys[try #require(layout.slot(of: id))].frame }
    #expect(try frame("TLDE") == Rect(x: 13.5, y: 6, width: 39, height: 18))
    #expect(try frame("delete") == Rect(x: 13.5 + 13 * 47, y: 6, width: 86, height: 18))
    #expect(try frame("AD01") == Rect(x: 84, y: 30, width: 39, height: 18))
    #expect(try frame("AC01") == Rect(x: 95.75, y: 54, width: 39, height: 18))
    #expect(try frame("shift") == Rect(x: 13.5, y: 78, width: 50.75, height: 18))
    #expect(try frame("AB01") == Rect(x: 119.25, y: 78, width: 39, height: 18))
    #expect(try frame("return-2").maxX == 710.5 && frame("return").maxX == 710.5)
  }

  @Test func aNarrowScreenHasTheGrid() throws {
    let screen = try Device.named("iphone-xs").screen(.portrait)
    let (heights, layout) = try Self.layout(.iso, screen)
    #expect(layout.form == .compact && layout.rowCount == 5)
    #expect(heights.grid == HeightGrid(columns: 13, rows: 5))
    #expect(heights.keyWidth == 24 && heights.keyHeight == 32 && heights.height == 208)
    #expect(heights.keyHeight == layout.keyHeight)
  }

  /// Bounds and measured heights are those of four rows.
  @Test func aFormHasNoMeasuredHeight() throws {
    let screen = try Device.named("iphone-xs").screen(.landscape)
    let heights = try KeyboardGeometry(
      screen: screen, profile: Shipped.profile("apple"), hasToolbar: false,
      grid: HeightGrid(columns: 15, rows: 5))
    #expect(heights.height == 126)
  }

  @Test(.tags(.slow), arguments: [FormName.iso, .ansi, .jis, .abnt])
  func rowsAreFlushAndKeysInsideAtEveryWidth(_ form: FormName) throws {
    for width in stride(from: 240, through: 1500, by: 7) {
      for orientation in Orientation.allCases {
        let height = orientation == .portrait ? 2000.0 : 200.0
        let screen = try ScreenDescription(
          size: Size(width: Double(width), height: height), idiom: width > 700 ? .pad : .phone,
          orientation: orientation)
        guard let (_, layout) = try? Self.layout(form, screen, forms: "forms: \(form)") else {
          continue
        }
        #expect(layout.form == form)
        for row in layout.rows {
          let last = layout.keys[row.slots.upperBound - 1].frame
          #expect(abs(last.maxX + layout.keys[0].frame.minX - layout.size.width) < 0.001)
        }
        for (one, next) in zip(layout.keys, layout.keys.dropFirst()) where one.row == next.row {
          #expect(next.frame.minX - one.frame.maxX > layout.gap - 0.001)
        }
      }
    }
  }

  @Test func shufflingKeepsEveryKeyOfAForm() throws {
    let text = """
      keyboard: my
      form: ansi
      forms: ansi iso
      panels: { letters: { positions: { AD01: q, AD02: w, LSGT: < } } }
      shuffle: { letters: AD01 AD02 LSGT }
      """
    let keyboard = try Shipped.load(text)
    let screen = try ScreenDescription(size: Size(width: 800, height: 600))
    struct Rotating: RandomSource { mutating func next(below bound: Int) -> Int { 0 } }
    var random = Rotating()
    let shuffle = Shuffle(of: keyboard, mode: .all, random: &random)
    let layout = try Shipped.geometry(screen).layout(of: Shipped.letters(of: keyboard))
    let moved = shuffle.apply(to: layout, of: PanelSelection(panel: .letters))
    #expect(moved.keys.filter { $0.key.role == .input }.map(\.key.output) == ["w", "q"])
  }
}
