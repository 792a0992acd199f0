import Testing

@testable import PromptUI

@Suite struct KeyboardGroundTests {
  /// Ground at one edge of the window alone would look cut off.
  @Test func theGroundReachesBothEdgesOrNone() throws {
    for columns in 40...120 {
      var content = try SketchContent.content(columns: columns, rows: 40)
      content.hasColor = true
      content.keyboard?.view.hasColor = true
      let screen = content.rendered(columns: columns, rows: 40)
      for row in 0..<40 {
        let ground = (0..<columns).filter { column in
          let style = screen.buffer[column, row].style
          return style.background != .own || style.foreground == .panel
        }
        guard let first = ground.first, let last = ground.last else { continue }
        #expect((first == 0) == (last == columns - 1), "\(columns): \(first) to \(last)")
      }
    }
  }

  /// A title is cut only if there is no room for it between the items.
  @Test(arguments: [true, false]) func aTitleThatHasRoomIsWhole(hasColor: Bool) throws {
    for columns in 40...90 {
      var content = try SketchContent.content(columns: columns, rows: 40)
      content.hasColor = hasColor
      content.keyboard?.view.hasColor = hasColor
      let lines = content.rendered(columns: columns, rows: 40).buffer.lines
      let strip = try #require(lines.first { $0.contains("Done") })
      #expect(strip.contains("Signing key"), "\(columns): \(strip)")
    }
  }
}
