/// The choices for a keyboard, made before its creation.
///
///     var configuration = try KeyboardConfiguration(
///       layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
///     configuration.maxLength = 6
///
/// Options that are not set have their documented defaults.
public struct KeyboardConfiguration: Sendable {
  /// Panels and keys.
  public var definition: KeyboardDefinition
  /// The keyboards that `next-keyboard` keys lead to, in turn; none by default.
  public var others: [KeyboardDefinition] = []
  /// True if somebody has chosen the keyboard, so that the space shows its name.
  package var isChosen = false
  package var profile: MetricsProfile
  /// The screen, in its first orientation.
  public var screen: ScreenDescription
  /// The height of the panel; computed by the profile by default.
  ///
  /// On a screen for fingers a key should have 44 points; a pad of four rows reaches this on 480 ×
  /// 320 with `fill`.
  public var panelHeight = PanelHeight.metrics
  /// The text in the middle of the toolbar, which has Done at its end; empty means no toolbar.
  public var title = ""
  /// The first panel of every show; `nil` for the first of the definition.
  public var panel: PanelName?
  /// True if the full-width pages of `symbols` can be reached; off by default.
  public var fullWidth = false
  /// The keys that trade places; none by default.
  public var shuffle = ShuffleMode.none
  /// The moment of the next shuffle; once per show by default.
  public var reshuffle = Reshuffle.presentation
  /// The keyboards that type; both by default.
  public var input = InputMode.any
  /// The condition on which a paste is accepted; always by default.
  public var paste = PastePolicy.always
  /// The accepted characters; `nil` means `panels` for a numbers or ID keyboard, else any.
  public var allowList: AllowList?
  /// The greatest number of graphemes; `nil` leaves it to the capacity of the text.
  public var maxLength: Int?
  /// The case of the ID panel's `x`, drawn, typed and stored; lower by default.
  public var idCardLetter = LetterCase.lower
  /// True if only a complete ID card number with a good check character can be submitted.
  public var idCardCheck = false
  /// The purpose of the return key; any but the default gives number pads one too.
  public var returnType = ReturnType.default
  /// True if return is disabled while the text is empty; off by default.
  ///
  /// With a mask that hides the length, the key's look must not reveal it.
  public var returnNeedsText = false
  /// The look of a pressed key; `none` by default, since a secret is typed.
  public var feedback = Feedback.none
  /// True if the caps show the case of the shift state; on by default.
  public var showsShift = true
  /// True if a show keeps page, width and caps lock of the one before; off by default.
  public var resumes = false
  /// The order of the events of rotations and shows.
  public var eventOrder = EventOrder.default
  /// The side from which text is read.
  public var direction = ReadingDirection.leftToRight

  package init(
    definition: KeyboardDefinition, profile: MetricsProfile, screen: ScreenDescription
  ) {
    self.definition = definition
    self.profile = profile
    self.screen = screen
  }
}

/// The moment of a new shuffle.
public enum Reshuffle: String, CaseIterable, Hashable, Sendable {
  /// Once per show.
  case presentation
  /// After each accepted input, as soon as no key is held.
  case key
}

/// The keyboards that type characters.
public enum InputMode: String, CaseIterable, Hashable, Sendable {
  /// Both.
  case any
  /// The drawn keyboard takes no presses.
  case keys
  /// The physical keyboard types no characters and pastes nothing.
  case screen
}

/// The condition on which a paste is accepted.
public enum PastePolicy: String, CaseIterable, Hashable, Sendable {
  /// Into any text.
  case always
  /// Into an empty field only.
  case whenEmpty
  /// Not at all.
  case never
}

/// The sign of a pressed key.
public enum Feedback: String, CaseIterable, Hashable, Sendable {
  /// Nothing drawn depends on which key is pressed.
  case none
  /// The keys that are held look pressed.
  case press
}

/// An item of the toolbar; it acts on a release inside.
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
  /// Creates a configuration of shipped parts, every option at its default.
  ///
  ///     var configuration = try KeyboardConfiguration(
  ///       layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
  ///
  /// - Parameters:
  ///   - layout: The name of a shipped keyboard.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel to start with, lent by the shipped keyboard for it if the layout has
  ///     none; `nil` for the first of the layout.
  ///   - screen: The screen, in its first orientation.
  /// - Throws: ``KeyboardLibraryError`` or ``UnknownName`` for unknown names.
  public init(
    layout: String = "latin-qwerty", metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    try self.init(
      ShippedLayouts.keyboard(named: layout), metrics: metrics, panel: panel, screen: screen)
  }

  /// Creates a configuration of a keyboard in a file, every option at its default.
  ///
  ///     let configuration = try KeyboardConfiguration(layoutFile: "kiosk.yaml", screen: screen)
  ///
  /// - Parameters:
  ///   - path: The file; only this user and root may own and write it and the folders on the way to
  ///     it, since another layout types another password.
  ///   - metrics: The name of a shipped metrics profile.
  ///   - panel: The panel to start with; `nil` for the first of the layout.
  ///   - screen: The screen, in its first orientation.
  /// - Throws: ``KeyboardLibraryError``, one `file:line:column: sentence` per fault, or
  ///   ``UnknownName``.
  public init(
    layoutFile path: String, metrics: String = "default", panel: PanelName? = nil,
    screen: ScreenDescription
  ) throws {
    try self.init(
      ShippedLayouts.library().file(path), metrics: metrics, panel: panel, screen: screen)
  }

  /// Creates a configuration of a keyboard read before, every option at its default; `nil` starts
  /// with the first panel of the layout.
  package init(
    _ layout: KeyboardDefinition, metrics: String = "default", panel: PanelName?,
    screen: ScreenDescription
  ) throws {
    var definition = layout
    if let panel { definition = try definition.completed(with: panel) }
    self.init(definition: definition, profile: try MetricsProfile.named(metrics), screen: screen)
    self.panel = panel
  }
}
