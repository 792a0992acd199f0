extension Keyboard {
  /// The latest time to call ``advance(to:)``, in seconds; `nil` if nothing waits.
  public var nextDeadline: Double? {
    switch (nextTimer?.seconds, transitions.nextDeadline) {
    case (let own?, let other?): min(own, other)
    case (let own, let other): own ?? other
    }
  }

  /// Lets time pass: held keys repeat and open their alternates, shift goes off, animations end.
  ///
  /// Due events fire in order. A deadline met more than 0.25 s late fires once and its interval
  /// starts anew, so a stopped program does not delete a whole text when it goes on.
  ///
  /// - Parameter time: Seconds on the caller's clock; a time already past changes nothing.
  public func advance(to time: Double) {
    let end = Moment(time)
    while let due = nextTimer, due <= end {
      transitions.advance(to: due.seconds)
      // A did-phase handler may have hidden the keyboard, which lets go of the key.
      guard nextTimer == due else { continue }
      fire(due, at: end)
    }
    // Not rounded: rounded down, it might lie before a deadline of the transitions for ever.
    transitions.advance(to: time)
  }

  private var nextTimer: Moment? {
    var next = Moment.earlier(shiftMachine.deadline, altgrMachine.deadline)
    next = .earlier(next, repeating?.next)
    for touch in touches { next = .earlier(next, touch.opensAlternates) }
    return next
  }

  private func fire(_ due: Moment, at end: Moment) {
    if shiftMachine.deadline == due {
      let former = shift
      shiftMachine.fire()
      postShiftChange(from: former)
    } else if altgrMachine.deadline == due {
      let former = altgr
      altgrMachine.fire()
      postAltGrChange(from: former)
    } else if let current = repeating, current.next == due {
      repeating?.next = Timing.next(after: due, at: end, interval: Timing.deleteInterval)
      _ = deleteCharacter()
    } else if let index = touches.firstIndex(where: { $0.opensAlternates == due }) {
      touches[index].opensAlternates = nil
      openAlternates(of: touches[index])
    }
  }
}
