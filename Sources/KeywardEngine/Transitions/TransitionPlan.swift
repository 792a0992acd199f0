/// One transition: the events before and after the commit.
struct Stage {
  /// The pattern of the will-phase.
  enum Style {
    case plain
    /// JGSourceBase's repeated posts.
    ///
    /// With `lateShow` the will-show comes after the animation unless a handler changed the height.
    case jgs(lateShow: Bool)
  }

  var new: Situation
  var will: [KeyboardEvent.Name]
  var did: [KeyboardEvent.Name]
  var cause: KeyboardEvent.Cause
  var style = Style.plain
  /// The orientation to announce first.
  var rotation: Orientation?
  /// True if the old frame stays unchanged, even if it was off the screen.
  var beginsAtFormerEnd = false
  var isAnimated = true

  // Set when the stage begins.
  var number = 0
  var begin = Rect.zero
  var end = Rect.zero
  var duration = 0.0
  var curve = AnimationCurve.keyboard
  var reposts = 0
  var isCommitted = false
  /// True if any event has been posted, and the situation announced before.
  var hasPosted = false
  var former: Situation?

  /// The frame at which the animation begins, on the screen it ends on; `begin` may be on another
  /// one.
  var drawnBegin: Rect {
    guard let former, former.screen != new.screen else { return begin }
    guard new.kind.isDocked else {
      let isWide = new.kind != .floating
      return Rect(
        x: isWide ? end.x : begin.x, y: begin.y, width: isWide ? end.width : begin.width,
        height: begin.height
      ).pulled(into: new.screen)
    }
    // The same distance from the bottom as before.
    let y = new.screen.height - (former.screen.height - begin.y)
    return Rect(x: end.x, y: y, width: end.width, height: begin.height)
  }

  /// True if it only announces that the screen has turned.
  var isTurnOnly: Bool { will.isEmpty && did.isEmpty }
}

/// Finds the transitions that lead from one situation to another.
struct TransitionPlan {
  var order: EventOrder
  /// The app's window; `nil` stands for the whole screen.
  var window: Rect?

  /// The stages in their order; empty if no event is due.
  ///
  /// For a visible keyboard that is still on its way to the old frame, even the same frame is a
  /// change.
  func stages(
    from old: Situation, to new: Situation, cause: KeyboardEvent.Cause, isUnderWay: Bool = false
  ) -> [Stage] {
    var stages = changes(from: old, to: new, cause: cause, isUnderWay)
    let turns = old.environment.orientation != new.environment.orientation
    guard turns, cause == .rotation || cause == .foreground else { return stages }
    if stages.isEmpty {
      stages = [Stage(new: new, will: [], did: [], cause: cause, isAnimated: false)]
    }
    if order == .ios7, old.visibleKind.isDocked, new.visibleKind.isDocked, stages.count == 1 {
      stages = hideAndShow(from: old, to: new, cause: cause)
    }
    if order == .jgs, old.visibleKind.isDocked, new.visibleKind.isDocked {
      stages[0].style = .jgs(lateShow: true)
    }
    // The orientation comes first, except for iOS 7, which hides the keyboard before it.
    let isBehindHide = stages.count == 2 && stages[1].beginsAtFormerEnd && stages[1].isAnimated
    stages[isBehindHide ? 1 : 0].rotation = new.environment.orientation
    return stages
  }

  private func changes(
    from old: Situation, to new: Situation, cause: KeyboardEvent.Cause, _ isUnderWay: Bool
  ) -> [Stage] {
    let oldKind = old.visibleKind
    let newKind = new.visibleKind
    if oldKind == .hidden, newKind == .hidden { return [] }
    if old.isVisible, new.isVisible, old.frame == new.frame, !isUnderWay { return [] }
    if newKind.isDocked {
      var stage = frameAndShow(new, cause)
      if order == .jgs, oldKind == .hidden { stage.style = .jgs(lateShow: false) }
      return [stage]
    }
    if oldKind.isDocked {
      guard newKind.isFree else { return [frameAndHide(new, cause)] }
      var away = new
      away.isVisible = false
      away.kind = old.kind
      return [frameAndHide(away, cause), settle(new, cause)]
    }
    // After a return from the background, even the place alone may have changed.
    let isMove =
      cause == .move
      || cause == .foreground && old.environment == new.environment && old.height == new.height
    if oldKind.isFree, newKind.isFree, isMove, !changesOverlap(old, new) {
      return [settle(new, cause)]
    }
    return [
      Stage(
        new: new, will: [.keyboardWillChangeFrame], did: [.keyboardDidChangeFrame], cause: cause)
    ]
  }

  /// Tells whether a floating keyboard leaves the app's window or comes back; outside it counts as
  /// dismissed.
  private func changesOverlap(_ old: Situation, _ new: Situation) -> Bool {
    let window = window ?? Rect(origin: .zero, size: new.screen)
    let was = old.kind != .floating || old.frame.intersects(window)
    let isNow = new.kind != .floating || new.frame.intersects(window)
    return was != isNow
  }

  func frameAndShow(_ new: Situation, _ cause: KeyboardEvent.Cause) -> Stage {
    Stage(
      new: new, will: [.keyboardWillChangeFrame, .keyboardWillShow],
      did: [.keyboardDidChangeFrame, .keyboardDidShow], cause: cause)
  }

  private func frameAndHide(_ new: Situation, _ cause: KeyboardEvent.Cause) -> Stage {
    Stage(
      new: new, will: [.keyboardWillChangeFrame, .keyboardWillHide],
      did: [.keyboardDidChangeFrame, .keyboardDidHide], cause: cause)
  }

  private func settle(_ new: Situation, _ cause: KeyboardEvent.Cause) -> Stage {
    Stage(
      new: new, will: [], did: [.keyboardDidChangeFrame], cause: cause, beginsAtFormerEnd: true,
      isAnimated: false)
  }

  private func hideAndShow(
    from old: Situation, to new: Situation, cause: KeyboardEvent.Cause
  ) -> [Stage] {
    var away = old
    away.isVisible = false
    let hide = Stage(
      new: away, will: [.keyboardWillHide], did: [.keyboardDidHide], cause: cause)
    let show = Stage(
      new: new, will: [.keyboardWillShow], did: [.keyboardDidShow], cause: cause,
      beginsAtFormerEnd: true)
    return [hide, show]
  }
}
