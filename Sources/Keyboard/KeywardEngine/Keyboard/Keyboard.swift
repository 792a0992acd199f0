/// An on-screen keyboard that stores the typed text in locked memory.
///
///     let keyboard = try Keyboard(configuration, text: try SecretText())
///     let token = keyboard.bus.observe { event in print(event.name) }
///     keyboard.onReturn = { keyboard, _ in keyboard.characterCount > 3 }
///     keyboard.show(at: 0)
///     keyboard.press(at: Point(x: 100, y: 250), at: 0.4)
///     keyboard.release(at: 0.5)
///     keyboard.text.characterCount
///
/// The keyboard posts every event on ``bus``, with frames and counts but never a character.
///
/// The keyboard never sleeps or reads a clock. The caller passes the time of any monotonic clock in
/// seconds, from -4e9 to 4e9; `nil` means the time of the last call. The caller must also call
/// ``advance(to:)`` at ``nextDeadline`` at the latest.
///
/// The keyboard and its bus are confined to one isolation domain.
public final class Keyboard {
  /// The initial configuration, with the current title, screen and reading direction.
  public internal(set) var configuration: KeyboardConfiguration
  /// The engine that manages and animates the keyboard's frame.
  public let transitions: TransitionEngine
  package internal(set) var panels: PanelSet
  /// The panel, page and character width that are shown.
  public internal(set) var selection: PanelSelection
  package internal(set) var keyboardIndex = 0
  /// The typed text.
  ///
  /// A closure that reads the bytes must not change the text; doing so is a fatal error.
  public var text: SecretText { _read { yield field.text } }
  /// What the text lacks of the typed and pasted characters; `nil` if nothing is missing.
  ///
  /// Typing on does not change it; a deletion, and taking the text out, reset it to `nil`.
  public var loss: TextLoss? { field.loss }
  /// The fault of a text of an expected form; `nil` if there is none, or if the text is empty.
  ///
  /// Submitting such a text twice accepts it; it then has no fault until it is changed.
  public var fault: EntryFault? { field.fault }
  /// The complete groups of a text of an expected form that fail their check; the first is 1.
  ///
  /// They can be reported while the text is typed.
  public var faultyGroups: [Int] { field.faultyGroups }
  /// The field that the keyboard currently types into.
  package private(set) var field: SecretField
  /// The geometry of the keyboard; `nil` while the screen is too small.
  package internal(set) var geometry: KeyboardGeometry?
  package internal(set) var alternates: AlternatesPopup?
  /// The index, in the shown panel, of the key that the host has focused; `nil` without a focus.
  ///
  /// A host without touch input moves the focus with the arrow keys. The keyboard does not change
  /// the index when another panel is shown.
  public var focusedSlot: Int?

  /// Called when the text is submitted; the closure returns `false` to keep the keyboard shown.
  ///
  /// With return type `next`, the keyboard always stays unless Done was pressed. Do not capture the
  /// keyboard, but use the one passed to the closure. A captured keyboard is never deallocated, and
  /// neither is its text.
  public var onReturn: ((Keyboard, ReturnType) -> Bool)?

  /// True if the keyboard accepts presses, typing and pastes.
  ///
  /// Setting it to `false` also releases every held key, and cancels pending dead keys.
  public var isEnabled = true {
    didSet { if !isEnabled, oldValue { releaseAll() } }
  }

  /// True if the screen is being recorded or shown elsewhere; pressed keys then look like all others.
  ///
  /// The host sets it, for example when it learns that the screen is captured.
  public var isCaptured = false

  /// Called in place of the action of a drawn key that leads to the next keyboard.
  package var onNextKeyboard: (() -> Outcome)?

  /// True if submitting a text with a fault is refused once; a prompt asks about it on its own.
  package var refusesFaults = true
  let makesRules: Bool
  var random: any RandomSource
  var orders: [Shuffle] = []
  var shiftMachine = ShiftMachine()
  var altgrMachine = ShiftMachine()
  /// The state of ``deadKeys`` after the dead keys pressed so far; `start` if none is pending.
  var pending = DeadKeys.Place.start
  var touches: [HeldTouch] = []
  var repeating: (touch: Int, next: Moment)?
  var needsReshuffle = false
  /// True if the host wants the keyboard shown, even if it does not fit now.
  var isWanted = false
  var cachedPanel: CachedPanel?
  private var readSequences: [Int: DeadKeys] = [:]

