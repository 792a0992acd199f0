import KeywardLayout
import Testing

@testable import KeywardTerminal

@Suite struct KeyboardBackgroundTests {
  private func rendered(_ columns: Int, hasColor: Bool) throws -> ComposedScreen {
    var content = try ScreenSamples.unlocking(columns: columns, rows: 40)
    content.surface.hasColor = hasColor
    content.keyboard?.view.hasBlocks = hasColor
    return content.rendered(columns: columns, rows: 40)
  }

  /// Field, strip and panel share their edges; a row is above the first caps and another below the
  /// last.
  @Test func theBackgroundHasTheEdgesOfTheField() throws {
    for columns in 40...250 {
      let screen = try rendered(columns, hasColor: true)
      let field = try #require(screen.fieldAreas.first)
      let origin = try #require(screen.panelOrigin)
      let rows = origin.row - 2..<origin.row + (screen.view?.grid.lines ?? 0)
      for row in rows {
        let background = (0..<columns).filter { column in
          screen.buffer[column, row].style.background != .own
        }
        #expect(background.first == field.column && background.count == field.columns, "\(columns)")
      }
      for row in [origin.row, rows.upperBound - 1] {
        let inks = (field.column..<field.column + field.columns).map {
          screen.buffer[$0, row].style.background
        }
        #expect(Set(inks) == [.panel])
      }
    }
  }

  @Test("The background reaches from the first row of a device's panel to its safe area")
  func theBackgroundHasNoHole() throws {
    let device = try Device.named("iphone-xs").screen(.portrait)
    var content = try ScreenSamples.unlocking(columns: 100, rows: 40)
    var view = KeyboardView(
      layout: try ScreenSamples.layout(of: "latin-qwerty", on: device),
      glyphs: content.surface.glyphs)
    view.hasBlocks = true
    content.keyboard = .init(view: view, toolbar: nil, bottomRows: 2, isFitted: false)
    let screen = content.rendered(columns: 100, rows: 40)
    let origin = try #require(screen.panelOrigin)
    let painted = (0..<40).filter { screen.buffer[origin.column, $0].style.background == .panel }
    #expect(painted.first == origin.row && painted == Array(origin.row...(painted.last ?? 0)))
    #expect(painted.count == CellGrid(view.layout).lines + 2)
  }

  /// The title is text above the field, and the strip has keys alone, with the edges of the caps.
  @Test(arguments: [true, false]) func theStripHasTheEdgesOfTheCaps(hasColor: Bool) throws {
    for columns in 40...90 {
      let screen = try rendered(columns, hasColor: hasColor)
      let (origin, caps) = (screen.panelOrigin?.column ?? 0, screen.view?.grid.caps ?? 0..<0)
      let strip = screen.targets.filter { $0.action != .field(0) }.map(\.area)
      #expect(strip.first?.column == origin + caps.lowerBound - 1, "\(columns)")
      #expect(strip.last.map { $0.column + $0.columns } == origin + caps.upperBound + 1)
    }
  }
}
