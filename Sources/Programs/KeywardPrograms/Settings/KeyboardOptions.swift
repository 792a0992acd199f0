import KeywardEngine

/// The options for the keyboard, the accepted characters and the source of input.
package struct KeyboardOptions: Hashable, Sendable {
  /// The name or file of the keyboard; nil for the default.
  ///
  /// Several keyboards are separated by commas.
  package var layout: String? { didSet { loaded = nil } }
  /// The keyboards of `layout`, loaded early because the sandbox forbids opening files.
  private var loaded: [KeyboardDefinition]?
  package var panel: PanelName?
  package var title = ""
  package var fullWidth = false
  package var shuffle = ShuffleMode.none
  package var input = InputMode.any
  package var feedback = Feedback.none
  package var maxLength: Int?
  package var allow: String?

  package init() {}

  package static let group = OptionGroup<Self>(
    "Keyboard",
    [
      .value(
        Self.layoutName, .keyboard,
        """
        Keyboard by name (see keyward layouts list) or file; several, separated by commas, to switch \
        between: Ctrl-O types the same keys in the next one. Default: latin-qwerty.
        """
      ) { $0.layout = $1 }.setting(spelled: "layouts"),
      .value(
        "panel", .name,
        "Panel to show first; numbers and id-card have no key to other panels. Default: letters."
      ) { $0.panel = $1 },
      .value(
        "title", .text(),
        "Show a toolbar above the keys, with this title and buttons for the other panels."
      ) { $0.title = $1 },
      .flag(
        "full-width", "Let the symbols panel switch to full-width characters, as used in Chinese."
      ) { $0.fullWidth = true },
      .value(
        "shuffle", .name,
        """
        Keys to swap at random: none (the default), digits (on the panels numbers and id-card), or all. \
        This protects against someone who learns only where you press: from hand movements, smears on \
        the screen or logged clicks. It does not protect against someone who sees the labels, for \
        example through a camera or in a screen recording. It has no effect on the physical keyboard, \
        and slows typing.
        """
      ) { $0.shuffle = $1 }.setting,
    ])

  package static let rulesGroup = OptionGroup<Self>(
    "Typing rules",
    [
      .value(
        "input", .name,
        """
        Keyboards that type characters: any (the default); keys (only the physical one); or screen \
        (only the drawn one). With screen, the physical keyboard only moves the focus and presses drawn \
        keys, so a recording of its keys does not contain the characters. --form inline then uses \
        the whole window.
        """
      ) { $0.input = $1 }.setting,
      .value(
        "feedback", .name,
        """
        Highlight the pressed key: press, or none (the default). Onlookers can see the highlight, too.
        """
      ) { $0.feedback = $1 }.setting,
      .value(
        "max-length", .number(1...SecretText.largestCapacity, of: "characters"),
        "Maximum number of characters, at most \(SecretText.largestCapacity); --expect takes precedence."
      ) { $0.maxLength = $1 }.setting,
      .value("allow", .characters, "Allow only these characters to be typed.") { $0.allow = $1 },
    ])

  /// The name of the option `layout`, whose value in a configuration file can be a relative path.
  static let layoutName = "layout"

  package func keyboards() throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    var keyboards = if let loaded { loaded } else { try read() }
    if let panel { keyboards[0] = try keyboards[0].completed(with: panel) }
    return keyboards
  }

  /// True if there is another keyboard to switch to.
  var hasOthers: Bool { loaded.map { $0.count > 1 } ?? layout?.utf8.contains(0x2c) ?? false }

  /// The panel that is shown first and has no key to others; nil for a keyboard with letters.
  var onlyPanel: PanelName? {
    if let panel { return panel }
    guard layout != nil, let panels = try? keyboards().first?.panels else { return nil }
    return panels.contains { !$0.name.isPad } ? nil : panels.first?.name
  }

  /// The rules of the typed text; nil if they depend on the keyboard, which must be read first.
  var rules: Acceptance? {
    guard layout == nil, panel == nil, input != .screen else { return nil }
    return Acceptance(allowing: allow.map { Set($0.unicodeScalars) }, longest: maxLength)
  }

  private func read() throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    guard let layout else { return [try ShippedLayouts.library().keyboard("latin-qwerty")] }
    return try ShippedLayouts.library().keyboards(layout)
  }

  mutating func load() throws(KeyboardLibraryError) {
    if loaded == nil { loaded = try read() }
  }

  package func configuration(
    on screen: ScreenDescription, _ profile: MetricsProfile
  ) throws(CommandFailure) -> KeyboardConfiguration {
    let keyboards = try definitions()
    // Throws if the chosen panel is missing.
    if panel != nil { _ = try panelSet(of: keyboards) }
    var configuration = KeyboardConfiguration(
      definition: keyboards[0], profile: profile, screen: screen)
    configuration.others = Array(keyboards.dropFirst())
    configuration.isChosen = layout != nil
    configuration.title = title
    configuration.panel = panel
    configuration.fullWidth = fullWidth
    configuration.shuffle = shuffle
    configuration.input = input
    configuration.feedback = feedback
    configuration.maxLength = maxLength
    configuration.allowList = allow.map { .characters(of: $0) }
    return configuration
  }

  package func definitions() throws(CommandFailure) -> [KeyboardDefinition] {
    do { return try keyboards() } catch { throw CommandFailure(error) }
  }

  package func panelSet(of keyboards: [KeyboardDefinition]) throws(CommandFailure) -> PanelSet {
    try orFail(.usage) {
      try PanelSet(
        of: keyboards[0], startingWith: panel, hasToolbar: !title.isEmpty, fullWidth: fullWidth,
        next: keyboards.dropFirst().first?.shortName)
    }
  }
}

extension KeyboardDefinition {
  package static func named(_ nameOrPath: String) throws(CommandFailure) -> KeyboardDefinition {
    do { return try ShippedLayouts.library().keyboard(nameOrPath) } catch {
      throw CommandFailure(error)
    }
  }

  /// Reads a keyboard file of any owner, for a use without secrets.
  package static func checked(file path: String) throws(CommandFailure) -> KeyboardDefinition {
    do { return try ShippedLayouts.library().file(path, checksOwner: false) } catch {
      throw CommandFailure(error)
    }
  }

  /// Returns the path of the user's keyboard `name`, with or without `.yaml`; nil if there is none.
  package static func ownFile(of name: String) -> String? {
    let library = ShippedLayouts.library()
    let stem = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
    guard let folder = library.folder, library.userNames.contains(stem) else { return nil }
    return "\(folder)/\(stem).yaml"
  }
}

extension CommandFailure {
  init(_ error: KeyboardLibraryError) {
    switch error {
    case .unknown:
      let folder = ShippedLayouts.library().folder ?? "~/.config/keyward/keyboards"
      self.init(
        "\(error.advice) To use your own keyboard, give the path of its file, or save it as "
          + "\(folder)/NAME.yaml.",
        status: .usage)
    case .faults(let faults): self.init(faults: faults)
    }
  }
}

extension KeyboardLibraryError {
  /// The description of the error.
  ///
  /// If there are too many names to list here, it names the command that lists them.
  package var advice: String {
    guard case .unknown(let name) = self, !name.listsKnown else { return description }
    return "\(description) `keyward layouts list` lists all keyboards."
  }
}