  /// Creates a hidden keyboard.
  ///
  /// - Parameters:
  ///   - configuration: Its definition, screen and options.
  ///   - text: The text to type into.
  ///   - random: The random numbers for shuffling.
  ///   - bus: The bus for its events.
  /// - Throws: ``KeyboardError`` for an invalid number, for a panel that the definition lacks, and
  ///   for a screen on which the keyboard would never appear.
  public convenience init(
    _ configuration: KeyboardConfiguration, text: consuming SecretText,
    random: any RandomSource = SodiumRandom(), bus: EventBus<KeyboardEvent> = .keyboard()
  ) throws(KeyboardError) {
    let configuration = configuration.resolved
    try configuration.check()
    let panels: PanelSet
    do { panels = try PanelSet(configuration) } catch { throw .name(error) }
    let field = SecretField(text, Acceptance(configuration, panels: panels))
    self.init(
      configuration, panels, field: field, makesRules: true, random: random, bus: bus)
  }

  /// Creates a hidden keyboard that types into an existing field.
  ///
  /// If `makesRules` is true, the field's rules are replaced by those of the configuration.
  package convenience init(
    _ configuration: KeyboardConfiguration, field: SecretField, makesRules: Bool = false,
    random: any RandomSource = SodiumRandom()
  ) throws(UnknownName) {
    let configuration = configuration.resolved
    let panels = try PanelSet(configuration)
    if makesRules { field.acceptance = Acceptance(configuration, panels: panels) }
    self.init(
      configuration, panels, field: field, makesRules: makesRules, random: random,
      bus: .keyboard())
  }

  private init(
    _ configuration: KeyboardConfiguration, _ panels: PanelSet, field: SecretField,
    makesRules: Bool, random: any RandomSource, bus: EventBus<KeyboardEvent>
  ) {
    self.configuration = configuration
    self.panels = panels
    self.field = field
    self.makesRules = makesRules
    self.random = random
    selection = PanelSelection(panel: panels.first)
    let geometry = Self.geometry(of: configuration, showing: configuration.definition)
    self.geometry = geometry
    transitions = TransitionEngine(
      environment: Self.environment(of: configuration, geometry: geometry), bus: bus,
      order: configuration.eventOrder)
    transitions.keyboardCommit = { [weak self] state in
      self?.adoptScreen()
      if !state.isVisible { self?.releaseAll() }
    }
    transitions.keyboardAppears = { [weak self] in
      // `show` has already done this, even if the keyboard appears only later, once it fits.
      guard let self, !isWanted else { return }
      startPresentation()
      isWanted = true
    }
    field.keyboard = self
  }

  var deadKeys: DeadKeys {
    if let deadKeys = readSequences[keyboardIndex] { return deadKeys }
    let deadKeys = definition.deadKeys.read
    readSequences[keyboardIndex] = deadKeys
    return deadKeys
  }

  /// The bus on which the keyboard posts events.
  public var bus: EventBus<KeyboardEvent> { transitions.bus }

  /// The state to use for layout; it changes when a transition is committed.
  public var state: KeyboardState { transitions.state }

  /// The shift state: off, for the next key only, or locked.
  public var shift: ShiftState { shiftMachine.state }

  /// The AltGr state: off, for the next key only, or locked.
  public var altgr: ShiftState { altgrMachine.state }

  /// The time of the last call, in seconds.
  public var now: Double { transitions.now }

  /// The length of the text in graphemes.
  public var characterCount: Int { text.characterCount }

  /// False if the return key requires text and the text is empty; otherwise true.
  public var isReturnEnabled: Bool { !configuration.returnNeedsText || !text.isEmpty }

  package func exchangeText(with other: inout SecretText) {
    cancelPaste()
    dropPending()
    field.exchangeText(with: &other)
    postTextChange()
  }

  package func type(into other: SecretField) {
    // A keyboard that was only measured is not connected yet.
    other.keyboard = self
    guard other !== field else { return }
    dropPending()
    cancelPaste()
    field.keyboard = nil
    field = other
    postTextChange()
  }
}

struct HeldTouch {
  let id: Int
  let part: Keyboard.DrawnItem.Part
  // Only the role: keeping whole keys would leave the typed text, key by key, in ordinary memory.
  let role: KeyRole?
  var isArmed = true
  var isDone = false
  var opensAlternates: Moment?
}

/// The layout of the shown panel; cached because every typed character needs it.
final class CachedPanel {
  let selection: PanelSelection
  let height: Double?
  let base: PanelLayout
  let hasAltGr: Bool
  var labelled: PanelLayout?

  init(selection: PanelSelection, height: Double?, base: PanelLayout, hasAltGr: Bool) {
    self.selection = selection
    self.height = height
    self.base = base
    self.hasAltGr = hasAltGr
  }
}
