import CPlatform
import Glibc

/// The device behind an open terminal, whatever name it was opened by.
struct TerminalDevice {
  private let device: platform_device
  /// True if the opened file is the device itself, in a folder of pseudo-terminals.
  let isItself: Bool

  /// The device behind an open terminal.
  init(of terminal: Int32) {
    device = platform_device_behind(terminal)
    isItself =
      Self.areSame(platform_device_of(terminal), device) && platform_is_on_devpts(terminal) == 1
  }

  /// The usual name of the device; nil if the system has none for it.
  var path: String? {
    // Eight major numbers for pseudo-terminals, 256 devices each.
    if (136...143).contains(device.major) {
      return "/dev/pts/\((device.major - 136) << 8 + device.minor)"
    }
    guard let name = target(of: "/sys/dev/char/\(device.major):\(device.minor)") else { return nil }
    return "/dev/" + name
  }

  /// Tells whether an open file stands for this device alone.
  ///
  /// `/dev/tty`, which is left if the system does not reveal the device behind it, stands for the
  /// terminals of all sessions.
  func isDevice(ofFile descriptor: Int32) -> Bool {
    Self.areSame(platform_device_of(descriptor), device) && (device.major, device.minor) != (5, 0)
  }

  private static func areSame(_ one: platform_device, _ other: platform_device) -> Bool {
    one.major == other.major && one.minor == other.minor
  }

  /// The last part of a symbolic link's target.
  private func target(of link: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { room in
      guard let start = room.baseAddress else { return nil }
      let count = unsafe readlink(link, start, room.count)
      guard count > 0, count < room.count else { return nil }
      let name = unsafe room[..<count].split(separator: UInt8(ascii: "/")).last
      return unsafe name.map { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}
