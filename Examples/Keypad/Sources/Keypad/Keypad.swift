import Keyward

/// A door with a 480 × 320 touch screen that opens for the PIN 2580.
@main
struct Keypad {
  static func main() throws {
    let door = try PasswordHash(
      text: "$argon2id$v=19$m=65536,t=2,p=1$QlHB4se/gu2CAq+jZv1Utw"
        + "$Usdb3HU63fpeiaRs9nV0kxI9D6pxA3clMhMve5SPvtY")

    var configuration = try KeyboardConfiguration(
      layout: "number", screen: ScreenDescription(size: Size(width: 480, height: 320)))
    configuration.title = "PIN"
    configuration.maxLength = 4

    // The PIN stays in locked memory; this program never sees a digit of it.
    let keyboard = try Keyboard(configuration, text: try SecretText())
    let token = keyboard.bus.observe { event in
      if let count = event.count { return print("\(count) digits") }
      print(event.name, "from y \(event.begin.y) to \(event.end.y)")
    }
    keyboard.onReturn = { _ in
      let opens = (try? door.verify(keyboard.text)) != nil
      print(opens ? "The door opens." : "Wrong PIN.")
      keyboard.deleteAll()
      return opens
    }

    keyboard.show(at: 0)
    var time = 1.0
    for pin in ["2508", "2580"] {
      for digit in pin { touch(try center(of: String(digit), keyboard), keyboard, &time) }
      touch(keyboard.frame(of: .done)?.center ?? .zero, keyboard, &time)
    }
    keyboard.advance(to: time + 1)
    token.cancel()
  }

  /// What a touch screen's driver would deliver: a finger down and up at a point of the screen.
  static func touch(_ point: Point, _ keyboard: Keyboard, _ time: inout Double) {
    keyboard.press(at: point, at: time)
    keyboard.release(at: time + 0.1)
    time += 0.5
  }

  static func center(of key: String, _ keyboard: Keyboard) throws -> Point {
    guard let panel = keyboard.currentPanel, let frame = keyboard.panelFrame,
      let slot = panel.slot(of: key)
    else { throw TooSmall() }
    return frame.origin + panel.keys[slot].frame.center
  }
}
