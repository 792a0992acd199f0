import Glibc
import KeywardLayout
import KeywardXKB

/// libxkbcommon, loaded at run time.
///
/// The library looks for layouts in the user's folder, `/etc/xkb` and the system's folder.
@safe
package final class XKBLibrary {
  let functions: xkb_functions
  let context: OpaquePointer

  static let isMissing = ImportError(
    "libxkbcommon, which reads the system's keyboards, is not installed. Install it with "
      + "“apt-get install libxkbcommon0 xkb-data libx11-data”.")

  package init(_ file: String = "libxkbcommon.so.0") throws(ImportError) {
    var functions = xkb_functions()
    let result = unsafe xkb_load(file, &functions)
    guard result >= 0 else { throw Self.isMissing }
    guard result == 0, let context = unsafe functions.context_new(Self.contextFlags) else {
      throw ImportError("This system's libxkbcommon is too old; version 0.7 or later is needed.")
    }
    // Our own messages about a layout replace those of the library.
    unsafe functions.context_set_log_level(context, 0)
    self.functions = functions
    unsafe self.context = context
  }

  deinit { unsafe functions.context_unref(context) }

  /// XKB_CONTEXT_NO_ENVIRONMENT_NAMES: ignores the names of layouts in the environment.
  private static let contextFlags: Int32 = 2

  /// The folders with layouts; earlier ones take precedence.
  package var folders: [String] {
    (0..<(unsafe functions.context_num_include_paths(context))).compactMap { index in
      unsafe functions.context_include_path_get(context, index)
        .map { unsafe String(cString: $0) }
    }
  }

  func name(of keysym: UInt32) -> String {
    unsafe Self.text { unsafe functions.keysym_get_name(keysym, $0, $1) }
  }

  /// Returns the text that a C function stores in a buffer; empty on failure or above 127 bytes.
  static func text(_ write: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe write($0.baseAddress, $0.count)
    }
    guard count > 0, count < buffer.count else { return "" }
    return String(decoding: buffer.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

@safe
final class XKBKeymap {
  struct Effect: Hashable {
    var keysyms: [UInt32]
    var text: String
  }

  private let library: XKBLibrary
  private let keymap: OpaquePointer
  private let modifiers: [Modifier: UInt32]

  /// A key that is held while others are pressed, by its keysym.
  enum Modifier: UInt32, CaseIterable {
    case shift = 0xFFE1
    case level3 = 0xFE03
    case level5 = 0xFE11
  }

  init?(_ name: XKBLayoutName, library: XKBLibrary) {
    self.library = library
    var functions = library.functions
    let compiled = unsafe xkb_compile(&functions, library.context, name.layout, name.variant)
    guard let compiled = unsafe compiled else { return nil }
    unsafe keymap = compiled
    modifiers = unsafe Self.modifiers(of: compiled, functions)
  }

  deinit { unsafe library.functions.keymap_unref(keymap) }

  /// Finds the key that produces each modifier's keysym.
  ///
  /// A key without a keysym at the shift level is preferred, because XKB defines virtual keys of
  /// this form for its modifiers.
  private static func modifiers(
    of keymap: OpaquePointer, _ functions: xkb_functions
  ) -> [Modifier: UInt32] {
    var found: [Modifier: UInt32] = [:]
    var pure: [Modifier: UInt32] = [:]
    let first = unsafe functions.keymap_min_keycode(keymap)
    for key in first...(unsafe functions.keymap_max_keycode(keymap)) {
      var keysyms: UnsafePointer<UInt32>?
      let count = unsafe functions.keymap_key_get_syms_by_level(keymap, key, 0, 0, &keysyms)
      guard count == 1, let keysym = unsafe keysyms?.pointee,
        let modifier = Modifier(rawValue: keysym)
      else { continue }
      let shifted = unsafe functions.keymap_key_get_syms_by_level(keymap, key, 0, 1, &keysyms)
      if shifted == 0, pure[modifier] == nil { pure[modifier] = key }
      if found[modifier] == nil { found[modifier] = key }
    }
    return found.merging(pure) { _, pure in pure }
  }

  /// XKB_STATE_MODS_DEPRESSED.
  private static let depressed: Int32 = 1
  /// The real modifiers of Caps Lock and, in all layouts of xkb-data, Num Lock: Lock and Mod2.
  private static let locks: UInt32 = 1 << 1 | 1 << 4

  func has(_ modifier: Modifier) -> Bool { modifiers[modifier] != nil }

  /// The effects of keys while modifiers are held; keys that the keymap lacks are left out.
  ///
  /// `isLocked` is the state of Caps Lock and, for the number pad, of Num Lock.
  func effects(
    of positions: [KeyPosition], holding held: [Modifier], isLocked: Bool = false
  ) -> [KeyPosition: Effect] {
    let functions = library.functions
    guard let state = unsafe functions.state_new(keymap) else { return [:] }
    defer { unsafe functions.state_unref(state) }
    // Press shift first: at higher levels its key may have a different effect, while the keys of
    // other modifiers have the same effect at all levels.
    for modifier in Modifier.allCases where held.contains(modifier) {
      guard let key = modifiers[modifier] else { return [:] }
      _ = unsafe functions.state_update_key(state, key, 1)
    }
    let depressed = unsafe functions.state_serialize_mods(state, Self.depressed)
    if isLocked {
      _ = unsafe functions.state_update_mask(state, depressed, 0, Self.locks, 0, 0, 0)
    }
    var effects: [KeyPosition: Effect] = [:]
    for position in positions {
      let key = unsafe functions.keymap_key_by_name(keymap, position.nameOfXKB)
      guard key != UInt32.max else { continue }
      var keysyms: UnsafePointer<UInt32>?
      let count = unsafe functions.state_key_get_syms(state, key, &keysyms)
      // Only this function follows Caps Lock where it makes a capital of the keysym.
      let list =
        count == 1
        ? [unsafe functions.state_key_get_one_sym(state, key)]
        : (0..<Int(max(0, count))).compactMap { unsafe keysyms?[$0] }
      let text = unsafe XKBLibrary.text { unsafe functions.state_key_get_utf8(state, key, $0, $1) }
      effects[position] = Effect(keysyms: list, text: text)
    }
    return effects
  }
}

extension KeyPosition {
  fileprivate var nameOfXKB: String { name == "AC12" ? "BKSL" : name }
}

/// A layout of XKB, and perhaps a variant.
///
///     XKBLayoutName("de+neo")    // the same as XKBLayoutName("de(neo)")
package struct XKBLayoutName: Hashable, Sendable, CustomStringConvertible {
  package let layout: String
  /// The name of the variant; empty for none.
  package let variant: String

  package init(layout: String, variant: String) {
    self.layout = layout
    self.variant = variant
  }

  package init?(_ text: String) {
    var layout = text[...]
    var variant = Substring()
    if text.hasSuffix(")"), let bracket = text.firstIndex(of: "(") {
      layout = text[..<bracket]
      variant = text[text.index(after: bracket)...].dropLast()
      if variant.isEmpty { return nil }
    } else if let plus = text.firstIndex(of: "+") {
      layout = text[..<plus]
      variant = text[text.index(after: plus)...]
      if variant.isEmpty { return nil }
    }
    guard Self.isName(layout), variant.isEmpty || Self.isName(variant) else { return nil }
    self.init(layout: String(layout), variant: String(variant))
  }

  /// The name in the notation of XKB: `de(neo)`.
  package var description: String { variant.isEmpty ? layout : "\(layout)(\(variant))" }

  /// The form that needs no quotes in a shell: `de+neo`.
  package var word: String { variant.isEmpty ? layout : "\(layout)+\(variant)" }

  /// Example: `us(altgr_intl)` → `xkb-us-altgr-intl`.
  package var keyboardName: String {
    let words = ["xkb", layout, variant].filter { !$0.isEmpty }.joined(separator: "-").lowercased()
    return String(words.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(64))
  }

  /// The name that the shipped keyboard made from this layout has, if there is one.
  ///
  /// It is the name of the imported one without `xkb-`.
  package var shippedName: String { String(keyboardName.dropFirst(4)) }

  private static func isName(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isAllowed)
  }

  /// True for an ASCII letter, a digit, `_` and `-`.
  static func isAllowed(_ byte: UInt8) -> Bool {
    (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 95 || byte == 45
  }
}

/// The sequences of a Compose file, as libxkbcommon reads them.
@safe
package final class ComposeTable {
  enum Status: Equatable {
    case nothing, waits, cancelled
    case types(String)
  }

  private let library: XKBLibrary
  private let table: OpaquePointer
  private let state: OpaquePointer

  /// The Compose file that is used in every locale, so that all users import the same keyboard.
  private static let path = "/usr/share/X11/locale/en_US.UTF-8/Compose"

  package init(library: XKBLibrary) throws(ImportError) {
    let path = Self.path
    self.library = library
    let functions = library.functions
    guard let file = unsafe fopen(path, "re") else {
      throw ImportError(
        "The Compose file \(path) cannot be read. Install it with "
          + "“apt-get install libx11-data”.")
    }
    defer { unsafe _ = fclose(file) }
    let made = unsafe functions.compose_table_new_from_file(
      library.context, file, "en_US.UTF-8", 1, 0)
    guard let table = unsafe made, let state = unsafe functions.compose_state_new(table, 0) else {
      throw ImportError("The Compose file \(path) contains errors. Reinstall it.")
    }
    unsafe self.table = table
    unsafe self.state = state
  }

  deinit {
    unsafe library.functions.compose_state_unref(state)
    unsafe library.functions.compose_table_unref(table)
  }

  func status(after keysyms: [UInt32]) -> Status {
    let functions = library.functions
    unsafe functions.compose_state_reset(state)
    for keysym in keysyms { unsafe _ = functions.compose_state_feed(state, keysym) }
    switch unsafe functions.compose_state_get_status(state) {
    case 1: return .waits
    case 2:
      return .types(
        unsafe XKBLibrary.text { unsafe functions.compose_state_get_utf8(state, $0, $1) })
    case 3: return .cancelled
    default: return .nothing
    }
  }
}
