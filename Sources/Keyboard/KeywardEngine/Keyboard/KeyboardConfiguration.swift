/// The options with which a keyboard is created.
///
///     var configuration = try KeyboardConfiguration(
///       layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
///     configuration.maxLength = 6
public struct KeyboardConfiguration: Sendable {
  /// The keyboard that is shown first, with its panels and keys.
  public var definition: KeyboardDefinition
  /// The other keyboards that `next-keyboard` keys cycle through; none by default.
  public var others: [KeyboardDefinition] = []
  /// True if the user has chosen the keyboard; the space bar then shows the keyboard's name.
  package var isChosen = false
  package var profile: MetricsProfile
  /// The screen, in its initial orientation.
  public var screen: ScreenDescription
  /// The height of the panel; by default, the metrics profile computes it from the screen's width.
  ///
  /// On a touch screen, a key should be at least 44 points high. With `fill`, the keys of a number
  /// pad with four rows are that high on a screen of 480 × 320 points.
  public var panelHeight = PanelHeight.metrics
  /// The title in the middle of the toolbar; if it is empty, the keyboard has no toolbar.
  public var title = ""
  /// The panel that is shown when the keyboard appears; `nil` for the definition's first panel.
  ///
  /// A panel that the definition lacks is added from a shipped keyboard.
  public var panel: PanelName?
  /// True if the user can switch the `symbols` panel to full-width characters; off by default.
  public var fullWidth = false
  /// The keys to shuffle; none by default.
  public var shuffle = ShuffleMode.none
  /// When the keys are shuffled again; by default each time the keyboard is shown.
  public var reshuffle = Reshuffle.presentation
  /// The keyboards that may type: on screen, hardware, or by default both.
  public var input = InputMode.any
  /// When a paste is accepted; always by default.
  public var paste = PastePolicy.always
  /// The accepted characters; `nil` means `panels` on a number pad or ID card keyboard, else `any`.
  public var allowList: AllowList?
  /// The maximum number of graphemes; `nil` means that only the capacity of the text limits it.
  public var maxLength: Int?
  /// The form that the text is expected to have; `nil` for any text.
  ///
  /// It decides `panel`, `allowList`, `maxLength` and `idCardLetter`.
  public var expects: EntryKind?
  /// The case in which the `x` of an ID card number is drawn, typed and stored; lower by default.
  public var idCardLetter = LetterCase.lower
  /// True if only a complete ID card number with the correct check character can be submitted.
  public var idCardCheck = false
  /// The purpose of the return key.
  ///
  /// A number pad without a return key gets one if the purpose is not `default`.
  public var returnType = ReturnType.default
  /// True if return is disabled while the text is empty; off by default.
  ///
  /// A host that hides the length of the text must draw a disabled return key like an enabled one;
  /// a difference would reveal that the text is empty.
  public var returnNeedsText = false
  /// The feedback for a pressed key; `none` by default, because feedback can reveal the secret.
  public var feedback = Feedback.none
  /// True if the key labels show the shift state; on by default.
  public var showsShift = true
  /// True if the keyboard restores its last state when it is shown again; off by default.
  ///
  /// The state consists of the layout, page, character width, caps lock and AltGr lock.
  public var resumes = false
  /// The order of the events when the keyboard appears or the screen rotates.
  public var eventOrder = EventOrder.default
  /// The language of the labels; by default that of the locale.
  public var language = KeyboardLanguage.ofLocale
  /// True if the text may have several lines: return types a line feed and the keyboard stays; off
  /// by default.
  ///
  /// The text is then submitted by Done in the toolbar, or by ``Keyboard/submit(at:)``. A form that
  /// the text is expected to have excludes this.
  public var acceptsNewline = false
  /// The reading direction.
  public var direction = ReadingDirection.leftToRight

  package init(
    definition: KeyboardDefinition, profile: MetricsProfile, screen: ScreenDescription
  ) {
    self.definition = definition
    self.profile = profile
    self.screen = screen
  }
}

extension KeyboardConfiguration {
  /// This configuration with the panel that shipped keyboards have, and with the options that the
  /// expected form decides.
  var resolved: KeyboardConfiguration {
    var resolved = self
    if let panel = expects?.panel ?? panel, let completed = try? definition.completed(with: panel),
      completed.panel(panel) != nil
    {
      (resolved.definition, resolved.panel) = (completed, panel)
    }
    guard expects != nil else { return resolved }
    (resolved.allowList, resolved.maxLength, resolved.idCardLetter) = (nil, nil, .upper)
    (resolved.idCardCheck, resolved.acceptsNewline) = (false, false)
    return resolved
  }
}

