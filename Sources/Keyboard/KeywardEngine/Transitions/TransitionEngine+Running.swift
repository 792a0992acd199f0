extension TransitionEngine {
  func submit(_ command: Command) {
    commands.append(endingDrag(by: command))
    runWhenPossible()
  }

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

  private func allows(_ next: Situation) -> Bool {
    if neverShows {
      // The screen may still rotate; the keyboard stays hidden and keeps its height of 0.
      return next.environment != target.environment && !next.isVisible
    }
    if next.isVisible, !hasShown {
      // A floating keyboard has its own height.
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
    var next = plan(from: announced, to: target, cause: cause)
    if next.isEmpty, begin != nil { next = [frameAndShow(target, cause)] }
    if next.count == 1, next[0].isTurnOnly, isOnItsWay {
      // The rotation ends the current transition and takes over its remaining movement.
      next = plan(from: announced, to: target, cause: cause, isUnderWay: true)
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
    // A drag has already moved the keyboard to its new frame.
    if state.isVisible, state.frame == next[0].new.frame { next[0].isAnimated = false }
    stages = next
    self.begin(stages.removeFirst(), from: begin)
  }

  /// True if a visible keyboard has not reached the final frame that its will events announced.
  private var isOnItsWay: Bool {
    guard let stage = current, stage.hasPosted, target.isVisible else { return false }
    if stage.isCommitted { return presentationFrame != target.frame }
    return !committed.isVisible || committed.frame != target.frame
  }

  private func forgetSilentStage() {
    guard let stage = current, !stage.isCommitted, !stage.hasPosted, let former = stage.former
    else { return }
    transitionCount -= 1
    announced = former
    current = nil
    state.transition = nil
  }

  private func becomeSilently() {
    stages.removeAll()
    announced = target
    current?.new = target
    if current?.isCommitted == false { return }
    committed = target
    state = committed.state(transition: state.transition)
    announceState()
    reportOutside()
  }

  /// Begins a stage, and posts its will events.
  ///
  /// A stage is one transition. A command can need two stages, for example to undock a keyboard.
  ///
  /// - Parameters:
  ///   - stage: The stage to begin.
  ///   - frame: The start frame; `nil` for the frame at which the previous transition ended.
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
      // The result is ignored: no will event has been posted yet, so none has to be posted again.
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
      // After a granted request, the will events are posted again from the first one.
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

  /// Adopts the height that a handler requested; returns `true` if the end frame changes.
  ///
  /// If `beginsHidden` is true, the start frame below the screen gets the new height too.
  private func grantRequest(beginsHidden: Bool) -> Bool {
    guard let height = requestedHeight, var stage = current else { return false }
    requestedHeight = nil
    let former = stage.end
    stage.new.setHeight(height)
    let moves = stage.new.frame != former
    // A shortcuts bar does not move; the height is for the keyboard that the bar replaces.
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
    // While a docked keyboard becomes a floating one, the height is that of the docked keyboard.
    target.setHeight(height, of: stage.new.kind)
    for index in stages.indices { stages[index].new.setHeight(height, of: stage.new.kind) }
    return moves
  }

  func commit() {
    guard var stage = current else { return }
    stage.isCommitted = true
    current = stage
    committed = stage.new
    state = committed.state(transition: stage.number)
    keyboardCommit?(state)
    announceState()
    onCommit?(state)
    reportOutside()
    if stage.curve.length(duration: stage.duration) > 0 {
      animationStart = now
    } else {
      postDidPhase(finished: true)
    }
  }

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

struct Stage {
  enum Style {
    case plain
    /// The event order of the iOS library JGSourceBase.
    ///
    /// After a change of height, the events are posted again. If `lateShow` is true and no handler
    /// changed the height, `keyboardWillShow` is posted only after the animation.
    case jgs(lateShow: Bool)
  }

  var new: Situation
  var will: [KeyboardEvent.Name]
  var did: [KeyboardEvent.Name]
  var cause: KeyboardEvent.Cause
  var style = Style.plain
  var rotation: Orientation?
  /// True if the stage begins at the frame of `former`, even if that frame is below the screen.
  var beginsAtFormerEnd = false
  var isAnimated = true

  // The following properties are set when the stage begins.
  var number = 0
  var begin = Rect.zero
  var end = Rect.zero
  var duration = 0.0
  var curve = AnimationCurve.keyboard
  var reposts = 0
  var isCommitted = false
  var hasPosted = false
  var former: Situation?

  /// The start frame of the animation, in the coordinates of the new screen.
  ///
  /// After a rotation or a resize, `begin` can still be in the coordinates of the old screen.
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

  var isTurnOnly: Bool { will.isEmpty && did.isEmpty }
}

extension TransitionEngine {
  /// Returns the stages that lead from `old` to `new`, in order; empty if no event is due.
  ///
  /// If `isUnderWay` is true, the keyboard is still moving to the frame of `old`. A stage is then
  /// needed even if the frame of `new` is the same.
  private func plan(
    from old: Situation, to new: Situation, cause: KeyboardEvent.Cause, isUnderWay: Bool = false
  ) -> [Stage] {
    var stages = changes(from: old, to: new, cause: cause, isUnderWay)
    let turns = old.environment.orientation != new.environment.orientation
    guard turns, cause == .rotation || cause == .foreground else { return stages }
    if stages.isEmpty {
      stages = [Stage(new: new, will: [], did: [], cause: cause, isAnimated: false)]
    }
    if old.visibleKind.isDocked, new.visibleKind.isDocked {
      if order == .ios7, stages.count == 1 {
        stages = hideAndShow(from: old, to: new, cause: cause)
      }
      if order == .jgs { stages[0].style = .jgs(lateShow: true) }
    }
    // The orientation is announced first; only iOS 7 hides the keyboard before that.
    let isAfterHide = stages.count == 2 && stages[1].beginsAtFormerEnd && stages[1].isAnimated
    stages[isAfterHide ? 1 : 0].rotation = new.environment.orientation
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
      return [frameAndHide(away, cause), settled(new, cause)]
    }
    // A change made in the background also counts as a move if only the placement has changed.
    let isMove =
      cause == .move
      || cause == .foreground && old.environment == new.environment && old.height == new.height
    if oldKind.isFree, newKind.isFree, isMove, !changesOverlap(old, new) {
      return [settled(new, cause)]
    }
    return [
      Stage(
        new: new, will: [.keyboardWillChangeFrame], did: [.keyboardDidChangeFrame], cause: cause)
    ]
  }

  /// True if a floating keyboard leaves or enters the window.
  ///
  /// Such a move posts `keyboardWill…` events, too, because a floating keyboard outside the window
  /// counts as dismissed.
  private func changesOverlap(_ old: Situation, _ new: Situation) -> Bool {
    let window = window ?? Rect(origin: .zero, size: new.screen)
    func overlaps(_ situation: Situation) -> Bool {
      situation.kind != .floating || situation.frame.intersects(window)
    }
    return overlaps(old) != overlaps(new)
  }

  private func frameAndShow(_ new: Situation, _ cause: KeyboardEvent.Cause) -> Stage {
    Stage(
      new: new, will: [.keyboardWillChangeFrame, .keyboardWillShow],
      did: [.keyboardDidChangeFrame, .keyboardDidShow], cause: cause)
  }

  private func frameAndHide(_ new: Situation, _ cause: KeyboardEvent.Cause) -> Stage {
    Stage(
      new: new, will: [.keyboardWillChangeFrame, .keyboardWillHide],
      did: [.keyboardDidChangeFrame, .keyboardDidHide], cause: cause)
  }

  private func settled(_ new: Situation, _ cause: KeyboardEvent.Cause) -> Stage {
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

/// A problem that a ``TransitionEngine`` found in the commands that it received.
@nonexhaustive public enum TransitionDiagnostic: Error, Hashable, CustomStringConvertible {
  /// Handlers requested a new height more than 16 times in one transition.
  case tooManyHeights(transition: Int)
  /// Handlers issued more than 1,000 commands at one instant; the remaining commands were dropped.
  case tooManyCommands(dropped: Int)
  /// Handlers responded to each of 1,000 transitions with another transition.
  case neverSettles
  /// A number was NaN or far outside any screen, or a size was negative; the command had no effect.
  ///
  /// The string names the value, for example `screen` or `top edge`.
  case badNumbers(of: String)
  /// An undocked, split or floating keyboard is outside the window.
  case outsideWindow(frame: Rect)
  /// A drag was ended by another command, for example to rotate the screen.
  case dragEnded(by: KeyboardEvent.Cause)

  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .tooManyHeights(let transition):
      "Event handlers requested a new keyboard height more than 16 times in transition "
        + "\(transition); the last granted height stays in force. Request a height only if it "
        + "differs from the current height."
    case .tooManyCommands(let dropped):
      "Event handlers moved the keyboard 1,000 times at one instant; \(dropped) commands were "
        + "dropped. Do not respond to every event with another command."
    case .neverSettles:
      "Event handlers responded to each of 1,000 transitions with another transition, so the "
        + "keyboard never came to rest. Do not respond to every event with another command."
    case .badNumbers(let thing):
      "The \(thing) contains NaN, a number beyond 100,000 or a negative size, so nothing was "
        + "changed. Use numbers up to 100,000, and sizes of at least 0."
    case .outsideWindow(let frame):
      "The keyboard at \(frame) is outside the window and counts as dismissed. Move it over "
        + "the window so that layout guides follow it."
    case .dragEnded(let cause):
      "The command “\(cause.rawValue)” ended the drag in progress and left the keyboard at its "
        + "current frame. End drags before you move or rotate the keyboard."
    }
  }
}
