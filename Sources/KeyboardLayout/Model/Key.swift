/// A key: what it says and does, without a place.
///
/// Frames belong to slots of a panel, keys sit in slots; shuffling moves keys, never frames.
public struct Key: Hashable, Sendable {
  /// The character of an input key, the role's name of any other; unique on its page.
  ///
  /// The second key of a role ends in `-2`, the third in `-3`.
  public var id: String
  /// What the cap shows while shift is off.
  public var label: String
  /// What the key does.
  public var role: KeyRole
  /// What the key inserts while shift is off; empty for keys that insert nothing.
  public var output: String
  /// What it inserts while shift is on; `nil` means the upper case of `output`.
  public var shifted: String?
  /// Other characters a long press offers.
  public var alternates: [String]
  /// The width the file asks for; `nil` means the default of role and row.
  public var width: KeyWidth?

  /// An input key; label and output are its `id` unless given.
  public init(
    input id: String, label: String? = nil, output: String? = nil, shifted: String? = nil,
    alternates: [String] = [], width: KeyWidth? = nil
  ) {
    self.id = id
    self.output = output ?? id
    self.label = label ?? id
    self.role = .input
    self.shifted = shifted
    self.alternates = alternates
    self.width = width
  }

  /// A function key with the label of its role unless given; `space` inserts U+0020.
  public init(role: KeyRole, id: String? = nil, label: String? = nil, width: KeyWidth? = nil) {
    self.id = id ?? role.rawValue
    self.label = label ?? role.label
    self.role = role
    self.output = role == .space ? " " : ""
    self.shifted = role == .space ? " " : ""
    self.alternates = []
    self.width = width
  }

  /// What the key inserts in this shift state.
  public func output(isShifted: Bool) -> String {
    isShifted ? shifted ?? Key.upperCase(of: output) : output
  }

  /// What the cap shows in this shift state; labels of function keys never change.
  public func label(isShifted: Bool) -> String {
    guard isShifted, role == .input else { return label }
    return label == output ? output(isShifted: true) : Key.upperCase(of: label)
  }

  /// The upper case of a text if that is one grapheme, else the text: `é` → `É`, `ß` → `ß`.
  public static func upperCase(of text: String) -> String {
    let upper = text.uppercased()
    return upper.count == 1 ? upper : text
  }
}
