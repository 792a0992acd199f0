extension TransitionEngine {
  func submit(_ command: Command) {
    commands.append(endingDrag(by: command))
    runWhenPossible()
  }

  /// Runs waiting commands, unless a phase is being posted, which must end first.
  func runWhenPossible() {
    if isRunning { return }
    bus.whenIdle { [weak self] in self?.run() }
  }

  private func run() {
    if isRunning { return }
    isRunning = true
    defer { isRunning = false }
    var taken = 0
    while true {
      if !commands.isEmpty {
        taken += 1
        if taken > 1000 {
          onDiagnostic?(.tooManyCommands(dropped: commands.count))
          commands.removeAll()
        } else {
          take(commands.removeFirst())
        }
      } else if turnDepth > 0 {
        return
      } else if let stage = current, !stage.isCommitted {
        commit()
      } else if current == nil, !stages.isEmpty {
        begin(stages.removeFirst(), from: nil)
      } else {
        return
      }
    }
  }

  func finishAnimation() {
    isRunning = true
    postDidPhase(finished: true)
    isRunning = false
    run()
  }

  private func take(_ command: Command) {
    switch command {
    case .change(let cause, let begin, let change):
      var next = target
      change(&next)
      let isForced = begin.map { $0 != announced.frame } ?? false
      guard allows(next), next != target || isForced else { return endDragSilently() }
      let appears = next.isVisible && !target.isVisible
      target = next
      if appears { keyboardAppears?() }
      if !isInBackground { go(cause: cause, begin: begin) }
    case .enterBackground:
      if isInBackground { return }
      if let stage = current {
        if !stage.isCommitted { commit() }
        if current != nil { postDidPhase(finished: false) }
      }
      stages.removeAll()
      isInBackground = true
    case .enterForeground:
      if !isInBackground { return }
      isInBackground = false
      go(cause: .foreground, begin: nil)
    }
  }

  /// Applies the rule that a keyboard whose first height is 0 never shows.
  private func allows(_ next: Situation) -> Bool {
    if neverShows {
      // The screen may still turn; the keyboard stays away and keeps its height of 0.
      guard next.environment != target.environment, !next.isVisible else { return false }
      return true
    }
    if next.isVisible, !hasShown {
      // A floating keyboard has a height of its own.
      if min(next.height, next.shownFrame.height) <= 0 {
        neverShows = true
        return false
      }
      hasShown = true
    }
    return true
  }

  private func go(cause: KeyboardEvent.Cause, begin: Rect?) {
    forgetSilentStage()
    let plan = TransitionPlan(order: order, window: window)
    var next = plan.stages(from: announced, to: target, cause: cause)
    if next.isEmpty, begin != nil { next = [plan.frameAndShow(target, cause)] }
    if next.count == 1, next[0].isTurnOnly, isOnItsWay {
      // The turn ends the present transition, so the rest of the way belongs to the turn.
      next = plan.stages(from: announced, to: target, cause: cause, isUnderWay: true)
    }
    if next.isEmpty {
      becomeSilently()
      return
    }
    var begin = begin
    if let stage = current {
      if stage.isCommitted {
        begin = begin ?? presentationFrame
        postDidPhase(finished: false)
      } else {
        let staysHidden = !committed.isVisible && !next[0].new.isVisible
        if staysHidden || committed.frame == next[0].new.frame { next[0].isAnimated = false }
        current = nil
      }
    }
    // A drag has brought the keyboard there already.
    if state.isVisible, state.frame == next[0].new.frame { next[0].isAnimated = false }
    stages = next
    self.begin(stages.removeFirst(), from: begin)
  }

  /// True if a visible keyboard has been announced at its place but has not arrived yet.
  private var isOnItsWay: Bool {
    guard let stage = current, stage.hasPosted, target.isVisible else { return false }
    if stage.isCommitted { return presentationFrame != target.frame }
    return !committed.isVisible || committed.frame != target.frame
  }

  /// Forgets a transition without posted events, as if it had not begun.
  private func forgetSilentStage() {
    guard let stage = current, !stage.isCommitted, !stage.hasPosted, let former = stage.former
    else { return }
    transitionCount -= 1
    announced = former
    current = nil
    state.transition = nil
  }

  /// Adopts a change that moves nothing on the screen.
  private func becomeSilently() {
    stages.removeAll()
    announced = target
    if current != nil {
      current?.new = target
      if current?.isCommitted == false { return }
    }
    committed = target
    state = committed.state(transition: state.transition)
    announceState()
    tellOutside()
  }
}
