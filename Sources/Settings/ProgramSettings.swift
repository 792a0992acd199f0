import KeywardEngine
import TerminalUI

/// How dialogues behave where their caller says nothing: from the environment and the configuration
/// file, since the programs that others call are given no options.
///
/// The words are the long options of `keyward`, with the same meaning.
package struct ProgramSettings: Hashable, Sendable {
  /// Which keys of the drawn keyboard trade places.
  package var shuffle = ShuffleMode.none
  /// Which keyboards type characters.
  package var input = InputMode.any
  /// What stands for the characters of a secret.
  package var mask = DialogueOptions.Mask.bullets
  /// Whether a pressed key of the drawn keyboard looks pressed.
  package var feedback = Feedback.none
  /// The name or file of the drawn keyboard; nil for the usual one.
  package var layout: String? { didSet { loaded = nil } }
  /// The keyboard of `layout`, where it was looked for: a sandbox opens no file of one later.
  private var loaded: [KeyboardDefinition]?
  /// Where `layout` was said, for the sentence that there is no such keyboard.
  package var layoutPlace = ""
  /// Whether only lines of text are sent.
  package var isPlain = false
  /// Whether Ctrl-T shows what was typed.
  package var allowsReveal = false
  /// When dialogues end by themselves; nil where nothing was said.
  package var timeout: DialogueTimeout?
  /// The most characters a secret may have; nil for no limit but the memory's.
  package var longestSecret: Int?
  /// Whether memory that cannot be locked is better than none.
  package var allowsUnlockedMemory = false
  /// Whether secrets are kept in memory that the system itself cannot read, where it has such memory.
  package var usesSecretMemory = true
  /// Whether programs lock themselves into a sandbox once they ask.
  package var sandbox = Sandbox.Use.yes
  /// Whether colours are used.
  package var usesColour = true
  /// How dialogues stand in the window; nil where nothing was said.
  package var form: ScreenForm?
  /// Whether a line stays where a dialogue at the cursor was answered.
  package var keepsLine = false
  /// Whether a child waits for a kill, to leave the terminal in our place.
  package var usesWatcher = true
  /// Which set of colours is used.
  package var theme = Theme.auto
  /// Whether the drawn keyboard is there from the start; nil where nothing was said.
  package var showsKeyboard: Bool?
  /// The terminal of whoever asks, as far as `PINENTRY_USER_DATA` names it.
  package var terminal: String?

  /// The settings where nothing was said.
  package init() {}

  /// The settings of an environment: the configuration file, and over it `KEYWARD_OPTIONS`.
  ///
  /// - Parameters:
  ///   - readsUserData: Whether `PINENTRY_USER_DATA` counts too, over both.
  ///   - lookup: The environment.
  ///   - say: Takes one sentence for each thing that was not understood and is ignored.
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

  /// Takes the last keyboard there is; one that is none is told, and ignored like all that is not
  /// understood.
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

  /// Whether a keyboard is drawn from the start, in a dialogue that has none by itself.
  package var wantsKeyboard: Bool { showsKeyboard == true || input == .screen }

  /// Whether memory must be locked.
  package var lockPolicy: MemoryLockPolicy { allowsUnlockedMemory ? .allowUnlocked : .required }

  /// The keyboards that can be drawn, the one to begin with first.
  ///
  /// - Throws: `KeyboardLibraryError` where `layout` is no keyboard.
  func keyboards() throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    if let loaded { return loaded }
    guard let layout else {
      return [try ShippedLayouts.keyboard(named: "latin-qwerty")]
    }
    return try ShippedLayouts.library().keyboards(layout)
  }
}

extension ProgramSettings {
  /// The keyboard a prompt draws, hidden; nil where it cannot be loaded.
  ///
  /// - Parameters:
  ///   - title: What stands in the strip above it; empty for no strip.
  ///   - field: Where it types.
  ///   - random: Where its shuffle comes from.
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
