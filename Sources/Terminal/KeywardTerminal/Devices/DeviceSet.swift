import Glibc
import KeywardEngine
import KeywardSystem

package enum DeviceChoice: Hashable, Sendable {
  /// All input devices of the machine if the prompt's terminal is a virtual console, else none.
  case auto
  case none
  /// The paths of input devices, or of pipes that carry the events of a device.
  case files([String])
}

/// Touch screens, gamepads, and keyboards whose keys type through a layout.
///
///     let devices = DeviceSet(.auto, typing: layout, on: session.descriptor)
///     devices?.begin(with: memory)
///     devices?.read(with: memory) { prompt.handle($0) }
///     devices?.end(with: memory)
///
/// The initialiser opens the devices. Between `begin` and `end`, the set grabs the devices while
/// the terminal's console is active, so that no other program can read their events. A device that
/// cannot be grabbed is not used.
package final class DeviceSet {
  private struct Device {
    let file: EventDevice
    /// The number in a path such as `/dev/input/event3`; nil for a file given by its path.
    let number: Int?
    /// True for an input device, false for a pipe.
    let isInput: Bool
    let isDirect: Bool
    /// The offset that makes the device's finger numbers unique in the set.
    let firstFinger: Int
    var decoder: DeviceDecoder
    var isRead = false
    /// The states to which the LEDs are restored at the end.
    var locksAtStart = (caps: false, num: false)

    var descriptor: Int32 { file.descriptor }
  }

  /// The layout through which physical keyboards type; nil if the terminal handles their keys.
  package let layout: KeyboardDefinition?
  /// An epoll descriptor for all events of the set.
  ///
  /// It is readable when a device has events, a device may have been added, or another console is
  /// shown.
  package var waiter: Int32 { events.descriptor }
  private let events = EventWaiter()
  /// The given files that cannot be opened, or are neither devices nor pipes.
  package private(set) var refused: [String] = []
  /// The sandbox, which may forbid to open devices.
  var sandbox = Sandbox(.no)
  private let terminal: Int32
  /// The name of the terminal's console, and the sysfs file that names the active console.
  ///
  /// Nil if the terminal is not a virtual console.
  private let console: (name: String, active: KernelFile)?
  private let quarters: Int
  private let list = KernelFile("/proc/bus/input/devices")
  private var pixels: (console: (Int, Int), cell: (Int, Int))?
  /// The inotify descriptor that reports new files in `/dev/input`; -1 for none.
  private let folder: Int32
  private var devices: [Device] = []
  private var devicesSeen = 0
  private var hasBegun = false
  private var isReading = false
  private var hasStopped = false
  private var hasChanged = false

  private typealias Code = DeviceDecoder.Code
  private static let path = "/dev/input"
  /// The number of devices to try if the kernel's list cannot be read.
  private static let mostDevices = 128
  private static let longestList = 1 << 16
  /// The maximum time in seconds to wait until no key is down.
  private static let longestWait = 2.0
  /// The offset and the size in bytes of the events in the scratch memory.
  ///
  /// `withCharacter` uses the bytes before this offset.
  private static let (start, room) = (64, 64 * EventDevice.eventSize)
  private static let mostReads = 64

  /// Opens the chosen devices.
  ///
  /// The result is nil if no device is open, no file was refused, and no device can be added later.
  /// `rotation` is the console's clockwise rotation in quarter turns; nil queries the kernel.
  package init?(
    _ choice: DeviceChoice, rotation: Int? = nil, typing layout: KeyboardDefinition?,
    on terminal: Int32
  ) {
    let console = Self.console(of: terminal)
    guard choice != .none, choice != .auto || console != nil else { return nil }
    self.terminal = terminal
    self.console = console
    self.layout = layout?.hasPositions == true ? layout : nil
    folder = choice == .auto ? Self.watchFolder() : -1
    quarters =
      rotation ?? KernelFile("/sys/class/graphics/fbcon/rotate").flatMap { Int($0.text) } ?? 0
    if case .files(let paths) = choice {
      for path in paths where !add(path, number: nil) { refused.append(path) }
    } else {
      lookForDevices()
    }
    guard waiter >= 0, folder >= 0 || !devices.isEmpty || !refused.isEmpty else { return nil }
    if folder >= 0 { _ = events.watch(folder) }
    if let console { _ = events.watch(console.active.descriptor, for: .notice) }
  }

  deinit {
    for descriptor in [folder] + devices.map(\.descriptor) where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// True if the set has a real touch screen, not only the tablet of a virtual machine.
  package var hasTouchScreen: Bool {
    devices.contains { $0.isDirect && $0.decoder.kinds.contains(.touch) }
  }

  package var summary: String {
    let names: [(DeviceDecoder.Kinds, String)] = [
      (.touch, "touch screen"), (.keyboard, "keyboard"), (.gamepad, "gamepad"),
    ]
    return names.compactMap { kind, name -> String? in
      let count = devices.count { $0.decoder.kinds.contains(kind) }
      return count == 0 ? nil : "\(count) \(name)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }

  /// Returns true if the set has changed since the last call.
  ///
  /// It changes when a device is added or removed, and when the console becomes active again.
  func takeChange() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  // MARK: Opening

  /// Opens an inotify descriptor that reports new devices and those whose permissions change; -1 on
  /// failure.
  private static func watchFolder() -> Int32 {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let changes = UInt32(IN_CREATE | IN_ATTRIB)
    guard descriptor >= 0, unsafe inotify_add_watch(descriptor, path, changes) < 0 else {
      return descriptor
    }
    close(descriptor)
    return -1
  }

  /// Opens the machine's devices.
  ///
  /// Devices that the set cannot use, according to the kernel's list, are skipped, because closing
  /// a device takes 20 ms.
  private func lookForDevices() {
    let listed = list.map { DeviceDecoder.Kinds.listed(in: $0.lines(upTo: Self.longestList)) }
    let present = listed ?? (0..<Self.mostDevices).map { (number: $0, kinds: .unknown) }
    for (number, kinds) in present where !devices.contains(where: { $0.number == number }) {
      if listed != nil, kinds.read(typingByLayout: layout != nil).isEmpty { continue }
      _ = add("\(Self.path)/event\(number)", number: number)
    }
  }

  private func add(_ path: String, number: Int?) -> Bool {
    let flags = O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    // LEDs need write access. A pipe that is also open for writing never reports end of file.
    var descriptor = sandbox.opensForWriting ? unsafe open(path, O_RDWR | flags) : -1
    if descriptor < 0 { descriptor = unsafe open(path, O_RDONLY | flags) }
    guard descriptor >= 0 else { return false }
    let file = EventDevice(descriptor: descriptor)
    let isInput = file.isInput
    var status = stat()
    let isPipe = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let isDirect = isInput && file.hasProperty(Code.directProperty)
    let found = isInput ? DeviceDecoder.Kinds(of: file, isDirect: isDirect) : .unknown
    let kinds = found.read(typingByLayout: layout != nil, isStream: !isInput)
    guard isInput || number == nil && isPipe, !kinds.isEmpty else {
      close(descriptor)
      return false
    }
    devicesSeen += 1
    devices.append(
      Device(
        file: file, number: number, isInput: isInput, isDirect: isDirect,
        firstFinger: devicesSeen << 32,
        decoder: DeviceDecoder(kinds, axes: isInput ? .init(of: file) : .unknown)))
    return true
  }

  private func remove(_ descriptor: Int32, _ body: (DeviceEvent) -> Void) {
    guard let index = devices.firstIndex(where: { $0.descriptor == descriptor }) else { return }
    let first = devices[index].firstFinger
    devices[index].decoder.releaseAll { body(event($0, fingersFrom: first)) }
    devices.remove(at: index)
    close(descriptor)
    hasChanged = true
  }

  // MARK: Grabbing

  /// Starts reading the devices.
  ///
  /// If Caps Lock is already on, the function calls `body` with `capsLock`.
  package func begin(with memory: PromptMemory, _ body: (DeviceEvent) -> Void = { _ in }) {
    hasBegun = true
    // Measure only now: the dialogue's font has just been loaded.
    pixels = console == nil ? nil : Self.pixels(of: terminal, turned: quarters)
    followConsole(with: memory, body)
  }

  /// Stops reading and releases the devices.
  ///
  /// If `waits` is true, the function first waits until no key is held, for at most 2 seconds.
  package func end(with memory: PromptMemory, waits: Bool = true) {
    hasBegun = false
    if isReading { stop(with: memory, waits: waits) { _ in } }
  }

  private func followConsole(with memory: PromptMemory, _ body: (DeviceEvent) -> Void) {
    let mayRead = hasBegun && console.map { $0.name == $0.active.text } != false
    guard mayRead != isReading else { return }
    guard mayRead else { return stop(with: memory, waits: true, body) }
    isReading = true
    // While reading was stopped, other programs have drawn on the screen.
    hasChanged = hasStopped
    // Wait before grabbing: programs that saw a key pressed must see its release.
    waitForRelease(with: memory)
    for index in devices.indices { start(index, with: memory, body) }
    // Discard keys from before the grab, which were typed through the kernel's layout.
    let grabsKeys = devices.contains {
      $0.isInput && $0.isRead && $0.decoder.kinds.contains(.keyboard)
    }
    if grabsKeys { tcflush(terminal, TCIFLUSH) }
  }

  private func stop(
    with memory: PromptMemory, waits: Bool, _ body: (DeviceEvent) -> Void
  ) {
    (isReading, hasStopped) = (false, true)
    if waits { waitForRelease(with: memory) }
    for index in devices.indices where devices[index].isRead {
      let file = devices[index].file
      events.stopWatching(file.descriptor)
      // The kernel has not seen the keys that changed the locks, so make the LEDs show its state.
      light(
        devices[index], from: devices[index].decoder.locks, to: devices[index].locksAtStart)
      if devices[index].isInput { _ = file.grab(false) }
      devices[index].isRead = false
      let first = devices[index].firstFinger
      devices[index].decoder.releaseAll { body(event($0, fingersFrom: first)) }
    }
  }

  private func start(
    _ index: Int, with memory: PromptMemory, _ body: (DeviceEvent) -> Void
  ) {
    let device = devices[index]
    if device.isInput, device.decoder.kinds != .power {
      guard device.file.grab(true) else { return }
    }
    drain(device, with: memory)
    adoptState(index)
    let locks =
      device.isInput
      ? (caps: device.file.isLit(Code.capsLight), num: device.file.isLit(Code.numLight))
      : (caps: false, num: true)
    devices[index].locksAtStart = locks
    devices[index].decoder.locks = locks
    if locks.caps { body(.input(.capsLock(true))) }
    devices[index].isRead = events.watch(
      device.descriptor, for: device.isInput ? .input : .newInput)
  }

  private func adoptState(_ index: Int) {
    let device = devices[index]
    let hasSlots = device.isInput && device.file.has(Code.abs, Code.slot)
    devices[index].decoder.adopt(
      isDown: { device.isInput && device.file.isDown($0) },
      value: { axis, slot in
        guard device.isInput, hasSlots || axis < Code.slot else { return nil }
        return slot.map { device.file.contact(axis, slot: $0) } ?? device.file.axis(axis)?.value
          ?? 0
      })
  }

  /// Waits until no key is down, for at most `longestWait`, and drops all keys meanwhile.
  private func waitForRelease(with memory: PromptMemory) {
    let keyboards = devices.filter { $0.isInput && $0.decoder.kinds.contains(.keyboard) }
    let end = MonotonicTime.now + Self.longestWait
    for keyboard in keyboards {
      while keyboard.file.hasKeyDown {
        drain(keyboard, with: memory)
        guard MonotonicTime.now < end, pollOne(keyboard.descriptor, until: end) == .input else {
          break
        }
      }
      drain(keyboard, with: memory)
    }
  }

  // MARK: Reading

  package func read(with memory: PromptMemory, _ body: (DeviceEvent) -> Void) {
    followConsole(with: memory, body)
    for _ in 0..<Self.mostReads {
      guard let descriptor = events.next() else { break }
      if descriptor == folder {
        _ = memory.scratch.fill(from: folder, at: Self.start, upTo: Self.room)
        memory.scratch.wipe()
        if sandbox.opensNewDevices { takeNewDevices(with: memory, body) }
      } else if descriptor == console?.active.descriptor {
        followConsole(with: memory, body)
      } else if let index = devices.firstIndex(where: { $0.descriptor == descriptor }) {
        read(index, with: memory, body)
      } else {
        events.stopWatching(descriptor)
      }
    }
  }

  private func takeNewDevices(with memory: PromptMemory, _ body: (DeviceEvent) -> Void) {
    let count = devices.count
    lookForDevices()
    guard devices.count > count else { return }
    hasChanged = true
    if isReading { for index in count..<devices.count { start(index, with: memory, body) } }
  }

  private func read(_ index: Int, with memory: PromptMemory, _ body: (DeviceEvent) -> Void) {
    let device = devices[index]
    var decoder = device.decoder
    for _ in 0..<(device.isInput ? 1 : Self.mostReads) {
      let count = fill(from: device, with: memory)
      guard count > 0 else {
        if count == 0 { remove(device.descriptor, body) }
        if count <= 0 { return }
        break
      }
      for place in 0..<count {
        let (type, code, value) = Self.event(place, in: memory)
        decoder.take(type, code, value) {
          body(event($0, fingersFrom: device.firstFinger))
        }
      }
      memory.scratch.wipe()
      devices[index].decoder = decoder
    }
    if decoder.needsState { adoptState(index) }
    light(device, from: device.decoder.locks, to: decoder.locks)
  }

  private static func event(_ place: Int, in memory: PromptMemory) -> (UInt16, UInt16, Int32) {
    let offset =
      start + place * EventDevice.eventSize + EventDevice.typeOffset
    return memory.scratch.withBytes { bytes in
      (
        unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt16.self),
        unsafe bytes.unsafeLoad(fromByteOffset: offset + 2, as: UInt16.self),
        unsafe bytes.unsafeLoad(fromByteOffset: offset + 4, as: Int32.self)
      )
    }
  }

  private func light(
    _ device: Device, from former: (caps: Bool, num: Bool), to locks: (caps: Bool, num: Bool)
  ) {
    guard device.isInput else { return }
    if locks.caps != former.caps {
      device.file.light(Code.capsLight, isOn: locks.caps)
    }
    if locks.num != former.num {
      device.file.light(Code.numLight, isOn: locks.num)
    }
  }

  /// Returns the number of events read into locked memory, 0 at end of file, -1 if none is pending.
  private func fill(from device: Device, with memory: PromptMemory) -> Int {
    let size = EventDevice.eventSize
    // A device returns only whole events, but a pipe may return parts.
    let waiting = device.isInput ? Self.room : Int(platform_unread_bytes(device.descriptor))
    let wanted = min(Self.room, waiting / size * size)
    guard wanted > 0 else { return -1 }
    switch memory.scratch.fill(from: device.descriptor, at: Self.start, upTo: wanted) {
    case .bytes(let count): return count / size
    case .wouldBlock, .interrupted: return -1
    case .empty, .failed: return 0
    }
  }

  private func drain(_ device: Device, with memory: PromptMemory) {
    for _ in 0..<Self.mostReads {
      guard fill(from: device, with: memory) > 0 else { break }
    }
    memory.scratch.wipe()
  }

  private func event(_ event: DeviceEvent, fingersFrom first: Int) -> DeviceEvent {
    guard case .touch(let finger, let phase, let x, let y) = event else { return event }
    let place = Self.turned(x, y, by: quarters)
    return .touch(finger: finger + first, phase, x: place.x, y: place.y)
  }

  static func turned(_ x: Double, _ y: Double, by quarters: Int) -> (x: Double, y: Double) {
    switch quarters & 3 {
    case 1: (y, 1 - x)
    case 2: (1 - x, 1 - y)
    case 3: (1 - y, x)
    default: (x, y)
    }
  }

  func cell(
    _ x: Double, _ y: Double, in window: (columns: Int, rows: Int)
  ) -> (column: Int, row: Int) {
    (
      Self.cell(x, of: window.columns, pixels.map { ($0.console.0, $0.cell.0) }),
      Self.cell(y, of: window.rows, pixels.map { ($0.console.1, $0.cell.1) })
    )
  }

  /// Returns the column or row at `part`, a position from 0 to 1 along one side of the screen.
  ///
  /// `pixels` has the lengths in pixels of the side and of one cell. If the side has a few more
  /// pixels than its `count` cells, these pixels belong to the last cell.
  private static func cell(
    _ part: Double, of count: Int, _ pixels: (side: Int, cell: Int)?
  ) -> Int {
    var cells = Double(count)
    if let pixels, (0..<pixels.cell).contains(pixels.side - count * pixels.cell) {
      cells = Double(pixels.side) / Double(pixels.cell)
    }
    return min(Int(part * cells), count - 1)
  }

  private static func pixels(
    of terminal: Int32, turned quarters: Int
  ) -> (console: (Int, Int), cell: (Int, Int))? {
    let size = KernelFile("/sys/class/graphics/fb0/virtual_size")?.text.split(separator: ",")
    let sides = size?.compactMap { Int($0) } ?? []
    let cell = platform_console_font_size(terminal)
    guard sides.count == 2, sides.allSatisfy({ (1...100_000).contains($0) }), cell.width > 0,
      cell.height > 0, max(cell.width, cell.height) <= 512
    else { return nil }
    let console = quarters & 1 == 0 ? (sides[0], sides[1]) : (sides[1], sides[0])
    return (console, (Int(cell.width), Int(cell.height)))
  }

  private static func console(of terminal: Int32) -> (name: String, active: KernelFile)? {
    let device = platform_real_device(terminal)
    guard device.major == 4, (1...63).contains(device.minor),
      let active = KernelFile("/sys/class/tty/tty0/active")
    else { return nil }
    return ("tty\(device.minor)", active)
  }

  /// Switches to another virtual console, so that the programs on that console can read the
  /// devices.
  func show(console number: Int) {
    if console != nil { _ = ioctl(terminal, UInt(VT_ACTIVATE), Int32(number)) }
  }
}

extension Look {
  /// Adapts the options to the open devices.
  ///
  /// If there is a touch screen, the keyboard is drawn, in the docked form unless another form is
  /// set.
  package mutating func adapt(to devices: DeviceSet?) {
    layoutName = devices?.layout?.spaceName
    guard devices?.hasTouchScreen == true else { return }
    form = form ?? .docked
    showsKeyboard = true
  }
}

private final class KernelFile {
  let descriptor: Int32

  init?(_ path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// The first line of the file.
  ///
  /// Reading a sysfs file also acknowledges a reported change, so that epoll reports only the next
  /// change.
  var text: String { lines(upTo: 32).first ?? "" }

  func lines(upTo most: Int) -> [String] {
    var (bytes, count) = ([UInt8](repeating: 0, count: most), 0)
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { return [] }
    while count < most {
      let part = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress?.advanced(by: count), most - count)
      }
      guard part > 0 else { break }
      count += part
    }
    return bytes.prefix(count).split(separator: 0x0a, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
