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
    configuration.panelHeight = .fill  // keys for fingers
    configuration.returnType = .go  // a pad has a return key only if it has a use

    // The PIN stays in locked memory; this program never sees a digit of it.
    let keyboard = try Keyboard(configuration, text: try SecretText())
    let token = keyboard.bus.observe { event in
      if let count = event.count { return print("\(count) digits") }
      print(event.name, "from y \(event.begin.y) to \(event.end.y)")
    }
    keyboard.onReturn = { keyboard, _ in
      let opens = (try? door.matches(keyboard.text)) ?? false
      print(opens ? "The door opens." : "Wrong PIN.")
      keyboard.deleteAll()
      return opens
    }

    keyboard.show(at: 0)
    keyboard.advance(to: 0.9)
    let heights = keyboard.drawnItems.filter { $0.role != nil }.map(\.frame.height)
    print("\(heights.count) keys, each at least \(Int(heights.min() ?? 0)) points high")
    var time = 1.0
    for pin in ["2508", "2580"] {
      for digit in pin { touch(String(digit), keyboard, &time) }
      touch("return", keyboard, &time)
    }
    keyboard.advance(to: time + 1)
    token.cancel()
  }

  /// Acts like a touch screen's driver: a finger down and up in the middle of a key.
  static func touch(_ id: String, _ keyboard: Keyboard, _ time: inout Double) {
    // The frames of items are those at that time.
    keyboard.advance(to: time)
    guard let key = keyboard.drawnItems.first(where: { $0.id == id }) else { return }
    keyboard.press(at: key.frame.center, at: time)
    keyboard.release(at: time + 0.1)
    time += 0.5
  }
}
