/// A command to the engine.
enum Command {
  /// A new situation. `begin` replaces the frame the transition starts from.
  case change(KeyboardEvent.Cause, begin: Rect? = nil, (inout Situation) -> Void)
  case enterBackground
  case enterForeground
}

extension TransitionEngine {
  /// Brings the keyboard up in its last kind; docked the first time.
  public func show() { submit(.change(.show) { $0.isVisible = true }) }

  /// Takes the keyboard away.
  public func hide() { submit(.change(.hide) { $0.isVisible = false }) }

  /// Turns the screen; the present orientation changes nothing.
  ///
  /// - Parameter environment: Screen, inset and height in the new orientation.
  public func rotate(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(
      .change(.rotation) { situation in
        guard environment.orientation != situation.environment.orientation else { return }
        situation = situation.moved(to: environment)
      })
  }

  /// Gives the screen another size without turning it.
  public func resize(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(.change(.resize) { $0 = $0.moved(to: environment) })
  }

  /// Gives the keyboard another height of its own, for instance when a toolbar appears.
  public func changeHeight(to environment: KeyboardEnvironment) {
    guard isPossible(environment) else { return }
    submit(
      .change(.height) { situation in
        situation.environment = environment
        situation.height = environment.height
      })
  }

  /// Changes the side from which text is read; a collapsed shortcuts bar goes to the other corner.
  public func changeDirection(to direction: ReadingDirection) {
    submit(.change(.move) { $0.environment.direction = direction })
  }

  /// Asks for another whole height: base height, toolbar and bottom safe inset.
  ///
  /// From a handler of the will-phase the transition takes the new height and its will events are
  /// posted again; at any other time a transition of its own follows. The present height posts
  /// nothing. A requested height lasts until the next rotation or resize. A shortcuts bar keeps its
  /// own; the request is then for the keyboard that comes after it.
  ///
  /// - Parameter height: The height in points; a floating keyboard takes it as the height of its
  ///   frame.
  public func requestHeight(_ height: Double) {
    guard isFinite(height, "height asked for") else { return }
    let height = max(0, height)
    if isPostingWill {
      requestedHeight = height
    } else {
      submit(.change(.height) { $0.setHeight(height) })
    }
  }

  /// Docks the keyboard; a hidden one comes up docked at the next show.
  public func dock() { submit(.change(.move) { $0.kind = .docked }) }

  /// Puts the keyboard at the bottom in two halves, or under a camera picture of the whole screen.
  public func dock(as kind: KeyboardKind) {
    guard kind.isDocked else { return }
    submit(.change(.move) { $0.kind = kind })
  }

  /// Lifts the keyboard off the bottom; a hidden one comes up undocked at the next show.
  ///
  /// - Parameter top: The top edge in points, in screen coordinates.
  public func undock(top: Double) {
    guard isFinite(top, "top edge") else { return }
    submit(
      .change(.move) { situation in
        situation.kind = .undocked
        situation.top = top
      })
  }

  /// Splits the keyboard in two.
  ///
  /// A docked one rises to the middle of the screen, an undocked one stays in place.
  public func split() {
    submit(
      .change(.move) { situation in
        if situation.kind != .undocked, situation.kind != .split {
          situation.top = (situation.screen.height - situation.freeHeight) / 2
        }
        situation.kind = .split
      })
  }

  /// Makes the keyboard a small floating one; a hidden one comes up floating at the next show.
  ///
  /// - Parameter frame: The frame in screen coordinates.
  public func float(_ frame: Rect) {
    guard frame.isFinite, frame.width >= 0, frame.height >= 0 else {
      onDiagnostic?(.badNumbers(of: "floating frame"))
      return
    }
    submit(
      .change(.move) { situation in
        situation.kind = .floating
        situation.floating = frame
      })
  }

  /// Shows the shortcuts bar instead of the keyboard, even from the hidden state.
  public func showShortcutsBar(_ bar: ShortcutsBar = .expanded) {
    submit(
      .change(.hardware) { situation in
        situation.kind = .shortcutsBar(bar)
        situation.isVisible = true
      })
  }

  /// Notes that a hardware keyboard was attached: the expanded shortcuts bar replaces the keyboard.
  public func attachHardware() { showShortcutsBar(.expanded) }

  /// Posts nothing from here on, until the app comes back.
  public func enterBackground() { submit(.enterBackground) }

  /// Goes to the real state in one change, mostly one transition, if it differs from the one left.
  public func enterForeground() { submit(.enterForeground) }

  /// Runs commands as one turn.
  ///
  /// Layout is committed when the closure returns, so a keyboard that is shown and hidden in one
  /// turn never appears.
  package func turn(_ body: () -> Void) {
    turnDepth += 1
    body()
    turnDepth -= 1
    if turnDepth == 0 { runWhenPossible() }
  }
}

extension TransitionEngine {
  /// Tells whether a number is usable; reports one that is not.
  func isFinite(_ number: Double, _ name: String) -> Bool {
    if number.isFinite { return true }
    onDiagnostic?(.badNumbers(of: name))
    return false
  }

  private func isPossible(_ environment: KeyboardEnvironment) -> Bool {
    if environment == environment.sanitised { return true }
    onDiagnostic?(.badNumbers(of: "screen"))
    return false
  }
}

extension Situation {
  mutating func setHeight(_ height: Double) { setHeight(height, of: kind) }

  /// Adopts a height that was requested while the keyboard was of some kind.
  mutating func setHeight(_ height: Double, of asked: KeyboardKind) {
    if kind == .floating, asked == .floating {
      floating.size.height = height
    } else {
      self.height = height
    }
  }
}
