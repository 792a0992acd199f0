import CKeyward
import KeywardEngine

@c @implementation
public func kw_items(
  _ keyboard: OpaquePointer!, _ items: UnsafeMutablePointer<kw_item>!, _ capacity: Int
) -> Int {
  unsafe value(of: keyboard, else: 0) { keyboard in
    let drawn = keyboard.drawnItems
    guard let start = UnsafeMutableRawPointer(items), capacity > 0 else {
      return drawn.count
    }
    // The host's size decides how many fields its items have: an older header has fewer of them.
    let size = unsafe Int(start.loadUnaligned(as: UInt32.self))
    guard size >= kw_item.smallest, size <= 4096 else { return Int(Argument.items.refuse()) }
    for (index, item) in drawn.prefix(capacity).enumerated() {
      var item = kw_item(item)
      item.size = UInt32(size)
      unsafe withUnsafeBytes(of: item) { bytes in
        let place = unsafe UnsafeMutableRawBufferPointer(start: start + index * size, count: size)
        unsafe place.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(size)))
      }
    }
    return drawn.count
  }
}

@c @implementation
public func kw_background_frame(
  _ keyboard: OpaquePointer!, _ frame: UnsafeMutablePointer<kw_rect>!
) -> Int32 {
  unsafe put(keyboard, frame) { $0.drawnFrame }
}

@c @implementation
public func kw_title_frame(
  _ keyboard: OpaquePointer!, _ frame: UnsafeMutablePointer<kw_rect>!
) -> Int32 {
  unsafe put(keyboard, frame) { $0.titleFrame }
}

private func put(
  _ keyboard: OpaquePointer?, _ place: UnsafeMutablePointer<kw_rect>?, _ frame: (Keyboard) -> Rect
) -> Int32 {
  unsafe withKeyboard(keyboard, changes: false) { host in
    guard let place = unsafe place else { return Argument.frame.refuse() }
    unsafe place.pointee = kw_rect(frame(host.keyboard))
    return Code.done
  }
}

extension kw_item {
  /// The size of an item in the header of version 0.1, which ended after the label.
  static let smallest = MemoryLayout<kw_item>.offset(of: \.symbol) ?? MemoryLayout<kw_item>.size

  init(_ item: Keyboard.DrawnItem) {
    self.init()
    switch item.part {
    case .key:
      kind = UInt32(KW_KIND_KEY)
      // The roles of keys have the numbers of their order.
      role = UInt32(item.role.flatMap { KeyRole.allCases.firstIndex(of: $0) } ?? KW_ROLE_OTHER)
    case .toolbar(let part):
      kind = UInt32(KW_KIND_TOOLBAR)
      role = UInt32(Self.number(part))
    case .alternate:
      kind = UInt32(KW_KIND_ALTERNATE)
      role = UInt32(KW_ROLE_INPUT)
    }
    state = UInt32(
      (item.isPressed ? KW_STATE_PRESSED : 0) | (item.isSelected ? KW_STATE_SELECTED : 0))
    frame = kw_rect(item.frame)
    unsafe withUnsafeMutableBytes(of: &id) { unsafe copy(item.id, to: $0) }
    unsafe withUnsafeMutableBytes(of: &label) { unsafe copy(item.label, to: $0) }
    unsafe withUnsafeMutableBytes(of: &symbol) { unsafe copy(item.symbol, to: $0) }
    unsafe withUnsafeMutableBytes(of: &accessibility_label) {
      unsafe copy(item.accessibilityLabel, to: $0)
    }
  }

  private static func number(_ item: KeyboardToolbarItem) -> Int {
    switch item {
    case .done: KW_ROLE_DONE
    case .panel(.letters): KW_ROLE_PANEL_LETTERS
    case .panel(.symbols): KW_ROLE_PANEL_SYMBOLS
    case .panel(.numbers): KW_ROLE_PANEL_NUMBERS
    case .panel(.idCard): KW_ROLE_PANEL_ID_CARD
    }
  }
}

extension kw_rect {
  init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}
