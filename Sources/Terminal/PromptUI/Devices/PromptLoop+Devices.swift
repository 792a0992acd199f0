import KeyboardEngine

extension PromptLoop {
  mutating func takeDeviceEvents(at now: Double) {
    guard let devices = setting.devices else { return }
    withAccess { loop in
      let scratch = loop.memory.scratch.region
      scratch.withAccess {
        devices.read(with: loop.memory) { event in loop.handle(event, of: devices, at: now) }
      }
    }
    // The kernel may have printed a message about an added or removed device.
    if devices.takeChange() { screen.invalidate() }
  }

  func handle(_ event: DeviceEvent, of devices: DeviceSet, at now: Double) {
    guard prompt.outcome == nil, prompt.request != .suspend else { return }
    switch event {
    case .stroke(let stroke): type(stroke, by: devices.layout, at: now)
    case .touch(let finger, let phase, let x, let y):
      let (column, row) = devices.cell(x, y, in: window)
      let touch = ScreenTouch(finger: finger, phase: phase, column: column, row: row)
      prompt.handle(.input(.touch(touch)), at: now)
    case .gamepad(let button): prompt.handle(.input(.gamepad(button)), at: now)
    case .capsLock(let isOn): prompt.handle(.input(.capsLock(isOn)), at: now)
    case .nextKeyboard: prompt.handle(.input(.nextKeyboard), at: now)
    case .powerOff: prompt.handle(.input(.powerOff), at: now)
    case .console(let number): devices.show(console: number)
    }
  }

  private func type(_ stroke: KeyStroke, by layout: KeyboardDefinition?, at now: Double) {
    let changing = stroke.modifiers.intersection(.changing)
    switch stroke.key {
    case .named(let key):
      let isBackwards = key == .tab && stroke.modifiers.contains(.shift)
      prompt.handle(.input(.key(isBackwards ? .backTab : key, stroke.modifiers)), at: now)
    case .character(let character) where changing.isEmpty:
      memory.withCharacter(character) { prompt.insert($0, at: now) }
    case .position(let position) where changing.isEmpty:
      prompt.type(stroke, at: position, of: layout, at: now)
    case .position(let position) where changing == .control:
      let letter = layout?.key(at: position)?.action(at: .plain).text.utf8.first
      let command = letter.flatMap { (0x5b...0x7a).contains($0) ? $0 : nil }
      // If the layout has no Latin letter here, Ctrl applies to that of the US layout.
      let latin = PanelLayout.latinLetter(at: position)?.asciiValue.flatMap {
        (0x61...0x7a).contains($0) ? $0 : nil
      }
      guard let command = command ?? latin,
        let key = TerminalKey(control: command & 0x1f),
        !stroke.isRepeat || key != .enter
      else { return }
      prompt.handle(.input(.key(key, stroke.modifiers)), at: now)
    // With a modifier such as Alt, the key types nothing.
    case .position, .character: prompt.handle(.input(.untyped(.noCharacter)), at: now)
    }
  }
}

extension Key {
  /// Returns the key's action for a stroke, including the effect of Caps Lock.
  ///
  /// If the key types a letter and, with Shift, the capital of that letter, Caps Lock swaps the
  /// two. On any other key, Caps Lock capitalises the text if possible.
  func action(for stroke: KeyStroke) -> KeyAction {
    let action = action(at: stroke.level)
    guard stroke.modifiers.contains(.capsLock) else { return action }
    let (small, capital) = (
      self.action(at: KeyLevel(isShifted: false, isAltGr: stroke.isAltGr)),
      self.action(at: KeyLevel(isShifted: true, isAltGr: stroke.isAltGr))
    )
    if small != capital, !small.text.isEmpty, Key.upperCase(of: small.text) == capital.text {
      return stroke.modifiers.contains(.shift) ? small : capital
    }
    if case .insert(let text) = action { return .insert(Key.upperCase(of: text)) }
    return action
  }
}
