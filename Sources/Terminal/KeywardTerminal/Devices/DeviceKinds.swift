extension DeviceDecoder.Kinds {
  /// Finds the kinds of a device from its capabilities; none for touchpads, mice and other devices.
  init(has: (_ type: UInt16, _ code: UInt16) -> Bool, isDirect: Bool, isPointer: Bool) {
    typealias Code = DeviceDecoder.Code
    func hasKeys(_ codes: UInt16...) -> Bool { codes.allSatisfy { has(Code.key, $0) } }
    func hasAxes(_ codes: UInt16...) -> Bool { codes.allSatisfy { has(Code.abs, $0) } }
    // A touchpad reports a touching finger, but has no screen below it.
    let isTouchpad = isPointer || !isDirect && hasKeys(Code.fingerTool)
    let hasPad = hasAxes(Code.padX) || hasKeys(Code.padUpButton)
    let isGamepad = hasKeys(Code.southButton) && (hasAxes(Code.x, Code.y) || hasPad)
    let isTablet =
      hasAxes(Code.x, Code.y) && (hasKeys(Code.touchButton) || hasKeys(Code.leftButton))
    self = []
    if isGamepad { insert(.gamepad) }
    if !isTouchpad, !isGamepad, hasAxes(Code.contactX, Code.contactY) || isTablet {
      insert(.touch)
    }
    // Q and Enter, or 1 and Enter of a number pad.
    if hasKeys(16, 28) || hasKeys(79, 96) { insert(.keyboard) }
    if hasKeys(Code.power) { insert(.power) }
  }

  init(of device: EventDevice, isDirect: Bool) {
    self.init(
      has: device.has, isDirect: isDirect,
      isPointer: device.hasProperty(DeviceDecoder.Code.pointerProperty))
  }

  /// The numbers and kinds in the kernel's list of input devices, `/proc/bus/input/devices`.
  ///
  ///     H: Handlers=sysrq kbd event0 leds
  ///     B: PROP=0
  ///     B: KEY=402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe
  ///
  /// A line of bits (`B:`) consists of machine words, the most significant first. An empty line
  /// ends each device.
  static func listed(in lines: [String]) -> [(number: Int, kinds: Self)] {
    var devices: [(number: Int, kinds: Self)] = []
    var number: Int?
    var bits: [Substring: [UInt]] = [:]
    for line in lines {
      if line.hasPrefix("H: Handlers=") {
        let names = line.dropFirst(12).split(separator: " ")
        number = names.lazy.compactMap { $0.hasPrefix("event") ? Int($0.dropFirst(5)) : nil }.first
      } else if line.hasPrefix("B: "), let equals = line.firstIndex(of: "=") {
        bits[line[..<equals].dropFirst(3)] = line[line.index(after: equals)...]
          .split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
      } else if line.isEmpty {
        func has(_ name: Substring, _ code: UInt16) -> Bool {
          let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
          return bits[name].map { word < $0.count && $0[word] >> bit & 1 != 0 } ?? false
        }
        let kinds = Self(
          has: { has($0 == DeviceDecoder.Code.key ? "KEY" : "ABS", $1) }, isDirect: has("PROP", 1),
          isPointer: has("PROP", 0))
        if let number { devices.append((number, kinds)) }
        (number, bits) = (nil, [:])
      }
    }
    return devices
  }

  /// Returns the kinds of events to read from a device of these kinds.
  ///
  /// If `typingByLayout` is false, the terminal handles keyboards. The keys of a keyboard and its
  /// power key are then not read. From a pipe (`isStream`), the power key is always read, because
  /// the pipe may not carry a keyboard's events.
  func read(typingByLayout: Bool, isStream: Bool = false) -> Self {
    guard !typingByLayout, contains(.keyboard) else { return self }
    return subtracting(isStream ? .keyboard : [.keyboard, .power])
  }
}

extension DeviceDecoder.Axes {
  init(of device: EventDevice) {
    typealias Code = DeviceDecoder.Code
    func range(_ code: UInt16) -> ClosedRange<Int32> {
      guard let axis = device.axis(code), axis.minimum < axis.maximum else { return 0...0 }
      return axis.minimum...axis.maximum
    }
    let stick = (range(Code.x), range(Code.y))
    let hasContacts = device.has(Code.abs, Code.contactX)
    self.init(
      touch: hasContacts ? (range(Code.contactX), range(Code.contactY)) : stick, stick: stick)
  }
}
