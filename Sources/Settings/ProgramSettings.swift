import KeywardEngine
import TerminalUI

/// The settings of dialogues, from the environment and the configuration file.
///
/// They hold unless the caller says otherwise, since programs that others call get no options. The
/// words are the long options of `keyward`, with the same meaning.
package struct ProgramSettings: Hashable, Sendable {
  /// The keys of the drawn keyboard that trade places.
  package var shuffle = ShuffleMode.none
  /// The keyboards that type characters.
  package var input = InputMode.any
  /// The mask over the characters of a secret.
  package var mask = DialogueOptions.Mask.bullets
  /// True if a pressed key of the drawn keyboard looks pressed.
  package var feedback = Feedback.none
  /// The name or file of the drawn keyboard; nil for the usual one.
  package var layout: String? { didSet { loaded = nil } }
  /// The keyboard of `layout`, once it was looked for: a sandbox opens no file later.
  private var loaded: [KeyboardDefinition]?
  /// The place of the setting `layout`, for a sentence about an unknown keyboard.
  package var layoutPlace = ""
  /// Whether only lines of text are sent.
  package var isPlain = false
  /// Whether Ctrl-T shows the typed characters.
  package var allowsReveal = false
  /// The time limit of dialogues; nil if none is set.
  package var timeout: DialogueTimeout?
  /// The most characters of a secret; nil for the limit of its memory.
  package var longestSecret: Int?
  /// True if dialogues go on without locked memory.
  package var allowsUnlockedMemory = false
  /// True if secrets are kept in memory that the kernel itself cannot read, if it has such memory.
  package var usesSecretMemory = true
  /// The use of a sandbox once a program asks.
  package var sandbox = Sandbox.Use.yes
  /// Whether colours are used.
  package var usesColour = true
  /// The form of dialogues in the window; nil if none is set.
  package var form: ScreenForm?
  /// True if a line stays where a dialogue at the cursor was answered.
  package var keepsLine = false
  /// True if a child leaves the terminal after a kill of this process.
  package var usesWatcher = true
  /// The set of colours.
  package var theme = Theme.auto
  /// True if the mouse may press drawn keys.
  package var usesMouse = true
  /// True if the drawn keyboard is there from the start; nil if that is not set.
  package var showsKeyboard: Bool?
  /// The terminal of the caller, if `PINENTRY_USER_DATA` names it.
  package var terminal: String?

  /// The default settings.
  package init() {}

  /// The settings of an environment: the configuration file, overridden by `KEYWARD_OPTIONS`.
  ///
  /// - Parameters:
  ///   - readsUserData: Whether `PINENTRY_USER_DATA` overrides both.
  ///   - lookup: The environment.
  ///   - say: Takes one sentence for each unknown entry, which is ignored.
  package init(
    readsUserData: Bool = false, environment lookup: (String) -> String?, say: (String) -> Void
  ) {
    var layouts: [(name: String, place: String)] = []
    if let file = ConfigurationFile(environment: lookup) {
      file.complaints.forEach(say)
      take(file)
      if let layout { layouts.append((layout, layoutPlace)) }
    }
    for source in Self.sources(readsUserData: readsUserData) {
      layout = nil
      take(source, environment: lookup).forEach(say)
      if readsUserData { terminal = Self.terminal(userData: lookup(Self.userData)) }
      if let layout { layouts.append((layout, layoutPlace)) }
    }
    takeLayout(of: layouts, say: say)
  }

  /// Takes the last `layout` that exists; reports others, and ignores them like all unknown
  /// entries.
  private mutating func takeLayout(
    of layouts: [(name: String, place: String)], say: (String) -> Void
  ) {
    for (index, (name, place)) in layouts.enumerated().reversed() {
      (layout, layoutPlace) = (name, place)
      do throws(KeyboardLibraryError) {
        loaded = try keyboards()
        return
      } catch {
        let outcome = index == 0 ? "The usual keyboard is drawn instead." : "It is ignored."
        say("\(place): \(error.oneSentence) \(outcome)")
      }
    }
    layout = nil
  }

  /// True if a keyboard is drawn from the start, in a dialogue that has none by default.
  package var wantsKeyboard: Bool { showsKeyboard == true || input == .screen }

  /// Whether memory must be locked.
  package var lockPolicy: MemoryLockPolicy { allowsUnlockedMemory ? .allowUnlocked : .required }

  /// The protections of a program before it asks.
  ///
  /// - Parameters:
  ///   - sandbox: The sandbox.
  ///   - faultSentence: The sentence for standard error after a fault.
  /// - Returns: The preparation, still without fields.
  package func preparation(
    _ sandbox: Sandbox, faultSentence: StaticString
  ) -> PromptHost.Preparation {
    var preparation = PromptHost.Preparation(faultSentence: faultSentence)
    preparation.startsRestoreHelper = usesWatcher
    preparation.sandbox = sandbox
    preparation.lockPolicy = lockPolicy
    preparation.usesSecretMemory = usesSecretMemory
    preparation.longest = longestSecret
    return preparation
  }

  /// Reads the keyboards that can be drawn, the first one to show first.
  ///
  /// - Throws: `KeyboardLibraryError` if `layout` is not a keyboard.
  func keyboards() throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    if let loaded { return loaded }
    guard let layout else {
      return [try ShippedLayouts.keyboard(named: "latin-qwerty")]
    }
    return try ShippedLayouts.library().keyboards(layout)
  }
}

extension ProgramSettings {
  /// Makes the hidden keyboard of a prompt; nil if it cannot be loaded.
  ///
  /// - Parameters:
  ///   - title: The title in the strip above it; empty for no strip.
  ///   - field: The field it types into.
  ///   - random: The source of random numbers for its shuffle.
  /// - Returns: The keyboard.
  package func keyboard(title: String, field: SecretField, random: any RandomSource) -> Keyboard? {
    guard let keyboards = try? keyboards(), let first = keyboards.first,
      let profile = try? ShippedLayouts.metrics().profile(named: "default"),
      let screen = try? ScreenDescription(columns: 80, lines: 24)
    else { return nil }
    var configuration = KeyboardConfiguration(
      definition: first, profile: profile, screen: screen)
    configuration.others = Array(keyboards.dropFirst())
    configuration.title = title
    configuration.shuffle = shuffle
    configuration.input = input
    configuration.feedback = feedback
    return try? Keyboard(configuration, field: field, random: random)
  }
}

extension KeyboardLibraryError {
  /// The first of its sentences, with a full stop.
  fileprivate var oneSentence: String {
    let line = advice.split(separator: "\n").first.map(String.init) ?? ""
    return line.hasSuffix(".") || line.hasSuffix("?") ? line : line + "."
  }
}
