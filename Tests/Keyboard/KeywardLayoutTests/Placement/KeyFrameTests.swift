import KeywardGeometry
import KeywardTestSupport
import Testing

@testable import KeywardLayout

@Suite struct KeyFrameTests {
  /// A case is `KEYBOARD DEVICE ORIENTATION METRICS`, with `full` width, a `toolbar` or the
  /// `symbols-panel`.
  @Test func everyFrameIsAsInTheGoldenFile() throws {
    let differences = try GoldenFile("key-frames").differences { one in
      let words = one.name.split(separator: " ").map(String.init)
      let keyboard = try Shipped.keyboard(words[0])
      let isFull = words.contains("full")
      let panel: PanelName? = words.contains("symbols-panel") ? .symbols : nil
      let set = try PanelSet(of: keyboard, startingWith: panel, fullWidth: isFull)
      let selection = PanelSelection(panel: panel ?? set.first, width: isFull ? .full : .half)
      let geometry = try Shipped.geometry(
        words[1], words[2] == "portrait" ? .portrait : .landscape, metrics: words[3],
        hasToolbar: words.contains("toolbar"))
      let layout = try geometry.layout(of: #require(keyboard.page(selection, in: set)))
      let facts = [
        "keyboard \(Self.short(geometry.frame)), panel \(Self.short(geometry.panelFrame))",
        "height \(geometry.height), at first \(geometry.initialHeight)",
        "keys \(geometry.keyWidth) x \(geometry.keyHeight), drawn \(layout.keyWidth) x "
          + "\(layout.keyHeight)",
      ]
      let rows = Dictionary(grouping: layout.keys, by: \.row).sorted { $0.key < $1.key }
      let lines = rows.map { row in
        row.value.map { Self.short($0.frame) }.joined(separator: " ")
      }
      return (facts + lines).joined(separator: "\n")
    }
    #expect(differences == [])
  }

  /// `x,y+widthxheight` in hundredths of a point.
  private static func short(_ frame: Rect) -> String {
    let sides = [frame.x, frame.y, frame.width, frame.height].map { ($0 * 100).rounded() / 100 }
    return "\(sides[0]),\(sides[1])+\(sides[2])x\(sides[3])"
  }
}
