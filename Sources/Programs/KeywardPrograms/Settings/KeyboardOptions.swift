import KeyboardEngine

package struct KeyboardOptions: Hashable, Sendable {
  /// The name or file of the keyboard, or a pair of them; nil for the default.
  package var layout: String? { didSet { loaded = nil } }
  /// The loaded keyboards of `layout`, kept because files can no longer be opened inside the
  /// sandbox.
  private var loaded: [KeyboardDefinition]?
  /// The first panel; nil for the keyboard's default.
  package var panel: PanelName?
  /// The title in the toolbar; empty for no toolbar.
  package var title = ""
  /// True if symbols switch to the full-width characters of Chinese.
  package var fullWidth = false
  /// The keys that change places at random.
  package var shuffle = ShuffleMode.none

  package init() {}

  package static let group = OptionGroup<Self>(
    "Keyboard",
    [
      .value(
        Self.layoutName, .keyboard,
        """
        Keyboard by name (see keyward layouts list) or by file; a value with a slash or ending in \
        .yaml, .yml or .json is a file. Two with a comma between them are a pair to switch \
        between; a keyboard without Latin letters is paired with latin-qwerty, unless its file \
        specifies otherwise.
        """
      ) { $0.layout = $1 }.setting,
      .value(
        "panel", .name, "First panel; numbers and id-card cannot switch to another panel."
      ) { $0.panel = $1 },
      .value("title", .text(), "Show this title, and a toolbar above the keys.") { $0.title = $1 },
      .flag(
        "full-width", "Let the symbols panel switch to full-width characters, as used in Chinese."
      ) { $0.fullWidth = true },
      .value(
        "shuffle", .name,
        """
        Keys to swap at random. Protects from people who learn only positions, by watching your \
        hand, from smears or from logged clicks. Does not protect from people who see the labels, \
        as on a camera or a screen recording, has no effect on the physical keyboard, and slows \
        typing.
        """
      ) { $0.shuffle = $1 }.setting,
    ])

  /// The name of the option `layout`; its value in a configuration file can be a path.
  static let layoutName = "layout"

  /// Reads the keyboards named by the options; the first is shown first.
  package func keyboards() throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    var keyboards = if let loaded { loaded } else { try read() }
    if let panel { keyboards[0] = try keyboards[0].completed(with: panel) }
    return keyboards
  }

  private func read() throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    guard let layout else { return [try ShippedLayouts.library().keyboard("latin-qwerty")] }
    return try ShippedLayouts.library().keyboards(layout)
  }

  mutating func load() throws(KeyboardLibraryError) { loaded = try read() }
}

/// The options for accepted characters and their source.
package struct RuleOptions: Hashable, Sendable {
  package var input = InputMode.any
  /// True if a pressed key of the drawn keyboard looks pressed.
  package var feedback = Feedback.none
  /// The maximum number of characters that can be typed; nil for the limit set by memory.
  package var maxLength: Int?
  /// The only characters that can be typed; nil for all.
  package var allow: String?

  package init() {}

  package static let group = OptionGroup<Self>(
    "Typing rules",
    [
      .value(
        "input", .name,
        """
        Keyboards that type characters: any; keys (only the physical one); or screen (only the \
        drawn one). With screen, the physical keyboard only moves the focus and presses drawn \
        keys, so that a recording of its keys does not contain the characters, and --form inline \
        uses the whole window.
        """
      ) { $0.input = $1 }.setting,
      .value(
        "feedback", .name,
        "Show which key is pressed; people who can see the screen see this, too."
      ) { $0.feedback = $1 }.setting,
      .value(
        "max-length", .number(1...SecretText.largestCapacity, of: "characters"),
        "Maximum number of characters that can be typed."
      ) { $0.maxLength = $1 }.setting,
      .value("allow", .characters, "The only characters that can be typed.") { $0.allow = $1 },
    ])

  package func apply(to configuration: inout KeyboardConfiguration) {
    configuration.input = input
    configuration.feedback = feedback
    configuration.maxLength = maxLength
    configuration.allowList = allow.map { .characters(of: $0) }
  }
}
