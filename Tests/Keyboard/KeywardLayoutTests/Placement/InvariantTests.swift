import KeywardGeometry
import Testing

@testable import KeywardLayout

/// Rules for every width of screen, idiom, orientation, number of columns and shape of row.
@Suite struct InvariantTests {
  private static let shapes = [
    RowText.page([
      "q w e r t y u i o p", "a s d f g h j k l", "{shift} z x c v b n m {delete}",
      "{symbols} {space} {return}",
    ]),
    RowText.page(
      [
        "1 2 3 4 5 6 7 8 9 0", "- / : ; ( ) $ & @ \"", "{page-symbols} . , ? ! ' {delete}",
        "{letters} {width-full} {space} {return}",
      ], panel: .symbols),
    RowText.page(
      [
        "{page-digits} 1 2 3 4 5 6 7 8 {delete}", "{page-digits} a {delete}",
        "{shift} b c d e f g h i {delete}", "{letters} {width-half} x {space} y {return}",
      ], panel: .symbols),
    RowText.page(
      ["a {gap} b c", "{gap:0.5} d e f {gap:0.5}", "{shift} {delete}", "{letters} {numbers} k"]),
    RowText.page(["a b", "{space} {return}"]),
    RowText.page(["{delete}", "{shift}", "{page-digits}", "{return}"], panel: .symbols),
    RowText.page(["a", "b", "c", "d", "e", "{symbols} {space} {return}"]),
  ]

  private static let pads = [
    RowText.page(["1 2 3", "4 5 6", "7 8 9", ". 0 {delete}"], panel: .numbers, columns: 3),
    RowText.page(["1 2 3 4", "5 6 7 8 "], panel: .idCard, columns: 4),
  ]

  private struct Case {
    let page: PanelPage
    let size: Size
    let metrics: GridMetrics
    let orientation: Orientation
  }

  private func forEveryPanel(
    of pages: [PanelPage], step: Int, _ body: (Case, PanelLayout) -> Void
  ) throws {
    let profile = try Shipped.profile()
    for idiom in Idiom.allCases {
      for orientation in Orientation.allCases {
        let metrics = profile[idiom, orientation]
        for width in stride(from: 1, through: 1500, by: step) {
          let size = Size(width: Double(width), height: height(width, metrics))
          for page in pages {
            let layout = try? PanelLayout(
              page: page, size: size, metrics: metrics, orientation: orientation)
            let item = Case(page: page, size: size, metrics: metrics, orientation: orientation)
            if let layout { body(item, layout) }
          }
        }
      }
    }
  }

  private func height(_ width: Int, _ metrics: GridMetrics) -> Double {
    let keyWidth = max(1, ((Double(width) - 10 * metrics.gap) / 10).rounded(.down))
    let keyHeight = Double(Int(keyWidth) * metrics.ratio.denominator / metrics.ratio.numerator)
    return (metrics.line + 4 * (max(1, keyHeight) + metrics.line)).rounded(.up)
  }

  @Test func framesAreInsideAndDoNotOverlap() throws {
    var failures = 0
    try forEveryPanel(of: Self.shapes + Self.pads, step: 1) { item, layout in
      var last: PlacedKey?
      for key in layout.keys {
        let frame = key.frame
        if frame.minX < -0.001 || frame.maxX > item.size.width + 0.001 { failures += 1 }
        if frame.minY < -0.001 || frame.maxY > item.size.height + 0.001 { failures += 1 }
        if let last {
          let isAfter =
            last.row == key.row
            ? frame.minX > last.frame.maxX - 0.001 : frame.minY > last.frame.maxY - 0.001
          if !isAfter { failures += 1 }
        }
        if frame.width < 1 || frame.height < 1 { failures += 1 }
        last = key
      }
    }
    #expect(failures == 0)
  }

  @Test func rowsKeepPitchMarginAndSymmetry() throws {
    var failures = 0
    try forEveryPanel(of: [Self.shapes[0]], step: 1) { item, layout in
      let gap = item.metrics.gap
      let line = item.metrics.line
      let margin = item.orientation == .portrait ? gap / 2 : gap
      for row in 0..<4 {
        let keys = layout.keys.filter { $0.row == row }.map(\.frame)
        for (left, right) in zip(keys, keys.reversed()) {
          if abs(left.minX + right.maxX - item.size.width) > 0.001 { failures += 1 }
        }
        if keys[0].minX < margin - 0.001 { failures += 1 }
        if row > 0 {
          let above = layout.keys.first { $0.row == row - 1 }?.frame.minY ?? 0
          if abs(keys[0].minY - above - layout.keyHeight - line) > 0.001 { failures += 1 }
        }
        if row < 2 {
          for (left, right) in zip(keys, keys.dropFirst())
          where abs(right.minX - left.minX - layout.keyWidth - gap) > 0.001 {
            failures += 1
          }
        }
        if row == 2 {
          for pair in [(keys[0], keys[1]), (keys[7], keys[8])]
          where abs(pair.1.minX - pair.0.maxX - gap) > 0.501 {
            failures += 1
          }
        }
      }
    }
    #expect(failures == 0)
  }

  @Test func everyRowReachesAsFarToBothSides() throws {
    var failures = 0
    try forEveryPanel(of: Self.shapes, step: 7) { item, layout in
      for row in 0..<item.page.rows.count {
        let keys = layout.keys.filter { $0.row == row }.map(\.frame)
        guard let first = keys.first, let last = keys.last else { continue }
        if abs(first.minX + last.maxX - item.size.width) > 0.001 { failures += 1 }
      }
    }
    #expect(failures == 0)
  }

