import KeywardEngine

/// What the input of a terminal is given to: the model of a dialogue, or of a scene.
protocol InputTarget: AnyObject {
  /// The keyboard whose text takes the characters.
  var keyboard: Keyboard { get }
  /// Set when it is over; nothing more is handled then.
  var outcome: DialogueOutcome? { get }
  /// Set when the loop must do something first.
  var request: LoopRequest? { get }

  /// Types one character.
  func insert(_ bytes: RawSpan, at now: Double)
  /// Takes a piece of a paste.
  func paste(_ bytes: RawSpan)
  /// Does what anything but text and pieces of a paste asks for.
  func handle(_ event: InputEvent, at now: Double, on screen: ComposedScreen?)
}

extension TypingModel: InputTarget {
  func paste(_ bytes: RawSpan) { keyboard.paste(bytes) }
}
