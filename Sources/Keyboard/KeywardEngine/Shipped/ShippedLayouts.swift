/// The keyboards that are part of Keyward, embedded in the program.
///
///     let definition = try ShippedLayouts.keyboard(named: "latin-qwerty")
///
/// Nothing is read from disk. Each call reads the keyboard again, which takes less than a
/// millisecond.
public enum ShippedLayouts {
  /// The names of the keyboards, in alphabetical order.
  public static var keyboardNames: [String] { ShippedFiles.keyboardNames }

  package static var source: KeyboardSource {
    var source = KeyboardSource(
      names: ShippedFiles.keyboardNames, bytes: { ShippedFiles.keyboard($0) })
    source.isShipped = { ShippedFiles.hasKeyboard($0) }
    source.form = { ShippedFiles.form($0) }
    return source
  }

  package static func form(_ name: FormName) throws(LayoutFileErrors) -> KeyboardForm {
    try KeyboardForm.load(ShippedFiles.form(name) ?? [], path: "\(name.rawValue).yaml")
  }

  /// Returns the shipped keyboard with the given name.
  ///
  /// - Throws: ``KeyboardLibraryError`` for an unknown name; the error lists the known names.
  public static func keyboard(
    named name: String
  ) throws(KeyboardLibraryError) -> KeyboardDefinition {
    try KeyboardLibrary(shipped: source, folder: nil).keyboard(name)
  }

  package static func library() -> KeyboardLibrary {
    library(
      configHome: environmentVariable("XDG_CONFIG_HOME"), home: environmentVariable("HOME"))
  }

  package static func library(configHome: String?, home: String?) -> KeyboardLibrary {
    KeyboardLibrary(
      shipped: source, folder: KeyboardLibrary.folder(configHome: configHome, home: home))
  }
}

extension KeyboardDefinition {
  /// Returns this keyboard with the given panel added from a shipped keyboard.
  ///
  /// If this keyboard already has the panel, or if the panel is `letters`, the keyboard is returned
  /// unchanged.
  package func completed(
    with panel: PanelName
  ) throws(KeyboardLibraryError) -> KeyboardDefinition {
    let lender: String
    switch panel {
    case .letters: return self
    case .numbers: lender = "number"
    case .idCard: lender = "id-card"
    case .symbols: lender = "symbols"
    }
    if self.panel(panel) != nil { return self }
    var completed = self
    completed.panels += try ShippedLayouts.keyboard(named: lender).panels
    return completed
  }
}

/// Random numbers from libsodium, which reads the kernel's random source and ensures a uniform
/// distribution by rejection sampling.
public struct SodiumRandom: RandomSource, Sendable {
  /// Creates a source; it has no state and no seed.
  public init() {}

  /// Returns a number from 0 to `bound` − 1.
  public func next(below bound: Int) -> Int { secureRandomNumber(below: bound) }
}
