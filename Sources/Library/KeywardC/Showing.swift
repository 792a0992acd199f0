import CKeyward
import KeywardEngine

@c @implementation
public func kw_show(_ keyboard: OpaquePointer!, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { $0.show(at: now) }
}

@c @implementation
public func kw_hide(_ keyboard: OpaquePointer!, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { $0.hide(at: now) }
}

@c @implementation
public func kw_set_screen(
  _ keyboard: OpaquePointer!, _ width: Double, _ height: Double, _ now: Double
) -> Int32 {
  // Unlike a phone's screen, this one has no insets, not even after a rotation.
  unsafe setScreen(
    of: keyboard, [(.width, width), (.height, height)], from: 1, else: .screen, at: now
  ) { _ in
    try? ScreenDescription(size: Size(width: width, height: height))
  }
}

@c @implementation
public func kw_set_enabled(_ keyboard: OpaquePointer!, _ enabled: Int32) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    host.keyboard.isEnabled = enabled != 0
    return Code.done
  }
}

@c @implementation
public func kw_set_captured(_ keyboard: OpaquePointer!, _ captured: Int32) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    host.keyboard.isCaptured = captured != 0
    return Code.done
  }
}

@c @implementation
public func kw_set_title(
  _ keyboard: OpaquePointer!, _ title: UnsafePointer<CChar>!, _ now: Double
) -> Int32 {
  unsafe withKeyboard(keyboard, time: now) { host in
    let text = unsafe string(at: title)
    guard unsafe text != nil || title == nil else { return Argument.title.refuse() }
    let hasRoom = (try? host.keyboard.setTitle(text ?? "", at: now)) != nil
    return hasRoom ? Code.done : Argument.titleRoom.refuse()
  }
}

@c @implementation
public func kw_set_safe_area(
  _ keyboard: OpaquePointer!, _ top: Double, _ left: Double, _ bottom: Double, _ right: Double,
  _ now: Double
) -> Int32 {
  unsafe setScreen(
    of: keyboard, [(.top, top), (.left, left), (.bottom, bottom), (.right, right)], from: 0,
    else: .insets, at: now
  ) { screen in
    try? ScreenDescription(
      size: screen.size, safeArea: RectInsets(top: top, left: left, bottom: bottom, right: right),
      idiom: screen.idiom, orientation: screen.orientation)
  }
}

/// Changes the screen; refuses the first length that is out of range, or all if there is no room.
private func setScreen(
  of keyboard: OpaquePointer?, _ lengths: [(Argument, Double)], from least: Double,
  else noRoom: Argument, at now: Double, _ change: (ScreenDescription) -> ScreenDescription?
) -> Int32 {
  unsafe withKeyboard(keyboard, time: now) { host in
    let range = least...ScreenDescription.longestSide
    for (argument, length) in lengths where !range.contains(length) { return argument.refuse() }
    guard let screen = change(host.keyboard.configuration.screen),
      (try? host.keyboard.setScreen(screen, at: now)) != nil
    else { return noRoom.refuse() }
    return Code.done
  }
}

@c @implementation
public func kw_reshuffle(_ keyboard: OpaquePointer!) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    host.keyboard.reshuffle()
    return Code.done
  }
}

@c @implementation
public func kw_advance(_ keyboard: OpaquePointer!, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { $0.advance(to: now) }
}

@c @implementation
public func kw_next_frame(_ keyboard: OpaquePointer!, _ now: Double) -> Double {
  unsafe value(of: keyboard, else: .nan) { keyboard in
    guard isTime(now) else {
      Argument.now.refuse()
      return .nan
    }
    return keyboard.nextFrame(after: now) ?? .infinity
  }
}

// MARK: Fingers

/// The coordinate that is no number of points; nil if both are.
private func invalid(_ x: Double, _ y: Double) -> Argument? {
  x.isFinite ? y.isFinite ? nil : .y : .x
}

@c @implementation
public func kw_press(
  _ keyboard: OpaquePointer!, _ x: Double, _ y: Double, _ touch: Int32, _ now: Double
) -> Int32 {
  if let fault = invalid(x, y) { return unsafe withKeyboard(keyboard) { _ in fault.refuse() } }
  return unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.press(at: Point(x: x, y: y), touch: Int(touch), at: now)
  }
}

@c @implementation
public func kw_drag(
  _ keyboard: OpaquePointer!, _ x: Double, _ y: Double, _ touch: Int32, _ now: Double
) -> Int32 {
  if let fault = invalid(x, y) { return unsafe withKeyboard(keyboard) { _ in fault.refuse() } }
  return unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.drag(to: Point(x: x, y: y), touch: Int(touch), at: now)
  }
}

@c @implementation
public func kw_release(_ keyboard: OpaquePointer!, _ touch: Int32, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { $0.release(touch: Int(touch), at: now) }
}

@c @implementation
public func kw_cancel(_ keyboard: OpaquePointer!, _ touch: Int32, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { $0.cancel(touch: Int(touch), at: now) }
}
