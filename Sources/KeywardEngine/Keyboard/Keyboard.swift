/// A keyboard: panels of keys on a screen that type into a text in locked memory.
///
///     let keyboard = try Keyboard(configuration, text: try SecretText())
///     let token = keyboard.bus.observe { event in print(event.name) }
///     keyboard.onReturn = { keyboard, _ in keyboard.characterCount > 3 }
///     keyboard.show(at: 0)
///     keyboard.press(at: Point(x: 100, y: 250), at: 0.4)
///     keyboard.release(at: 0.5)
///     keyboard.text.characterCount
///
/// Everything that happens is posted on ``bus``, frames and counts but never a character. Time is
/// passed in as seconds on any clock that does not go back; ``nextDeadline`` says when
/// ``advance(to:)`` must be called at the latest. Nothing here sleeps or reads a clock. Confined to one
/// isolation domain, like its bus.
public final class Keyboard {
  /// The configuration the keyboard was made with; title and screen as they are now.
  public internal(set) var configuration: KeyboardConfiguration
  /// The engine that knows the keyboard's place and moves it.
  public let transitions: TransitionEngine
  /// The panels that can be reached.
  package internal(set) var panels: PanelSet
  /// The panel, page and width shown.
  public internal(set) var selection: PanelSelection
  /// Which of the keyboards of the configuration is shown: 0 for its first.
  package internal(set) var keyboardIndex = 0
  /// The text that has been typed.
  public var text: SecretText { _read { yield field.text } }
  /// Where the characters go, with the rules for them; several prompts' fields can take turns.
  package private(set) var field: SecretField
  /// Heights and frames on the present screen; `nil` while it is too small for a keyboard.
  package internal(set) var geometry: KeyboardGeometry?
  /// The pop-up of a held key, while one is open.
  package internal(set) var alternates: AlternatesPopup?
  /// The slot that the arrow keys have reached; it stays where it is when keys change.
  public var focusedSlot: Int?

  /// Called when return, Enter or Done was accepted; `false` declines, and the keyboard stays.
  ///
  /// With return type `next` the keyboard stays in any case, unless Done was pressed. The closure is
  /// given the keyboard: one that captures it would keep it, and what was typed, for ever.
  public var onReturn: ((Keyboard, ReturnType) -> Bool)?

  /// Whether the keyboard takes anything: presses, typing and pastes; `false` also lets go of every
  /// held key, as for a pad that is locked after wrong tries.
  public var isEnabled = true {
    didSet { if !isEnabled, oldValue { letGo() } }
  }

  /// Whether the configuration says what the field takes.
  let makesRules: Bool
  var random: any RandomSource
  /// The order of every keyboard's keys that trade places.
  var orders: [Shuffle] = []
  var shiftMachine = ShiftMachine()
  var altgrMachine = ShiftMachine()
  /// The dead keys that wait for the next one, as a number that is overwritten.
  var pending = DeadKeys.Place.start
  var touches: [HeldTouch] = []
  var repeating: DeleteRepeat?
  var needsReshuffle = false
  /// Whether the host wants the keyboard on screen, also while there is no room for it.
  var isWanted = false
  var cachedPanel: CachedPanel?
  /// The sequences of keyboards on which a dead key has been pressed, by the keyboards' numbers.
  private var readSequences: [Int: DeadKeys] = [:]

  /// Creates a hidden keyboard.
  ///
  /// - Parameters:
  ///   - configuration: Its definition, screen and options.
  ///   - text: Where the characters go.
  ///   - random: Where the shuffle's numbers come from.
  ///   - bus: Where its events are posted.
  /// - Throws: ``UnknownName`` if the definition has no panel of the name asked for.
  public convenience init(
    _ configuration: KeyboardConfiguration, text: consuming SecretText,
    random: any RandomSource = SodiumRandom(), bus: EventBus<KeyboardEvent> = .keyboard()
  ) throws(UnknownName) {
    let panels = try PanelSet(configuration, of: configuration.definition)
    let field = SecretField(text, Acceptance(configuration, panels: panels))
    self.init(
      configuration, panels, field: field, makesRules: true, random: random, bus: bus)
  }

