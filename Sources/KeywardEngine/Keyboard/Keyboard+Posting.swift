extension Keyboard {
  /// Posts an event that belongs to no transition; nothing is posted in the background.
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

  /// Another event than a press of shift came.
  func interruptShift() {
    let former = shift
    shiftMachine.interrupt()
    postShiftChange(from: former)
  }

  /// Something was accepted that ends upper case for one key.
  func endOnce() {
    let former = shift
    shiftMachine.endOnce()
    postShiftChange(from: former)
  }
}