/// When the keys are shuffled again.
public enum Reshuffle: String, CaseIterable, Hashable, Sendable {
  /// Each time the keyboard is shown.
  case presentation
  /// After each accepted input, as soon as no key is held.
  case key
}

/// The keyboards that type characters.
public enum InputMode: String, CaseIterable, Hashable, Sendable {
  /// Both the keyboard on screen and the hardware keyboard.
  case any
  /// Only the hardware keyboard; the keyboard on screen accepts no presses.
  case keys
  /// Only the keyboard on screen; the hardware keyboard types no characters and cannot paste.
  case screen
}

/// When a paste is accepted.
public enum PastePolicy: String, CaseIterable, Hashable, Sendable {
  /// A paste is always accepted.
  case always
  /// A paste is accepted only if the field is empty.
  case whenEmpty
  /// A paste is never accepted.
  case never
}

/// The feedback for a pressed key.
public enum Feedback: String, CaseIterable, Hashable, Sendable {
  /// Pressed keys look like all other keys.
  case none
  /// Held keys look pressed.
  case press
}

/// An item of the toolbar; it acts when a touch is released inside it.
@nonexhaustive public enum KeyboardToolbarItem: Hashable, Sendable {
  /// Shows a panel.
  case panel(PanelName)
  /// Submits the text, like a return key of the type `done`.
  case done

  /// The text drawn on the item.
  public var label: String {
    switch self {
    case .panel(.letters): "Abc"
    case .panel(.numbers), .panel(.idCard): "123"
    case .panel(.symbols): "#+="
    case .done: "Done"
    }
  }

  /// The width of an item in points, enough for a finger.
  static let width = 50.0

  static let gap = 6.0
}

extension KeyboardConfiguration {
  /// Creates a configuration from shipped parts, with default options.
  ///
  /// - Parameters:
  ///   - layout: The name of a shipped keyboard, or two names separated by a comma, such as
  ///     `de,ru`. The user can switch between the two keyboards. A single keyboard without Latin
  ///     letters is paired with `latin-qwerty`.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel that is shown first; `nil` for the first panel of the layout. A panel
  ///     that the layout lacks is added from a shipped keyboard.
  ///   - screen: The screen, in its initial orientation.
  /// - Throws: ``KeyboardLibraryError`` or ``UnknownName`` for unknown names.
  public init(
    layout: String = "latin-qwerty", metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    try self.init(
      KeyboardLibrary(shipped: ShippedLayouts.source, folder: nil).keyboards(layout),
      metrics: metrics, panel: panel, screen: screen)
  }

  /// Creates a configuration from a keyboard file, with default options.
  ///
  ///     let configuration = try KeyboardConfiguration(layoutFile: "kiosk.yaml", screen: screen)
  ///
  /// - Parameters:
  ///   - path: The path of the file. The file and all directories on the path must be owned by this
  ///     user or root and writable only by their owner, because anyone who can change the layout
  ///     can change the password that the keys type. There is one exception: the path may pass
  ///     through a sticky directory that root owns, such as `/tmp`, but neither the file nor a
  ///     symbolic link on the path may be directly in that directory. The field `pair` in the file
  ///     names a second keyboard to switch to.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel that is shown first; `nil` for the first panel of the layout.
  ///   - screen: The screen, in its initial orientation.
  /// - Throws: ``KeyboardLibraryError`` with a line `file:line:column: message` per fault, or
  ///   ``UnknownName``.
  public init(
    layoutFile path: String, metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    let library = ShippedLayouts.library()
    try self.init(
      library.withPartner(library.file(path)), metrics: metrics, panel: panel, screen: screen)
  }

  package init(
    _ layouts: [KeyboardDefinition], metrics: String = "default", panel: PanelName?,
    screen: ScreenDescription
  ) throws {
    var definition = layouts[0]
    if let panel { definition = try definition.completed(with: panel) }
    self.init(definition: definition, profile: try MetricsProfile.named(metrics), screen: screen)
    others = Array(layouts.dropFirst())
    self.panel = panel
  }
}
