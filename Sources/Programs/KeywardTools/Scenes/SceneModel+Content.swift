import KeyboardScenes
import PromptUI

extension SceneModel {
  func content(glyphs: Glyphs, hasColor: Bool) -> SceneContent {
    let frames = shown
    let views = tree.order.compactMap { index -> SceneContent.View? in
      let node = tree.nodes[index]
      guard !node.item.isHidden, frames.views.indices.contains(index) else { return nil }
      return SceneContent.View(
        label: node.label, frame: frames.views[index], isContainer: node.isContainer,
        isField: node.isField, wraps: node.wraps)
    }
    return SceneContent(
      views: views, screen: frames.screen,
      keyboard: drawnKeyboard(glyphs, hasColor: hasColor),
      field: PromptViewModel.Field(
        prompt: "", mask: options.dialogue.mask, characterCount: typing.first.text.characterCount),
      isFieldActive: hasField, status: status, isGrabbing: isGrabbing, isDragging: hand != .free,
      glyphs: glyphs, hasColor: hasColor)
  }

  private func drawnKeyboard(
    _ glyphs: Glyphs, hasColor: Bool
  ) -> SceneContent.DrawnKeyboard? {
    let frame = shownKeyboard
    let screen = Rect(
      x: 0, y: 0, width: Double(cells.columns) * CellGrid.cellWidth,
      height: Double(cells.rows) * CellGrid.cellHeight)
    guard keyboard.transitions.isInTransition || state.isVisible, frame.intersects(screen) else {
      return nil
    }
    if case .shortcutsBar(let bar) = look {
      return SceneContent.DrawnKeyboard(
        frame: frame, parts: [], inset: 0, label: bar == .expanded ? "shortcuts" : "",
        isFocused: false, isDocked: true)
    }
    let safeArea = keyboard.configuration.screen.safeArea
    let isFloating = look == .floating
    let inset = isFloating ? 0 : safeArea.left
    var size = Size(
      width: max(0, frame.width - (isFloating ? 0 : safeArea.left + safeArea.right)),
      height: max(0, frame.height - (look.isDocked ? safeArea.bottom : 0)))
    var parts: [SceneKeyboardPart] = []
    var hasGripRow = false
    if let panel = keyboard.currentPanel {
      hasGripRow = forms.sparesRow(of: panel, in: size)
      if hasGripRow { size.height -= CellGrid.cellHeight }
      parts = forms.parts(
        of: panel, in: size, isSplit: look == .split || look == .dockedSplit, glyphs: glyphs)
    }
    for index in parts.indices {
      parts[index].view.hasBlocks = hasColor
      parts[index].view.hasColor = hasColor
      parts[index].view.marksAlternates = hasField && typing.takesPresses
      if keyboard.configuration.showsShift {
        parts[index].view.shift = CapLabel.Shift(keyboard.shift)
        parts[index].view.altgr = CapLabel.Shift(keyboard.altgr)
      }
    }
    return SceneContent.DrawnKeyboard(
      frame: frame, parts: parts, inset: inset, hasGripRow: hasGripRow && !parts.isEmpty,
      label: "keyboard",
      focus: typing.isOnKeyboard ? keyboard.shownFocus : nil,
      isFocused: typing.isOnKeyboard && !typing.hasChoiceOpen, alternates: typing.alternatesRow,
      isDocked: look.isDocked)
  }

  var status: SceneStatus {
    var status = SceneStatus(
      scene: typing.surface.sanitizer.clean(scene.name, as: .name), state: state,
      near: scene.keyboard.nearEdges.names, active: scene.activeKeys,
      hasTracking: scene.hasTracking, direction: keyboard.configuration.direction)
    status.notice = typing.notice
    status.warning = typing.options.warning
    status.conflicts = scene.engine.conflictCount
    status.help =
      isGrabbing
      ? SceneStatus.grabHelp
      : typing.hasOpenAlternates
        ? SceneStatus.alternatesHelp
        : SceneStatus.help(
          hasField: hasField, isOnKeyboard: typing.isOnKeyboard, hasMore: hiddenRows > 0)
    return status
  }
}
