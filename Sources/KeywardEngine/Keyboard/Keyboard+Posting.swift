extension Keyboard {
  /// Posts an event outside any transition; nothing is posted in the background.
  func post(_ name: KeyboardEvent.Name, _ detail: KeyboardEvent.Detail) {
    if transitions.isInBackground { return }
    bus.post(
      KeyboardEvent(
        name, begin: state.frame, end: state.frame, curve: transitions.curve,
        isLocal: transitions.isLocal, screen: state.screen, detail: detail))
  }

  func postTextChange() { post(.textDidChange, .count(text.characterCount)) }

  func postShiftChange(from former: ShiftState) {
    guard shift != former else { return }
    relabel()
    post(.shiftDidChange, .shift(shift))
  }

  func postAltGrChange(from former: ShiftState) {
    guard altgr != former else { return }
    relabel()
    post(.altgrDidChange, .altgr(altgr))
  }

  /// Notes an event other than a press of shift or AltGr.
  func interruptShift() { interruptShift(for: nil) }

  /// Notes the press of a key; a switch that waits for its own second press takes effect.
  func interruptShift(for role: KeyRole?) {
    if role != .shift {
      let former = shift
      shiftMachine.interrupt()
      postShiftChange(from: former)
    }
    if role != .altgr {
      let former = altgr
      altgrMachine.interrupt()
      postAltGrChange(from: former)
    }
  }

  /// Notes accepted input, which ends shift or AltGr for one key.
  func endOnce() {
    let former = (shift, altgr)
    shiftMachine.endOnce()
    altgrMachine.endOnce()
    postShiftChange(from: former.0)
    postAltGrChange(from: former.1)
  }
}
