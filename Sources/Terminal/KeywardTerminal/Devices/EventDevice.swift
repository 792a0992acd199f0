import Glibc
import KeywardSystem
import SecureMemory

/// An input device of the kernel (evdev), such as `/dev/input/event3`: its capabilities and state.
///
/// A descriptor of anything else has no capabilities.
struct EventDevice {
  let descriptor: Int32

  /// The maximum number of fingers that are distinguished.
  static let slots = Int(PLATFORM_INPUT_SLOTS)
  static let eventSize = MemoryLayout<input_event>.size
  /// The offset of an event's type; its code and value follow.
  static let typeOffset = eventSize - 8

  var isInput: Bool {
    var version: Int32 = 0
    return unsafe ioctl(descriptor, PLATFORM_INPUT_VERSION, &version) == 0
  }

  func has(_ type: UInt16, _ code: UInt16) -> Bool {
    has(code, in: PLATFORM_INPUT_CAPABILITIES + UInt(type))
  }

  func hasProperty(_ property: UInt16) -> Bool { has(property, in: PLATFORM_INPUT_PROPERTIES) }

  func isLit(_ light: UInt16) -> Bool { has(light, in: PLATFORM_INPUT_LIGHTS) }

  func isDown(_ key: UInt16) -> Bool { has(key, in: PLATFORM_INPUT_KEYS) }

  /// True while any key of a keyboard is down; buttons do not count.
  var hasKeyDown: Bool {
    unsafe withBits(of: PLATFORM_INPUT_KEYS) { bits in
      (0..<Int(BTN_MISC) / 8).contains { unsafe bits[$0] != 0 }
    }
  }

  /// The range and the value of an axis; nil if the device lacks the axis.
  func axis(_ code: UInt16) -> input_absinfo? {
    var axis = input_absinfo()
    return unsafe ioctl(descriptor, PLATFORM_INPUT_AXIS + UInt(code), &axis) < 0 ? nil : axis
  }

  /// Returns the value of an axis for the contact in a slot of a touch screen; 0 if there is none.
  func contact(_ axis: UInt16, slot: Int) -> Int32 {
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 + Self.slots) { contacts in
      unsafe contacts.initialize(repeating: 0)
      unsafe contacts[0] = Int32(axis)
      guard (0..<Self.slots).contains(slot), let start = contacts.baseAddress,
        unsafe ioctl(descriptor, PLATFORM_INPUT_CONTACTS, start) >= 0
      else { return 0 }
      return unsafe contacts[1 + slot]
    }
  }

  func light(_ light: UInt16, isOn: Bool) {
    let events = [
      input_event(time: timeval(), type: UInt16(EV_LED), code: light, value: isOn ? 1 : 0),
      input_event(time: timeval(), type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0),
    ]
    _ = unsafe events.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Takes the device for this process alone, or releases it; returns false on failure.
  func grab(_ isGrabbed: Bool) -> Bool {
    ioctl(descriptor, PLATFORM_INPUT_GRAB, isGrabbed ? 1 : 0) == 0
  }

  private func has(_ code: UInt16, in request: UInt) -> Bool {
    unsafe withBits(of: request) { bits in
      let (byte, bit) = Int(code).quotientAndRemainder(dividingBy: 8)
      return unsafe byte < bits.count && bits[byte] >> bit & 1 != 0
    }
  }

  /// Passes the bits that a request reports to `body`; returns false if it is refused.
  private func withBits(
    of request: UInt, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: Int(PLATFORM_INPUT_BYTES)
    ) { bits in
      unsafe bits.initialize(repeating: 0)
      guard let start = bits.baseAddress else { return false }
      // The keys held down reveal typed characters.
      defer { unsafe explicit_bzero(start, bits.count) }
      return unsafe ioctl(descriptor, request, start) >= 0 && body(bits)
    }
  }
}

/// Descriptors of which the ready ones are found one by one (epoll).
struct EventWaiter: ~Copyable {
  enum Kind {
    case input
    /// Reports the descriptor only when new bytes arrive.
    ///
    /// A pipe may hold a part of an event for a long time, which would otherwise be reported again
    /// at every wait.
    case newInput
    /// Reports a kernel pseudo-file, for example in `/sys`, when its content changes.
    case notice

    fileprivate var events: EPOLL_EVENTS.RawValue {
      switch self {
      case .input: EPOLLIN.rawValue
      case .newInput: EPOLLIN.rawValue | EPOLLET.rawValue
      case .notice: EPOLLPRI.rawValue
      }
    }
  }

  /// A descriptor that is readable while one of the watched descriptors is ready; -1 on failure.
  let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns false if the descriptor cannot be watched.
  func watch(_ other: Int32, for kind: Kind = .input) -> Bool {
    var event = unsafe epoll_event(events: kind.events, data: epoll_data_t(fd: other))
    return unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, other, &event) == 0
  }

  func stopWatching(_ other: Int32) {
    var none = unsafe epoll_event()
    _ = unsafe epoll_ctl(descriptor, EPOLL_CTL_DEL, other, &none)
  }

  /// Returns a descriptor that is ready; nil if none is.
  func next() -> Int32? {
    var event = unsafe epoll_event()
    return unsafe epoll_wait(descriptor, &event, 1, 0) > 0 ? event.data.fd : nil
  }
}
