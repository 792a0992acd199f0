import KeywardEngine

/// Traps for a keyboard whose panels cannot be placed on every screen.
///
/// Every key must be inside the panel and over no other, and every cell must hit the key drawn
/// there.
public func check(_ keyboard: KeyboardDefinition) {
  precondition(!keyboard.id.isEmpty && !keyboard.panels.isEmpty, "a keyboard without name or panel")
  for panel in keyboard.panels {
    for fullWidth in [false, true] {
      let set = try? PanelSet(of: keyboard, startingWith: panel.name, fullWidth: fullWidth)
      guard let set else { preconditionFailure("a panel that is not there") }
      for page in panel.pages where fullWidth || page.width == .half {
        let selection = PanelSelection(panel: panel.name, page: page.page, width: page.width)
        guard let content = keyboard.page(selection, in: set) else {
          preconditionFailure("a page that is not there")
        }
        for (width, orientation) in [
          (160.0, Orientation.portrait), (375, .portrait), (724, .landscape),
        ] {
          place(content, width: width, orientation)
        }
      }
    }
  }
}

private func place(_ page: PanelPage, width: Double, _ orientation: Orientation) {
  let metrics = GridMetrics(gap: 4, line: 8, ratio: Ratio(3, 4))
  let size = Size(width: width, height: 216)
  guard
    let layout = try? PanelLayout(
      page: page, size: size, metrics: metrics, orientation: orientation)
  else { return }
  for (slot, key) in layout.keys.enumerated() {
    precondition(key.frame.minX > -0.001 && key.frame.maxX < width + 0.001, "outside the panel")
    precondition(key.frame.minY > -0.001 && key.frame.maxY < 216.001, "outside the panel")
    precondition(layout.slot(at: key.frame.center) == slot, "a key that is not hit")
    guard slot > 0, layout.keys[slot - 1].row == key.row else { continue }
    precondition(layout.keys[slot - 1].frame.maxX < key.frame.minX + 0.001, "one key over another")
  }
  let grid = CellGrid(layout)
  for line in 0..<grid.lines {
    for column in 0..<grid.columns {
      guard let slot = grid.slot(column: column, line: line) else { continue }
      let nearest = grid.nearestSlot(column: column, line: line)
      precondition(nearest == slot, "a cell that belongs to another key")
    }
  }
}
