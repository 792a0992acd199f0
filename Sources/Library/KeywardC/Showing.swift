import CKeyward
import KeyboardEngine

@c @implementation
public func kw_show(_ keyboard: OpaquePointer!, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.show(at: now)
    return .accepted
  }
}

@c @implementation
public func kw_hide(_ keyboard: OpaquePointer!, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.hide(at: now)
    return .accepted
  }
}

@c @implementation
public func kw_set_screen(
  _ keyboard: OpaquePointer!, _ width: Double, _ height: Double, _ now: Double
) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    guard Argument.isTime(now) else { return Code.argument }
    // The screen has no insets like a phone's, not even after a rotation.
    guard let screen = try? ScreenDescription(size: Size(width: width, height: height)) else {
      return Code.screen
    }
    var turned = host.keyboard.configuration
    turned.screen = screen
    guard turned.hasRoom else { return Code.screen }
    host.keyboard.setScreen(screen, at: now)
    return Code.done
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
public func kw_set_title(
  _ keyboard: OpaquePointer!, _ title: UnsafePointer<CChar>!, _ now: Double
) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    guard Argument.isTime(now) else { return Code.argument }
    let text = unsafe Argument.text(title)
    guard unsafe text != nil || title == nil else { return Code.argument }
    host.keyboard.setTitle(text ?? "", at: now)
    return Code.done
  }
}

@c @implementation
public func kw_set_safe_area(
  _ keyboard: OpaquePointer!, _ top: Double, _ left: Double, _ bottom: Double, _ right: Double,
  _ now: Double
) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    guard Argument.isTime(now) else { return Code.argument }
    let screen = host.keyboard.configuration.screen
    let insets = RectInsets(top: top, left: left, bottom: bottom, right: right)
    let inset = try? ScreenDescription(
      size: screen.size, safeArea: insets, idiom: screen.idiom, orientation: screen.orientation)
    guard let inset else { return Code.screen }
    var changed = host.keyboard.configuration
    changed.screen = inset
    guard changed.hasRoom else { return Code.screen }
    host.keyboard.setScreen(inset, at: now)
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
  unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.advance(to: now)
    return .accepted
  }
}

@c @implementation
public func kw_next_frame(_ keyboard: OpaquePointer!, _ now: Double) -> Double {
  var next = -1.0
  _ = unsafe withKeyboard(keyboard, changes: false) { host in
    guard Argument.isTime(now) else { return Code.argument }
    next = host.keyboard.nextFrame(after: now) ?? -1
    return Code.done
  }
  return next
}

// MARK: Fingers

@c @implementation
public func kw_press(
  _ keyboard: OpaquePointer!, _ x: Double, _ y: Double, _ touch: Int32, _ now: Double
) -> Int32 {
  guard Argument.isPoint(x, y) else { return unsafe withKeyboard(keyboard) { _ in Code.argument } }
  return unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.press(at: Point(x: x, y: y), touch: Int(touch), at: now)
  }
}

@c @implementation
public func kw_drag(
  _ keyboard: OpaquePointer!, _ x: Double, _ y: Double, _ touch: Int32, _ now: Double
) -> Int32 {
  guard Argument.isPoint(x, y) else { return unsafe withKeyboard(keyboard) { _ in Code.argument } }
  return unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.drag(to: Point(x: x, y: y), touch: Int(touch), at: now)
    return .accepted
  }
}

@c @implementation
public func kw_release(_ keyboard: OpaquePointer!, _ touch: Int32, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { $0.release(touch: Int(touch), at: now) }
}

@c @implementation
public func kw_cancel(_ keyboard: OpaquePointer!, _ touch: Int32, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { keyboard in
    keyboard.cancel(touch: Int(touch), at: now)
    return .accepted
  }
}
