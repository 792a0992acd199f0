/// Translates the events of one input device into touches, keys and buttons; does no I/O.
///
/// No stream of events can make the decoder trap, report one press twice, or submit by key repeat.
/// Of the keys that are down, the decoder remembers only the modifiers and the code of the last
/// pressed key.
package struct DeviceDecoder {
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let touch = Kinds(rawValue: 1)
    package static let keyboard = Kinds(rawValue: 2)
    package static let gamepad = Kinds(rawValue: 4)
    package static let power = Kinds(rawValue: 8)
    /// All kinds, assumed for a pipe that carries device events, because a pipe cannot be queried.
    ///
    /// At the first gamepad button, the decoder removes `touch`, because the axes are then those of
    /// a stick. The decoder also does so if `read` has already removed `keyboard`.
    package static let unknown: Kinds = [.touch, .keyboard, .gamepad, .power]
  }

  package struct Axes: Sendable {
    package var touch: (x: ClosedRange<Int32>, y: ClosedRange<Int32>)
    package var stick: (x: ClosedRange<Int32>, y: ClosedRange<Int32>)

    /// The axis ranges assumed for a pipe that carries device events, because a pipe cannot be
    /// queried.
    ///
    /// Many digitizers and the tablets of virtual machines report touches from 0 to 32767. Many
    /// gamepads report a stick's position as a 16-bit signed value.
    package static let unknown = Axes()

    package init(
      touch: (x: ClosedRange<Int32>, y: ClosedRange<Int32>) = (0...32767, 0...32767),
      stick: (x: ClosedRange<Int32>, y: ClosedRange<Int32>) = (-32768...32767, -32768...32767)
    ) {
      (self.touch, self.stick) = (touch, stick)
    }
  }

  package private(set) var kinds: Kinds
  private let axes: Axes
  private var touches = TouchDecoder()
  private var keys = KeyDecoder()
  /// The last directions of the D-pad (`pad`) and of the stick: -1, 0 or 1 on each axis.
  private var pad = (x: 0, y: 0)
  private var stick = (x: 0, y: 0)
  /// True from `SYN_DROPPED`, which reports that events were lost, to the next `SYN_REPORT`.
  private var hasLost = false

  package init(_ kinds: Kinds, axes: Axes = .unknown) {
    self.kinds = kinds
    self.axes = axes
  }

  /// True if events were lost, so that the caller must call `adopt` with the device's state.
  package private(set) var needsState = false

  var locks: (caps: Bool, num: Bool) {
    get { keys.locks }
    set { keys.locks = newValue }
  }

  /// Adopts the current state of a device; ignores fingers that are down until they touch again.
  ///
  /// `isDown` reports whether the key with a code is down. `value` returns the value of an axis, in
  /// a multi-touch slot if the slot is not nil.
  package mutating func adopt(isDown: (UInt16) -> Bool, value: (UInt16, Int?) -> Int32?) {
    needsState = false
    keys.adopt(isDown)
    touches.adopt(value)
  }

  package mutating func take(
    _ type: UInt16, _ code: UInt16, _ value: Int32, _ body: (DeviceEvent) -> Void
  ) {
    if type == Code.syn, code == Code.dropped {
      hasLost = true
      return releaseAll(body)
    }
    if hasLost {
      // Ignore the rest of the report, since its beginning was lost.
      if type == Code.syn, code == Code.report { (hasLost, needsState) = (false, true) }
      return
    }
    switch type {
    case Code.syn:
      if code == Code.report, kinds.contains(.touch) { touches.report(in: axes, body) }
    case Code.key: takeKey(code, value, body)
    case Code.abs: takeAxis(code, value, body)
    default: break
    }
  }

  package mutating func releaseAll(_ body: (DeviceEvent) -> Void) {
    touches.cancel(body)
    keys.releaseAll()
    (pad, stick) = ((0, 0), (0, 0))
  }

  private mutating func takeKey(_ code: UInt16, _ value: Int32, _ body: (DeviceEvent) -> Void) {
    if code == Code.power {
      if value == 1 { body(.input(.powerOff)) }
    } else if code < Code.firstButton {
      if kinds.contains(.keyboard) { keys.take(code, value, body) }
    } else if [Code.leftButton, Code.touchButton].contains(code) {
      touches.isPressed = value != 0
    } else if kinds.contains(.gamepad), value == 1, let button = GamepadButton(code: code) {
      if kinds.union(.keyboard) == .unknown { kinds.remove(.touch) }
      body(.input(.gamepad(button)))
    }
  }

  private mutating func takeAxis(_ code: UInt16, _ value: Int32, _ body: (DeviceEvent) -> Void) {
    let isGamepad = kinds.contains(.gamepad)
    switch code {
    case Code.padX where isGamepad:
      Self.point(&pad.x, Int(value.signum()), .left, .right, body)
    case Code.padY where isGamepad:
      Self.point(&pad.y, Int(value.signum()), .up, .down, body)
    case Code.x where isGamepad && !kinds.contains(.touch):
      Self.point(&stick.x, Self.direction(value, axes.stick.x, stick.x), .left, .right, body)
    case Code.y where isGamepad && !kinds.contains(.touch):
      Self.point(&stick.y, Self.direction(value, axes.stick.y, stick.y), .up, .down, body)
    default:
      if kinds.contains(.touch) { touches.take(code, value) }
    }
  }

  private static func point(
    _ former: inout Int, _ direction: Int, _ least: GamepadButton, _ greatest: GamepadButton,
    _ body: (DeviceEvent) -> Void
  ) {
    guard direction != former else { return }
    former = direction
    if direction != 0 { body(.input(.gamepad(direction < 0 ? least : greatest))) }
  }

  /// Returns the direction of a stick on one axis: -1, 0 or 1.
  ///
  /// If the `former` direction is 0, the stick must move beyond half of its travel. Otherwise, the
  /// stick must return to within a third of its travel before the direction becomes 0.
  private static func direction(
    _ value: Int32, _ range: ClosedRange<Int32>, _ former: Int
  ) -> Int {
    guard let part = part(value, of: range) else { return 0 }
    let place = part * 2 - 1
    let limit = former == 0 ? 0.5 : 1.0 / 3
    return place < -limit ? -1 : place > limit ? 1 : 0
  }

  static func part(_ value: Int32, of range: ClosedRange<Int32>) -> Double? {
    guard range.lowerBound < range.upperBound else { return nil }
    let (least, greatest) = (Double(range.lowerBound), Double(range.upperBound))
    return min(max(0, (Double(value) - least) / (greatest - least)), 1)
  }

  /// The event types and codes of `linux/input-event-codes.h`.
  enum Code {
    static let (syn, key, abs): (UInt16, UInt16, UInt16) = (0, 1, 3)
    static let (report, dropped): (UInt16, UInt16) = (0, 3)
    static let (capsLock, numLock, power): (UInt16, UInt16, UInt16) = (58, 69, 116)
    static let (delete, keypadDelete): (UInt16, UInt16) = (111, 83)
    static let firstButton: UInt16 = 0x100
    static let (leftButton, southButton, padUpButton): (UInt16, UInt16, UInt16) =
      (0x110, 0x130, 0x220)
    static let (touchButton, fingerTool): (UInt16, UInt16) = (0x14a, 0x145)
    static let (x, y, padX, padY): (UInt16, UInt16, UInt16, UInt16) = (0, 1, 0x10, 0x11)
    static let (slot, contactX, contactY, contact): (UInt16, UInt16, UInt16, UInt16) =
      (0x2f, 0x35, 0x36, 0x39)
    static let (numLight, capsLight): (UInt16, UInt16) = (0, 1)
    static let (pointerProperty, directProperty): (UInt16, UInt16) = (0, 1)
  }
}

