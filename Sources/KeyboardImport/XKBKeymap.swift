import CXKB
import KeyboardLayout

/// A compiled layout, with the effect of each key while shift and AltGr are down.
@safe
final class XKBKeymap {
  /// The effect of a key in a state: its keysyms and their text.
  struct Effect: Hashable {
    var keysyms: [UInt32]
    var text: String
  }

  private let library: XKBLibrary
  private let keymap: OpaquePointer
  private let modifiers: [Modifier: UInt32]

  /// A key to hold while others are pressed.
  enum Modifier: UInt32, CaseIterable {
    case shift = 0xFFE1
    case level3 = 0xFE03
    case level5 = 0xFE11
  }

  /// Compiles a layout; `nil` if that fails.
  init?(_ name: XKBLayoutName, library: XKBLibrary) {
    self.library = library
    let functions = library.functions
    let compiled = unsafe "evdev".withCString { rules in
      unsafe "pc105".withCString { model in
        unsafe name.layout.withCString { layout in
          unsafe name.variant.withCString { variant in
            unsafe "".withCString { options in
              var names = unsafe xkb_names(
                rules: rules, model: model, layout: layout, variant: variant, options: options)
              return unsafe functions.keymap_new_from_names(library.context, &names, 0)
            }
          }
        }
      }
    }
    guard let compiled = unsafe compiled else { return nil }
    unsafe keymap = compiled
    modifiers = unsafe Self.modifiers(of: compiled, functions)
  }

  deinit { unsafe library.functions.keymap_unref(keymap) }

  /// The keys that shift and switch levels.
  ///
  /// For each modifier it is the first key that does so by itself and has no other effect with
  /// shift, like the keys that XKB reserves for this; otherwise the first key that does so.
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

  /// Tells whether some key switches to the levels of a modifier.
  func has(_ modifier: Modifier) -> Bool { modifiers[modifier] != nil }

  /// The effects of keys while modifiers are down; keys that the keymap lacks are left out.
  func effects(
    of positions: [KeyPosition], holding held: [Modifier]
  ) -> [KeyPosition: Effect] {
    let functions = library.functions
    guard let state = unsafe functions.state_new(keymap) else { return [:] }
    defer { unsafe functions.state_unref(state) }
    // Shift first: at higher levels its key may have another effect, while the others' keys have
    // the same everywhere.
    for modifier in Modifier.allCases where held.contains(modifier) {
      guard let key = modifiers[modifier] else { return [:] }
      _ = unsafe functions.state_update_key(state, key, 1)
    }
    var effects: [KeyPosition: Effect] = [:]
    for position in positions {
      let key = unsafe functions.keymap_key_by_name(keymap, position.nameOfXKB)
      guard key != UInt32.max else { continue }
      var keysyms: UnsafePointer<UInt32>?
      let count = unsafe functions.state_key_get_syms(state, key, &keysyms)
      let list = (0..<Int(max(0, count))).compactMap { unsafe keysyms?[$0] }
      let text = unsafe XKBLibrary.text { unsafe functions.state_key_get_utf8(state, key, $0, $1) }
      effects[position] = Effect(keysyms: list, text: text)
    }
    return effects
  }
}

extension KeyPosition {
  /// The name of the key in XKB's rules.
  fileprivate var nameOfXKB: String { name == "AC12" ? "BKSL" : name }
}
