import KeywardEngine

extension PromptLoop {
  mutating func takeDeviceEvents(at now: Double) {
    guard let devices else { return }
    memory.ring.region.withAccess(and: prompt.region) {
      memory.scratch.region.withAccess {
        devices.read(with: memory) { event in handle(event, of: devices, at: now) }
      }
    }
    // The kernel may have printed a message about an added or removed device.
    if devices.takeChange() { screen.invalidate() }
  }

  mutating func handle(_ event: DeviceEvent, of devices: DeviceSet, at now: Double) {
    guard prompt.outcome == nil, prompt.request != .suspend else { return }
    if case .console(let number) = event { return devices.show(console: number) }
    let layout = prompt.chosenLayout ?? devices.layout
    guard let event = event.resolved(by: layout) else {
      return prompt.handle(.input(.untyped(.noCharacter)), at: now)
    }
    guard let input = event.input(of: devices, in: window) else { return }
    guard !reader.takesAsStray(input, in: prompt, at: now) else { return }
    guard input == .text, case .stroke(let stroke) = event else {
      return prompt.handle(.input(input), at: now)
    }
    switch stroke.key {
    case .character(let character, let position):
      let press = stroke.press(at: position)
      memory.withCharacter(character) { prompt.insert($0, by: press, at: now) }
    case .position(let position):
      prompt.type(stroke.press(at: position), of: layout, at: now)
    case .named, .pad: break
    }
  }
}

extension DeviceEvent {
  /// Returns the event with a key of the number pad replaced by its effect; nil if it has none.
  fileprivate func resolved(by layout: KeyboardDefinition?) -> DeviceEvent? {
    guard case .stroke(let stroke) = self else { return self }
    return stroke.resolved(by: layout).map(DeviceEvent.stroke)
  }

  /// The event as input of a terminal with a window of a size; nil if it is not input.
  ///
  /// The layout of the devices finds the letter that is typed together with Ctrl.
  func input(of devices: DeviceSet, in window: (columns: Int, rows: Int)) -> InputEvent? {
    switch self {
    case .stroke(let stroke): return stroke.input(of: devices.layout)
    case .touch(let finger, let phase, let x, let y):
      let (column, row) = devices.cell(x, y, in: window)
      return .touch(ScreenTouch(finger: finger, phase: phase, column: column, row: row))
    case .input(let input): return input
    case .console: return nil
    }
  }
}

extension KeyStroke {
  fileprivate func input(of layout: KeyboardDefinition?) -> InputEvent? {
    let changing = modifiers.intersection(.changing)
    switch key {
    case .named(let key):
      let isBackwards = key == .tab && modifiers.contains(.shift)
      return .key(isBackwards ? .backTab : key, modifiers)
    case .character, .position, .pad:
      if changing.isEmpty { return .text }
      // With a modifier such as Alt, the key types nothing.
      guard case .position(let position) = key, changing == .control else {
        return .untyped(.noCharacter)
      }
      let letter = layout?.key(at: position)?.action(at: .plain).text.utf8.first
      let command = letter.flatMap { (0x5b...0x7a).contains($0) ? $0 : nil }
      // If the layout has no Latin letter here, Ctrl applies to that of the US layout.
      let latin = PanelLayout.latinLetter(at: position)?.asciiValue.flatMap {
        (0x61...0x7a).contains($0) ? $0 : nil
      }
      guard let command = command ?? latin, let key = TerminalKey(control: command & 0x1f) else {
        return nil
      }
      return isRepeat && key == .enter ? nil : .key(key, modifiers)
    }
  }
}

extension KeyStroke {
  func press(at position: String) -> KeyPress {
    KeyPress(
      position, level, capsLock: modifiers.contains(.capsLock),
      numLock: modifiers.contains(.numLock))
  }
}
