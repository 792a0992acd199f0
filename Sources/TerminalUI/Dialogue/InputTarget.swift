import KeywardEngine

/// What the input of a terminal is given to: a model, or the presenter that knows what is on the
/// screen.
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
  func handle(_ event: InputEvent, at now: Double)
}

extension TypingModel: InputTarget {
  var isOver: Bool { outcome != nil }

  func withAccess(_ body: () -> Void) { keyboard.text.protection.withAccess { body() } }

  func paste(_ bytes: RawSpan) { keyboard.paste(bytes) }

  /// Without a screen there is nothing to click or to scroll.
  func handle(_ event: InputEvent, at now: Double) { handle(event, at: now, on: nil) }
}
