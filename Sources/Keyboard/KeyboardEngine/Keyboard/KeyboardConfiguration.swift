/// The options of a keyboard, set before its creation.
///
///     var configuration = try KeyboardConfiguration(
///       layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
///     configuration.maxLength = 6
public struct KeyboardConfiguration: Sendable {
  /// The panels and keys.
  public var definition: KeyboardDefinition
  /// The keyboards that `next-keyboard` keys cycle through; none by default.
  public var others: [KeyboardDefinition] = []
  /// True if the user has chosen the keyboard, so that the space bar shows its name.
  package var isChosen = false
  package var profile: MetricsProfile
  /// The screen, in its initial orientation.
  public var screen: ScreenDescription
  /// The height of the panel; computed by the profile by default.
  ///
  /// On a touch screen a key should be 44 points high; on 480 × 320 a pad of four rows reaches this
  /// with `fill`.
  public var panelHeight = PanelHeight.metrics
  /// The title in the middle of the toolbar, whose last item is Done; empty means no toolbar.
  public var title = ""
  /// The panel that each show starts with; `nil` for the first of the definition.
  public var panel: PanelName?
  /// True if the full-width pages of `symbols` can be reached; off by default.
  public var fullWidth = false
  /// The keys to shuffle; none by default.
  public var shuffle = ShuffleMode.none
  /// The time of the next shuffle; once per show by default.
  public var reshuffle = Reshuffle.presentation
  /// The keyboards that may type: on screen, hardware, or by default both.
  public var input = InputMode.any
  /// The condition for accepting a paste; always by default.
  public var paste = PastePolicy.always
  /// The accepted characters; `nil` means `panels` for a numbers or ID keyboard, else any.
  public var allowList: AllowList?
  /// The maximum number of graphemes; `nil` means that only the capacity of the text limits it.
  public var maxLength: Int?
  /// The case of the ID panel's `x`, drawn, typed and stored; lower by default.
  public var idCardLetter = LetterCase.lower
  /// True if only a complete ID card number with the correct check character can be submitted.
  public var idCardCheck = false
  /// The purpose of the return key; unless it is the default, number pads have a return key too.
  public var returnType = ReturnType.default
  /// True if return is disabled while the text is empty; off by default.
  ///
  /// If a mask hides the length of the text, the appearance of the key must not reveal it.
  public var returnNeedsText = false
  /// The feedback for a pressed key; `none` by default, since a secret is typed.
  public var feedback = Feedback.none
  /// True if the key labels show the shift state; on by default.
  public var showsShift = true
  /// True if a show restores layout, page, width and locks from the previous one; off by default.
  public var resumes = false
  /// The order of the events of rotations and shows.
  public var eventOrder = EventOrder.default
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

/// The time of a new shuffle.
public enum Reshuffle: String, CaseIterable, Hashable, Sendable {
  /// Once per show.
  case presentation
  /// After each accepted input, as soon as no key is held.
  case key
}

/// The keyboards that type characters.
public enum InputMode: String, CaseIterable, Hashable, Sendable {
  /// The drawn and the physical keyboard.
  case any
  /// The drawn keyboard accepts no presses.
  case keys
  /// The physical keyboard types no characters and cannot paste.
  case screen
}

/// The condition for accepting a paste.
public enum PastePolicy: String, CaseIterable, Hashable, Sendable {
  /// Into any text.
  case always
  /// Into an empty field only.
  case whenEmpty
  /// Not at all.
  case never
}

/// The feedback for a pressed key.
public enum Feedback: String, CaseIterable, Hashable, Sendable {
  /// No drawing depends on the pressed key.
  case none
  /// The keys that are held look pressed.
  case press
}

/// An item of the toolbar; it acts when a touch is released inside it.
public enum KeyboardToolbarItem: Hashable, Sendable {
  /// Shows a panel.
  case panel(PanelName)
  /// Ends editing.
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
  ///     var configuration = try KeyboardConfiguration(
  ///       layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
  ///
  /// - Parameters:
  ///   - layout: The name of a shipped keyboard, or of two to switch between: `de,ru`. A single one
  ///     without Latin letters is paired with `latin-qwerty`.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The first panel, added from a shipped keyboard if the layout lacks it; `nil` for
  ///     the first of the layout.
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
  ///   - path: The file. It and the folders on its path must be owned and writable only by this
  ///     user or root, since a changed layout could type another password. Its `pair` is the
  ///     keyboard to switch to.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The first panel; `nil` for the first of the layout.
  ///   - screen: The screen, in its initial orientation.
  /// - Throws: ``KeyboardLibraryError``, one `file:line:column: sentence` per fault, or
  ///   ``UnknownName``.
  public init(
    layoutFile path: String, metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    let library = ShippedLayouts.library()
    try self.init(
      library.withPartner(library.file(path)), metrics: metrics, panel: panel, screen: screen)
  }

  /// Creates a configuration from loaded keyboards, with default options; a `nil` panel means the
  /// first panel of the first keyboard.
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
