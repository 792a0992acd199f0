extension TransitionEngine {
  /// Numbers a stage and posts its will-phase.
  ///
  /// `frame` is the keyboard's frame on screen if it differs from the end of the last transition.
  func begin(_ stage: Stage, from frame: Rect?) {
    let former = announced
    transitionCount += 1
    var stage = stage
    stage.number = transitionCount
    stage.duration = stage.isAnimated ? duration : 0
    stage.curve = curve
    stage.end = stage.new.frame
    if let frame {
      stage.begin = frame
    } else if former.isVisible || stage.beginsAtFormerEnd {
      stage.begin = former.frame
    } else {
      stage.begin = stage.new.hiddenFrame
    }
    stage.former = former
    let beginsHidden = frame == nil && !former.isVisible && !stage.beginsAtFormerEnd
    current = stage
    announced = stage.new
    state.transition = stage.number
    postWillPhase(beginsHidden: beginsHidden)
  }

  private func postWillPhase(beginsHidden: Bool) {
    guard let stage = current else { return }
    requestedHeight = nil
    isPostingWill = true
    defer { isPostingWill = false }
    if stage.rotation != nil {
      post(.orientationDidChange)
      // No event has been posted yet that would have to be posted again.
      _ = grantRequest(beginsHidden: beginsHidden)
    }
    switch stage.style {
    case .plain: postPlainWill(stage.will, beginsHidden: beginsHidden)
    case .jgs(let lateShow): postJGSWill(lateShow: lateShow, beginsHidden: beginsHidden)
    }
  }

  private func postPlainWill(_ names: [KeyboardEvent.Name], beginsHidden: Bool) {
    var index = 0
    while index < names.count {
      post(names[index])
      // A granted request posts all earlier events again, and then goes on.
      index = grantRequest(beginsHidden: beginsHidden) ? 0 : index + 1
    }
  }

  private func postJGSWill(lateShow: Bool, beginsHidden: Bool) {
    repeat { post(.keyboardWillChangeFrame) } while grantRequest(beginsHidden: beginsHidden)
    if lateShow, current?.reposts == 0 {
      current?.did = [.keyboardDidChangeFrame, .keyboardWillShow, .keyboardDidShow]
      return
    }
    for _ in 0...(current?.reposts ?? 0) {
      post(.keyboardWillShow)
      while grantRequest(beginsHidden: beginsHidden) {
        post(.keyboardWillChangeFrame)
        post(.keyboardWillShow)
      }
    }
    let changes = 1 + 2 * (current?.reposts ?? 0)
    current?.did =
      Array(repeating: .keyboardDidChangeFrame, count: changes) + [.keyboardDidShow]
  }

  /// Adopts the height that a handler asked for; `true` if it moves the end frame.
  private func grantRequest(beginsHidden: Bool) -> Bool {
    guard let height = requestedHeight, var stage = current else { return false }
    requestedHeight = nil
    let former = stage.end
    stage.new.setHeight(height)
    let moves = stage.new.frame != former
    // A bar does not move: the request is for the height of the keyboard behind it.
    guard moves || stage.new.kind.isShortcutsBar else { return false }
    if moves {
      guard stage.reposts < Self.repostLimit else {
        onDiagnostic?(.tooManyHeights(transition: stage.number))
        return false
      }
      stage.reposts += 1
      stage.end = stage.new.frame
      if beginsHidden { stage.begin = stage.new.hiddenFrame }
    }
    current = stage
    announced = stage.new
    // A docked keyboard on its way to floating is still docked: the floating frame stays as given.
    target.setHeight(height, of: stage.new.kind)
    for index in stages.indices { stages[index].new.setHeight(height, of: stage.new.kind) }
    return moves
  }

  /// Flips the state that layout sees and starts the animation.
  func commit() {
    guard var stage = current else { return }
    stage.isCommitted = true
    current = stage
    committed = stage.new
    state = committed.state(transition: stage.number)
    keyboardCommit?(state)
    announceState()
    onCommit?(state)
    tellOutside()
    if stage.curve.length(duration: stage.duration) > 0 {
      animationStart = now
    } else {
      postDidPhase(finished: true)
    }
  }

  /// Ends the transition under way.
  func postDidPhase(finished: Bool) {
    guard let stage = current else { return }
    animationStart = nil
    for name in stage.did { post(name, finished: finished) }
    current = nil
    state.transition = nil
  }

  private func post(_ name: KeyboardEvent.Name, finished: Bool = true) {
    guard let stage = current else { return }
    current?.hasPosted = true
    var event = KeyboardEvent(
      name, transition: stage.number, begin: stage.begin, end: stage.end,
      duration: stage.duration, curve: stage.curve, isLocal: isLocal, finished: finished,
      screen: stage.new.screen, cause: stage.cause)
    if name == .orientationDidChange, let orientation = stage.rotation {
      event.detail = .orientation(orientation)
    }
    bus.post(event)
  }
}