  @Test func stretchedRowsAreStretchedWithTheirGaps() throws {
    try forEveryPanel(of: [Self.shapes[1]], step: 7) { item, layout in
      let keys = layout.keys.filter { $0.row == 2 && $0.key.role == .input }.map(\.frame)
      let stretch = keys[0].width / layout.keyWidth
      #expect(stretch > 0.999)
      for (left, right) in zip(keys, keys.dropFirst()) {
        let pitch = (layout.keyWidth + item.metrics.gap) * stretch
        #expect(abs(right.minX - left.minX - pitch) < 0.001)
      }
      let row = layout.keys.filter { $0.row == 2 }.map(\.frame)
      #expect(abs(row[0].minX + row[row.count - 1].maxX - item.size.width) < 0.001)
      #expect(abs(keys[0].minX - row[0].maxX - item.metrics.gap) < 0.001)
    }
  }

  /// Only a key of less than a point keeps common panels from being placed.
  @Test func commonPanelsArePlacedWheneverAUnitKeyIs() throws {
    let profile = try Shipped.profile()
    let pages = [Self.shapes[0], Self.shapes[1], Self.pads[0]]
    var failures = 0
    for idiom in Idiom.allCases {
      for orientation in Orientation.allCases {
        let metrics = profile[idiom, orientation]
        for width in 1...400 {
          let size = Size(width: Double(width), height: height(width, metrics))
          for page in pages {
            let grid = try? KeyGrid(
              size: size, columns: page.columns, rows: 4, isPad: page.panel.isPad, metrics: metrics,
              orientation: orientation)
            let layout = try? PanelLayout(
              page: page, size: size, metrics: metrics, orientation: orientation)
            if (grid == nil) != (layout == nil) { failures += 1 }
          }
        }
      }
    }
    #expect(failures == 0)
  }

  @Test func padsKeepTheirMargin() throws {
    var failures = 0
    try forEveryPanel(of: Self.pads, step: 1) { item, layout in
      let gap = 1.6 * item.metrics.gap
      let first = layout.keys[0].frame
      if first.minX < gap - 0.001 { failures += 1 }
      let row = layout.keys.filter { $0.row == 0 }
      if abs(first.minX + (row.last?.frame.maxX ?? 0) - item.size.width) > 0.001 { failures += 1 }
      for (left, right) in zip(row, row.dropFirst())
      where abs(right.frame.minX - left.frame.minX - layout.keyWidth - gap) > 0.001 {
        failures += 1
      }
    }
    #expect(failures == 0)
  }

  @Test func unclampedPanelsOfFourRowsHaveTheFormulasKeyHeight() throws {
    let profile = try Shipped.profile()
    for idiom in Idiom.allCases {
      for width in 1...1500 {
        for orientation in Orientation.allCases {
          let screen = try ScreenDescription(
            size: Size(width: Double(width), height: 1000), idiom: idiom
          ).turned(to: orientation)
          guard
            let geometry = try? KeyboardGeometry(
              screen: screen, profile: profile, hasToolbar: false),
            let layout = try? geometry.layout(of: Self.shapes[0]),
            geometry.height < screen.size.height
          else { continue }
          #expect(layout.keyHeight == geometry.keyHeight)
          #expect(layout.size.height == geometry.height)
        }
      }
    }
  }

  @Test(arguments: [10, 11, 12])
  func everyNumberOfColumns(_ columns: Int) throws {
    let letters = "a b c d e f g h i j k l".split(separator: " ").prefix(columns)
    let middle = letters.prefix(columns - 2).joined(separator: " ")
    let page = RowText.page(
      [
        letters.joined(separator: " "), letters.dropLast().joined(separator: " "),
        "{shift} \(middle) {delete}", "{symbols} {space} {return}",
      ], columns: columns)
    var failures = 0
    var placed = 0
    try forEveryPanel(of: [page], step: 3) { item, layout in
      placed += 1
      let edge = layout.keys.first { $0.key.role == .shift }?.frame ?? .zero
      if abs(edge.width - layout.keyWidth) > 0.001 { failures += 1 }
      for row in 0..<4 {
        let keys = layout.keys.filter { $0.row == row }.map(\.frame)
        for (left, right) in zip(keys, keys.reversed())
        where abs(left.minX + right.maxX - item.size.width) > 0.001 {
          failures += 1
        }
      }
    }
    #expect(failures == 0 && placed > 1000)
  }

  @Test func clampedHeightsLeaveTheRestAboveAndBelow() throws {
    let geometry = try Shipped.geometry("iphone-xs", .portrait, metrics: "apple")
    let layout = try geometry.layout(of: Shipped.letters())
    // h = floor((216 − 9)/4 − 9) = 42; the rows take 4·51 − 9 = 195, so 10.5 stay above and below.
    #expect(layout.keyHeight == 42 && layout.keys[0].frame.y == 10.5)
    #expect(layout.keys.last?.frame.maxY == 205.5)
  }

  @Test func roundedWidthsThatDoNotFitAreNotRounded() throws {
    // 24 keys of 0.5 units in 12 columns: rounding each up by half a point would leave the panel.
    let tokens = "a b c d e f g h i j k l m n o p q r s t u v w x"
    let widths = Dictionary(
      uniqueKeysWithValues: tokens.split(separator: " ").map { (String($0), KeyWidth.units(0.5)) })
    let page = RowText.page([tokens], columns: 12, widths: widths)
    let metrics = GridMetrics(gap: 4, line: 8, ratio: Ratio(3, 4))
    for width in 200...600 {
      let size = Size(width: Double(width), height: 216)
      let layout = try? PanelLayout(
        page: page, size: size, metrics: metrics, orientation: .portrait)
      guard let layout else { continue }
      #expect(layout.keys[0].frame.minX >= 1.999)
      #expect((layout.keys.last?.frame.maxX ?? 0) <= size.width - 1.999)
    }
  }
}
