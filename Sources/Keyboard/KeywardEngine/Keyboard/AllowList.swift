/// The characters that a field accepts.
///
/// Control characters are rejected, except tabs in a paste, and line feeds in a text of several
/// lines.
public enum AllowList: Hashable, Sendable {
  /// Every character.
  case any
  /// The characters that the keyboard's panels can type, including the space if a panel has one.
  case panels
  /// Only the given characters.
  case scalars(Set<Unicode.Scalar>)

  /// Only the characters of a string, as with the option `--allow`.
  public static func characters(of text: String) -> AllowList {
    .scalars(Set(text.unicodeScalars))
  }
}

/// The rules by which a field accepts input, applied before the input becomes part of the text.
package struct Acceptance {
  package let allowed: Set<Unicode.Scalar>?
  package let isIDCard: Bool
  let idCardLetter: LetterCase
  package let longest: Int?
  package let paste: PastePolicy
  /// The form that the text has; nil for any text.
  package let expected: EntryKind?
  /// True if line feeds are accepted, and in a paste carriage returns, too.
  let acceptsNewline: Bool

  /// The rules of a text for which no keyboard with other rules is chosen.
  package init(allowing allowed: Set<Unicode.Scalar>? = nil, longest: Int? = nil) {
    (isIDCard, idCardLetter) = (false, .lower)
    self.allowed = allowed
    self.longest = longest
    paste = .always
    expected = nil
    acceptsNewline = false
  }

  var takesEveryLetter: Bool { allowed == nil && !isIDCard }

  init(_ configuration: KeyboardConfiguration, panels: PanelSet) {
    idCardLetter = configuration.idCardLetter
    paste = configuration.paste
    expected = configuration.expects
    acceptsNewline = configuration.acceptsNewline
    if let expected {
      (allowed, isIDCard, longest) = (expected.alphabet, false, nil)
      return
    }
    let isPad = panels.panels.allSatisfy(\.isPad)
    isIDCard = panels.panels == [.idCard]
    longest = configuration.maxLength
    switch configuration.allowList ?? (isPad ? .panels : .any) {
    case .any: allowed = nil
    case .scalars(let scalars): allowed = scalars
    case .panels: allowed = Self.scalars(of: configuration)
    }
  }

  private static func scalars(of configuration: KeyboardConfiguration) -> Set<Unicode.Scalar> {
    var scalars: Set<Unicode.Scalar> = []
    for index in 0...configuration.others.count {
      let definition = configuration.definition(index)
      guard let panels = try? PanelSet(configuration, ofKeyboard: index)
      else { continue }
      for name in panels.panels {
        for page in definition.panel(name)?.pages ?? []
        where page.width == .half || panels.hasFullWidth {
          for key in page.keys where key.role == .input || key.role == .space {
            for text in texts(of: key, in: definition) { scalars.formUnion(text.unicodeScalars) }
          }
        }
      }
      for sequence in definition.deadKeys.sequences {
        scalars.formUnion(sequence.text.unicodeScalars)
      }
    }
    return scalars
  }

  private static func texts(of key: Key, in definition: KeyboardDefinition) -> [String] {
    let capitals = key.alternates.map { Key.upperCase(of: $0, in: definition.language) }
    return KeyLevel.allCases.map(key.output(at:)) + key.alternates + capitals
  }

  /// Returns a key as it is drawn, without the alternates that are refused; nil if all of its
  /// characters are.
  ///
  /// A dead key is kept unless all characters are ASCII ones, which need none.
  func drawn(_ key: Key, of definition: KeyboardDefinition) -> Key? {
    guard let allowed, key.role == .input else { return key }
    let isDead = KeyLevel.allCases.contains { level in
      if case .dead = key.action(at: level) { true } else { false }
    }
    let needsDead = isDead && !allowed.allSatisfy(\.isASCII)
    guard needsDead || Self.texts(of: key, in: definition).contains(where: allows) else {
      return nil
    }
    var drawn = key
    drawn.alternates.removeAll {
      !allows($0) && !allows(Key.upperCase(of: $0, in: definition.language))
    }
    return drawn
  }

  /// True for a text of allowed characters; false if it is empty.
  func allows(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { allowed?.contains($0) ?? true }
  }

  func allows(_ bytes: RawSpan, inPaste isPaste: Bool = false) -> Bool {
    bytes.withText { text in
      var scalars = text.makeUnicodeScalarIterator()
      while let scalar = scalars.next() {
        if acceptsNewline, scalar == "\n" || isPaste && scalar == "\r" { continue }
        let isControl = scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        if isControl, !isPaste || scalar != "\t" { return false }
        if let allowed, !allowed.contains(scalar) { return false }
      }
      return true
    } ?? false
  }

  /// True if `bytes` can be the characters of a Chinese ID card number from index `offset` on.
  ///
  /// The number has 17 digits, followed by a check character: a digit, `X` or `x`.
  func isIDCard(_ bytes: RawSpan, from offset: Int) -> Bool {
    for index in 0..<bytes.byteCount {
      let byte = bytes.byte(index)
      let isDigit = (0x30...0x39).contains(byte)
      let isLetter = byte | 0x20 == 0x78
      switch offset + index {
      case ..<17: if !isDigit { return false }
      case 17: if !isDigit, !isLetter { return false }
      default: return false
      }
    }
    return true
  }
}

extension AllowList {
  /// True for a complete Chinese ID card number with the correct check character.
  ///
  /// The number has 17 digits, followed by the check character: a digit, `X` or `x`.
  static func isIDCardNumber(_ bytes: RawSpan) -> Bool {
    bytes.byteCount == 18 && ISO7064.isValid(bytes)
  }
}
