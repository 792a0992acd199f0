import CKeyward
import KeywardEngine

@c @implementation
public func kw_on_event(
  _ keyboard: OpaquePointer!,
  _ handler: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<kw_event>?) -> Void)!,
  _ context: UnsafeMutableRawPointer!
) -> Int32 {
  unsafe withKeyboard(keyboard, changes: false) { host in
    host.events = nil
    guard let handler = unsafe handler else { return Code.done }
    host.events = host.keyboard.bus.observe { event in
      var event = kw_event(event)
      unsafe handler(context, &event)
    }
    return Code.done
  }
}

@c @implementation
public func kw_on_return(
  _ keyboard: OpaquePointer!,
  _ handler: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Int32)!,
  _ context: UnsafeMutableRawPointer!
) -> Int32 {
  unsafe withKeyboard(keyboard, changes: false) { host in
    host.keyboard.onReturn = nil
    guard let handler = unsafe handler else { return Code.done }
    host.keyboard.onReturn = { _, _ in unsafe handler(context, keyboard) != 0 }
    return Code.done
  }
}

extension kw_event {
  init(_ event: KeyboardEvent) {
    self.init()
    size = UInt32(MemoryLayout<kw_event>.size)
    name = UInt32(Self.number(event.name))
    transition = UInt32(clamping: event.transition)
    value = Int32(clamping: Self.value(event.detail))
    begin = kw_rect(event.begin)
    end = kw_rect(event.end)
    duration = event.duration
    curve = UInt32(event.curve.rawValue)
    flags = UInt32(
      (event.isLocal ? KW_FLAG_LOCAL : 0) | (event.finished ? KW_FLAG_FINISHED : 0))
  }

  private static func number(_ name: KeyboardEvent.Name) -> Int {
    switch name {
    case .keyboardWillShow: KW_EVENT_WILL_SHOW
    case .keyboardDidShow: KW_EVENT_DID_SHOW
    case .keyboardWillHide: KW_EVENT_WILL_HIDE
    case .keyboardDidHide: KW_EVENT_DID_HIDE
    case .keyboardWillChangeFrame: KW_EVENT_WILL_CHANGE_FRAME
    case .keyboardDidChangeFrame: KW_EVENT_DID_CHANGE_FRAME
    case .orientationDidChange: KW_EVENT_ORIENTATION
    case .panelDidChange: KW_EVENT_PANEL
    case .layoutDidChange: KW_EVENT_LAYOUT
    case .shiftDidChange: KW_EVENT_SHIFT
    case .altgrDidChange: KW_EVENT_ALTGR
    case .textDidChange: KW_EVENT_TEXT
    }
  }

  private static func value(_ detail: KeyboardEvent.Detail) -> Int {
    switch detail {
    case .none, .layout: 0
    case .orientation(let orientation): orientation == .portrait ? 0 : 1
    case .panel(let selection): PanelName.allCases.firstIndex(of: selection.panel) ?? 0
    case .shift(let state), .altgr(let state): state == .off ? 0 : state == .once ? 1 : 2
    case .count(let count): count
    }
  }
}