/// Decodes single touches, and the kernel's multi-touch protocol with slots (protocol B).
private struct TouchDecoder {
  private struct Finger {
    var contact: Int32 = -1
    var x: Int32 = 0
    var y: Int32 = 0
    /// The finger's number in reported touches; 0 while it is not down.
    var touch = 0
    var hasChanged = false
  }

  private typealias Code = DeviceDecoder.Code

  /// True for a device that reports contacts, whether or not it names a slot.
  private var hasSlots = false
  private var fingers = [Finger](repeating: Finger(), count: EventDevice.slots)
  private var slot: Int? = 0
  /// True while a single touch, or the button of a tablet, is down.
  var isPressed = false
  private var place: (x: Int32?, y: Int32?) = (nil, nil)
  private var lastTouch = 0

  mutating func take(_ code: UInt16, _ value: Int32) {
    switch code {
    case Code.x where !hasSlots: place.x = value
    case Code.y where !hasSlots: place.y = value
    case Code.slot:
      hasSlots = true
      slot = fingers.indices.contains(Int(value)) ? Int(value) : nil
    case Code.contact, Code.contactX, Code.contactY:
      hasSlots = true
      if let slot { Self.note(code, value, in: &fingers[slot]) }
    default: break
    }
  }

  private static func note(_ code: UInt16, _ value: Int32, in finger: inout Finger) {
    switch code {
    case Code.contactX: finger.x = value
    case Code.contactY: finger.y = value
    default: finger.contact = max(-1, value)
    }
    finger.hasChanged = true
  }

  mutating func adopt(_ value: (UInt16, Int?) -> Int32?) {
    place = (value(Code.x, nil), value(Code.y, nil))
    guard let current = value(Code.slot, nil) else { return }
    hasSlots = true
    slot = fingers.indices.contains(Int(current)) ? Int(current) : nil
    for index in fingers.indices {
      fingers[index].x = value(Code.contactX, index) ?? 0
      fingers[index].y = value(Code.contactY, index) ?? 0
    }
  }

  mutating func report(in axes: DeviceDecoder.Axes, _ body: (DeviceEvent) -> Void) {
    if hasSlots {
      for index in fingers.indices {
        show(index, isDown: fingers[index].contact >= 0, axes, body)
      }
    } else if let x = place.x, let y = place.y {
      fingers[0].hasChanged = fingers[0].x != x || fingers[0].y != y
      (fingers[0].x, fingers[0].y) = (x, y)
      show(0, isDown: isPressed, axes, body)
    }
  }

