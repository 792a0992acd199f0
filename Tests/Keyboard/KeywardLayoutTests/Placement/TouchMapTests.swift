import KeywardGeometry
import KeywardTestSupport
import Testing

@testable import KeywardLayout

@Suite struct TouchMapTests {
  static func panels() throws -> [PanelLayout] {
    var panels: [PanelLayout] = []
    for name in ["latin-qwerty", "latin-turkish", "number", "symbols"] {
      let keyboard = try Shipped.keyboard(name)
      let set = try PanelSet(of: keyboard, hasToolbar: true, fullWidth: true)
      for orientation in Orientation.allCases {
        for device in ["iphone-xs", "ipad-10"] {
          let geometry = try Shipped.geometry(device, orientation)
          for panel in set.panels {
            for page in SymbolPage.allCases {
              let selection = PanelSelection(panel: panel, page: page, width: .full)
              guard let page = keyboard.page(selection, in: set) else { continue }
              panels.append(try geometry.layout(of: page))
            }
          }
        }
      }
    }
    let screen = try ScreenDescription(size: Size(width: 800, height: 600))
    for form in FormName.allCases {
      panels.append(try FormPlacementTests.layout(form, screen, forms: "forms: \(form)").layout)
    }
    let gaps = RowText.page(["a {gap} b", "{gap} c {gap:0.5} {gap} d", "e"])
    let metrics = GridMetrics(gap: 4, line: 8, ratio: Ratio(3, 4))
    panels.append(
      try PanelLayout(
        page: gaps, size: Size(width: 200, height: 150), metrics: metrics, orientation: .portrait))
    return panels
  }

  /// The row with the nearest band, then the key with the nearest span: an independent search.
  private func nearest(_ point: Point, in layout: PanelLayout) -> Int? {
    func distance(_ value: Double, _ from: Double, _ to: Double) -> Double {
      max(from - value, value - to, 0)
    }
    let vertical = layout.keys.map { distance(point.y, $0.frame.minY, $0.frame.maxY) }
    guard let least = vertical.min(), let first = vertical.firstIndex(of: least) else { return nil }
    let row = layout.keys[first].row
    let slots = layout.keys.indices.filter { layout.keys[$0].row == row }
    return slots.min { a, b in
      let left = layout.keys[a].frame
      let right = layout.keys[b].frame
      return distance(point.x, left.minX, left.maxX) < distance(point.x, right.minX, right.maxX)
    }
  }

  @Test(.tags(.slow)) func bruteForceSearchAgrees() throws {
    var failures = 0
    for layout in try Self.panels() {
      for y in stride(from: 0.0, through: layout.size.height, by: 9.37) {
        for x in stride(from: 0.0, through: layout.size.width, by: 6.19) {
          let point = Point(x: x, y: y)
          if layout.slot(at: point) != nearest(point, in: layout) { failures += 1 }
        }
      }
    }
    #expect(failures == 0)
  }

  @Test func everyFrameHitsItsKey() throws {
    for layout in try Self.panels() {
      for (slot, key) in layout.keys.enumerated() {
        let frame = key.frame
        for point in [
          frame.center, frame.origin, Point(x: frame.maxX, y: frame.maxY),
          Point(x: frame.minX, y: frame.maxY), Point(x: frame.maxX, y: frame.minY),
        ] {
          #expect(layout.slot(at: point) == slot)
        }
        #expect(layout.touchRect(of: slot).contains(frame))
      }
    }
  }

  @Test func touchRectanglesTileThePanel() throws {
    for layout in try Self.panels() {
      let area = layout.keys.indices.reduce(0.0) { sum, slot in
        let rect = layout.touchRect(of: slot)
        return sum + rect.width * rect.height
      }
      #expect(abs(area - layout.size.width * layout.size.height) < 0.001)
    }
  }

  @Test func middleLinesBelongToTheUpperRowAndTheLeftKey() throws {
    let layout = try letters()
    #expect(layout.slot(at: Point(x: 39.5, y: 20)) == 0)
    #expect(layout.slot(at: Point(x: 39.501, y: 20)) == 1)
    #expect(layout.slot(at: Point(x: 20, y: 56)) == 0)
    #expect(layout.slot(at: Point(x: 20, y: 56.001)) == 10)
  }

  @Test func roomAroundSpacersIsSplitAtItsMiddle() throws {
    let layout = try #require(try Self.panels().last)
    let a = layout.keys[0].frame
    let b = layout.keys[1].frame
    let middle = (a.maxX + b.minX) / 2
    #expect(layout.slot(at: Point(x: middle, y: 10)) == 0)
    #expect(layout.slot(at: Point(x: middle + 0.001, y: 10)) == 1)
    #expect(layout.slot(at: Point(x: 0, y: 60)) == 2)
  }

  @Test func outsideThePanel() throws {
    let layout = try letters()
    #expect(layout.slot(at: Point(x: -44, y: 20)) == 0)
    #expect(layout.slot(at: Point(x: 900, y: 20)) == 9)
    #expect(layout.slot(at: Point(x: 20, y: -0.001)) == nil)
    #expect(layout.slot(at: Point(x: 20, y: 216.001)) == nil)
    #expect(layout.slot(at: Point(x: .nan, y: 20)) == nil)
    #expect(layout.slot(at: Point(x: 20, y: .nan)) == nil)
  }

  @Test func aDragLeavesBeyondEightPoints() throws {
    let layout = try letters()
    let rect = layout.touchRect(of: 1)
    #expect(rect == Rect(x: 39.5, y: 0, width: 37, height: 56))
    #expect(layout.keepsPress(at: Point(x: 31.5, y: 64), in: 1))
    #expect(!layout.keepsPress(at: Point(x: 31.499, y: 20), in: 1))
    #expect(!layout.keepsPress(at: Point(x: 50, y: 64.001), in: 1))
    #expect(layout.keepsPress(at: Point(x: -500, y: 20), in: 0))
    #expect(!layout.keepsPress(at: Point(x: 50, y: .nan), in: 1))
  }

  private func letters() throws -> PanelLayout {
    try Shipped.geometry("iphone-xs", .portrait).layout(of: Shipped.letters())
  }
}
