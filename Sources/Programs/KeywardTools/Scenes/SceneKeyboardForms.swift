import KeyboardScenes
import PromptUI

/// A part of a drawn keyboard: keys, and their place in its frame.
struct SceneKeyboardPart: Hashable {
  var view: KeyboardView
  /// The whole panel's slot for each key of the part; nil if they are equal.
  var slots: [Int]?
  /// The distance of its beginning from the keyboard's left edge, in points.
  var x: Double

  /// The whole panel's slot for one of the part's.
  func slot(_ own: Int) -> Int? {
    guard let slots else { return own }
    return slots.indices.contains(own) ? slots[own] : nil
  }

  /// The part's slot for one of the whole panel; nil if another part has it.
  func own(_ slot: Int) -> Int? { slots.map { $0.firstIndex(of: slot) } ?? slot }
}

/// Makes keyboards of every kind drawable: whole, in two halves, small.
///
/// It keeps the last result, since keyboards change less often than they are drawn.
struct SceneKeyboardForms {
  /// The share of the width for each half of a split keyboard.
  private static let halfWidth = 0.42

  private struct Key: Equatable {
    var panel: PanelLayout
    var size: Size
    var isSplit: Bool
  }

  private var key: Key?
  private var parts: [SceneKeyboardPart] = []

  /// Tells whether keys are equally high with one row of cells less, which then is free for the
  /// grip.
  func sparesRow(of panel: PanelLayout, in size: Size) -> Bool {
    let lines = Int((size.height / CellGrid.cellHeight).rounded())
    let whole = CellGrid(panel, columns: 0, lines: lines)
    return CellGrid(panel, columns: 0, lines: lines - 1).lines < whole.lines
      && CellGrid(panel, columns: 0, lines: lines - 1).lineHeight == whole.lineHeight
  }

  /// The keys in a size in points: one part, or two halves; none if not every key fits.
  mutating func parts(
    of panel: PanelLayout, in size: Size, isSplit: Bool, glyphs: Glyphs
  ) -> [SceneKeyboardPart] {
    // Frames come out of sums; a tiny difference is not another size.
    let isSame =
      abs(size.width - panel.size.width) < 0.01 && abs(size.height - panel.size.height) < 0.01
    let size = isSame ? panel.size : size
    let key = Key(panel: panel, size: size, isSplit: isSplit)
    if key == self.key { return parts }
    self.key = key
    let whole = panel.resized(to: size)
    if isSplit {
      let width =
        (size.width * Self.halfWidth / CellGrid.cellWidth).rounded() * CellGrid.cellWidth
      let halves = whole.halves(width: width)
      parts = [
        SceneKeyboardPart(
          view: KeyboardView(layout: halves.left.layout, glyphs: glyphs),
          slots: halves.left.slots, x: 0),
        SceneKeyboardPart(
          view: KeyboardView(layout: halves.right.layout, glyphs: glyphs),
          slots: halves.right.slots, x: size.width - width),
      ]
    } else {
      parts = [SceneKeyboardPart(view: KeyboardView(layout: whole, glyphs: glyphs), x: 0)]
    }
    if !parts.allSatisfy({ $0.view.canBeDrawn }) { parts = [] }
    return parts
  }
}