  private mutating func show(
    _ index: Int, isDown: Bool, _ axes: DeviceDecoder.Axes, _ body: (DeviceEvent) -> Void
  ) {
    let finger = fingers[index]
    let hasChanged = finger.hasChanged
    fingers[index].hasChanged = false
    guard isDown || finger.touch != 0,
      let x = DeviceDecoder.part(finger.x, of: axes.touch.x),
      let y = DeviceDecoder.part(finger.y, of: axes.touch.y)
    else { return }
    if finger.touch == 0 {
      lastTouch = lastTouch % 1_000_000 + 1
      fingers[index].touch = lastTouch
      body(.touch(finger: lastTouch, .began, x: x, y: y))
    } else if !isDown {
      fingers[index].touch = 0
      body(.touch(finger: finger.touch, .ended, x: x, y: y))
    } else if hasChanged {
      body(.touch(finger: finger.touch, .moved, x: x, y: y))
    }
  }

  mutating func cancel(_ body: (DeviceEvent) -> Void) {
    for finger in fingers where finger.touch != 0 {
      body(.touch(finger: finger.touch, .cancelled, x: 0, y: 0))
    }
    let (lastTouch, hasSlots, place) = (lastTouch, hasSlots, place)
    self = TouchDecoder()
    (self.lastTouch, self.hasSlots, self.place) = (lastTouch, hasSlots, place)
  }
}

private struct KeyDecoder {
  private typealias Code = DeviceDecoder.Code

  /// The modifier that each modifier key adds, by the key's code.
  ///
  /// AltGr adds no modifier, because it selects a level of the keyboard layout instead.
  private static let modifierKeys: [UInt16: KeyModifiers] = [
    42: .shift, 54: .shift, 29: .control, 97: .control, 56: .alt, altGr: [], 125: .superKey,
    126: .superKey,
  ]
  private static let altGr: UInt16 = 100

  var locks = (caps: false, num: false)
  private var held: Set<UInt16> = []
  /// The code of the last pressed key while it is held; 0 for none.
  private var last: UInt16 = 0
  /// True if Alt and Shift are down and no other key has been pressed since, so that releasing
  /// either switches the layout.
  private var isChanging = false

  mutating func releaseAll() { (held, last, isChanging) = ([], 0, false) }

  mutating func adopt(_ isDown: (UInt16) -> Bool) {
    held = Set(Self.modifierKeys.keys.filter(isDown))
  }

  private var modifiers: KeyModifiers {
    var modifiers = KeyModifiers(held.compactMap { Self.modifierKeys[$0] })
    if locks.caps { modifiers.insert(.capsLock) }
    if locks.num { modifiers.insert(.numLock) }
    return modifiers
  }

  mutating func take(_ code: UInt16, _ value: Int32, _ body: (DeviceEvent) -> Void) {
    guard (0...2).contains(value) else { return }
    if Self.modifierKeys[code] != nil { return takeModifier(code, value, body) }
    guard value != 0 else {
      if code == last { last = 0 }
      return
    }
    let isRepeat = value == 2
    // Ignore repeats of any key but the last pressed one, and a second press without a release.
    guard isRepeat == (code == last) else { return }
    isChanging = false
    last = code
    if !isRepeat, takeCommand(code, body) { return }
    guard let key = KeyStroke.Key(code) else { return }
    if isRepeat, key == .named(.enter) || key == .named(.escape) { return }
    if case .pad(let position) = key, !locks.num, !isRepeat,
      KeyStroke.Key.movement(ofPadKey: position) != nil
    {
      body(.input(.numLock(false)))
    }
    body(
      .stroke(
        KeyStroke(
          key: key, modifiers: modifiers, isAltGr: held.contains(Self.altGr), isRepeat: isRepeat)))
  }

  private mutating func takeModifier(
    _ code: UInt16, _ value: Int32, _ body: (DeviceEvent) -> Void
  ) {
    switch value {
    case 1:
      held.insert(code)
      isChanging = modifiers.contains([.alt, .shift]) && !modifiers.contains(.control)
    case 0:
      held.remove(code)
      if isChanging { body(.input(.nextKeyboard)) }
      isChanging = false
    default: break
    }
  }

  /// Handles a key that toggles a lock, switches consoles or powers off; returns false for any
  /// other key.
  private mutating func takeCommand(_ code: UInt16, _ body: (DeviceEvent) -> Void) -> Bool {
    switch code {
    case Code.capsLock:
      locks.caps.toggle()
      body(.input(.capsLock(locks.caps)))
    case Code.numLock:
      locks.num.toggle()
      body(.input(.numLock(locks.num)))
    case _ where modifiers.contains([.control, .alt]):
      if case .named(.function(let number))? = KeyStroke.Key(code) {
        body(.console(number))
      } else if [Code.delete, Code.keypadDelete].contains(code) {
        body(.input(.powerOff))
      } else {
        return false
      }
    default: return false
    }
    return true
  }
}