  /// Creates a hidden keyboard that types into a field.
  ///
  /// - Parameters:
  ///   - configuration: Its definition, screen and options.
  ///   - field: Where the characters go.
  ///   - makesRules: Whether the field takes what the configuration says, else what it took before.
  ///   - random: Where the shuffle's numbers come from.
  /// - Throws: ``UnknownName`` if the definition has no panel of the name asked for.
  package convenience init(
    _ configuration: KeyboardConfiguration, field: SecretField, makesRules: Bool = false,
    random: any RandomSource = SodiumRandom()
  ) throws(UnknownName) {
    let panels = try PanelSet(configuration, of: configuration.definition)
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
    geometry = Self.geometry(of: configuration, showing: configuration.definition)
    transitions = TransitionEngine(
      environment: Self.environment(of: configuration, geometry: geometry), bus: bus,
      order: configuration.eventOrder)
    transitions.keyboardCommit = { [weak self] state in
      self?.adoptScreen()
      if !state.isVisible { self?.letGo() }
    }
    transitions.keyboardAppears = { [weak self] in
      // A show has set the panel already; a keyboard that waited for room comes back as it was.
      guard let self, !isWanted else { return }
      startPresentation()
      isWanted = true
    }
  }

  /// A keyboard by its number; 0 is the first.
  func definition(_ index: Int) -> KeyboardDefinition { configuration.definition(index) }

  /// The sequences of the keyboard that is shown, read when they are first asked for.
  var deadKeys: DeadKeys {
    if let deadKeys = readSequences[keyboardIndex] { return deadKeys }
    let deadKeys = definition.deadKeys.read
    readSequences[keyboardIndex] = deadKeys
    return deadKeys
  }

  /// The bus on which the keyboard posts events.
  public var bus: EventBus<KeyboardEvent> { transitions.bus }

  /// The state of the keyboard as layout sees it.
  public var state: KeyboardState { transitions.state }

  /// The case the letter keys type.
  public var shift: ShiftState { shiftMachine.state }

  /// Whether the keys type what they have for AltGr: not, the next one only, or all.
  public var altgr: ShiftState { altgrMachine.state }

  /// The time of the last call, in seconds.
  public var now: Double { transitions.now }

  /// The length of the text in graphemes.
  public var characterCount: Int { text.characterCount }

  /// Whether the return key does something: always, unless it needs a text and there is none.
  public var isReturnEnabled: Bool { !configuration.returnNeedsText || !text.isEmpty }

  /// Exchanges what was typed for another text, as when a passphrase is asked for twice.
  package func exchangeText(with other: inout SecretText) {
    cancelPaste()
    dropPending()
    swap(&field.text, &other)
    postTextChange()
  }

  /// Types into another field from here on; a paste under way is dropped.
  package func type(into other: SecretField) {
    dropPending()
    guard other !== field else { return }
    cancelPaste()
    field = other
    postTextChange()
  }
}

/// A finger or pointer on the keyboard.
package struct HeldTouch {
  package enum Target: Hashable {
    case key(slot: Int)
    case toolbar(KeyboardToolbarItem)
  }

  let id: Int
  let target: Target
  // The role only: keys kept here would leave what was typed behind, one by one, in ordinary memory.
  let role: KeyRole?
  var isArmed = true
  /// Set once nothing is left to do on release.
  var isDone = false
  /// When the alternates open.
  var opensAlternates: Moment?
}

/// A delete key that is held.
struct DeleteRepeat {
  let touch: Int
  var next: Moment
}

/// A panel as it was last placed, and what that depended on.
struct CachedPanel {
  let selection: PanelSelection
  let height: Double?
  /// With the keys as they type.
  let base: PanelLayout
  /// Whether it has a key for AltGr.
  let hasAltGr: Bool
  /// With the labels of the shift state.
  var labelled: PanelLayout?
}
