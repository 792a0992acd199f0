import KeywardEngine

extension SceneModel {
  /// What the screen shows now.
  func content(glyphs: Glyphs, hasColor: Bool) -> SceneContent {
    let frames = shown
    let sanitizer = typing.sanitizer
    let field = scene.field
    var views: [(depth: Int, view: SceneContent.View)] = []
    for (item, frame) in zip(scene.items, frames.views) where !item.isHidden {
      views.append(
        (
          depth(of: item),
          SceneContent.View(
            label: label(of: item, sanitizer), frame: frame, isContainer: !item.subviews.isEmpty,
            isField: item === field)
        ))
    }
    // Those around others first, each level in the order of the file.
    let order = views.indices.sorted { (views[$0].depth, $0) < (views[$1].depth, $1) }
    return SceneContent(
      views: order.map { views[$0].view }, screen: frames.screen,
      keyboard: drawnKeyboard(glyphs, hasColor: hasColor),
      field: ScreenContent.Field(
        prompt: "", mask: options.dialogue.mask, characterCount: typing.characterCount(of: 0)),
      isFieldActive: hasField, status: status, isGrabbing: isGrabbing, isDragging: hand != .free,
      glyphs: glyphs, hasColor: hasColor)
  }

  private func depth(of item: LayoutItem) -> Int {
    var depth = 0
    var outer = item.superview
    while let view = outer {
      depth += 1
      outer = view.superview
    }
    return depth
  }

  /// Labels never change: each is made harmless once.
  private func label(of item: LayoutItem, _ sanitizer: Sanitizer) -> String {
    if let label = labels[item.name] { return label }
    let label = sanitizer.clean(scene.label(of: item), as: .name)
    labels[item.name] = label
    return label
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
    let size = Size(
      width: max(0, frame.width - (isFloating ? 0 : safeArea.left + safeArea.right)),
      height: max(0, frame.height - (look.isDocked ? safeArea.bottom : 0)))
    var parts: [SceneKeyboardPart] = []
    if let panel = keyboard.currentPanel {
      parts = forms.parts(
        of: panel, in: size, isSplit: look == .split || look == .dockedSplit, glyphs: glyphs)
    }
    for index in parts.indices {
      parts[index].view.hasColor = hasColor
      if keyboard.configuration.showsShift {
        parts[index].view.shift = CapLabel.Shift(keyboard.shift)
      }
    }
    return SceneContent.DrawnKeyboard(
      frame: frame, parts: parts, inset: inset, label: "keyboard",
      focus: typing.isOnKeyboard ? typing.focusedSlot : nil,
      isFocused: typing.isOnKeyboard, isDocked: look.isDocked)
  }

  /// What is said about the scene.
  var status: SceneStatus {
    var status = SceneStatus(
      scene: typing.sanitizer.clean(scene.name, as: .name), state: state,
      near: scene.keyboard.nearEdges.names, active: scene.activeKeys,
      hasTracking: scene.hasTracking, direction: keyboard.configuration.direction)
    status.notice = typing.currentNotice
    status.warning = typing.texts.warning
    status.conflicts = scene.engine.conflicts.count
    status.help =
      isGrabbing
      ? SceneStatus.grabHelp
      : SceneStatus.help(
        hasField: hasField, isOnKeyboard: typing.isOnKeyboard,
        direction: keyboard.configuration.direction, hasMore: hiddenRows > 0)
    return status
  }
}
