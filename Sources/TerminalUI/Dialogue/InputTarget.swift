import KeywardEngine

/// What the input of a terminal is given to: the model of a dialogue or of a scene, or a called
/// program's presenter.
package protocol InputTarget: AnyObject {
  /// Whether it is over; nothing more is handled then.
  var isOver: Bool { get }
  /// Set when the loop must do something first.
  var request: LoopRequest? { get }

  /// Runs `body` with the window of what is typed into open.
  func withAccess(_ body: () -> Void)

  /// Types one character.
  func insert(_ bytes: RawSpan, at now: Double)
  /// Takes a piece of a paste.
  func paste(_ bytes: RawSpan)
  /// Does what anything but text and pieces of a paste asks for.
  func handle(_ event: InputEvent, at now: Double, on screen: ComposedScreen?)
}

extension TypingModel: InputTarget {
  var isOver: Bool { outcome != nil }

  func withAccess(_ body: () -> Void) { keyboard.text.protection.withAccess { body() } }

  func paste(_ bytes: RawSpan) { keyboard.paste(bytes) }
}
