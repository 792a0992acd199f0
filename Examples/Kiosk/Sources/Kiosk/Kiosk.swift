// A door with a touch screen: a PIN pad or a password field in a window.
//   usage: Kiosk [--password] [--speed FACTOR] [--trace] [HASH]
import CSDL
import Keyward

/// The options of the command line.
struct Options {
  var asksPassword = false
  var traces = false
  /// The speed of the clock: 0.1 is slow motion.
  var speed = 1.0
  /// The hash of the PIN 2580; `keyward type --enroll FILE` creates another one.
  var hash =
    "$argon2id$v=19$m=65536,t=2,p=1$QlHB4se/gu2CAq+jZv1Utw"
    + "$Usdb3HU63fpeiaRs9nV0kxI9D6pxA3clMhMve5SPvtY"

  init(_ words: some Sequence<String>) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--password": asksPassword = true
      case "--trace": traces = true
      case "--speed": speed = words.next().flatMap(Double.init) ?? 1
      default: hash = word
      }
    }
  }
}

@main @MainActor final class Kiosk {
  /// The results of the checking task for the loop, by the event's number.
  private enum Answer: Int32 {
    case right, wrong, failed
  }

  private let options: Options
  private let hash: PasswordHash
  private let keyboard: Keyboard
  private let window: Window
  private var message = "Who is there?"
  private var quits = false

  static func main() throws { try Kiosk(Options(CommandLine.arguments.dropFirst())).run() }

  init(_ options: Options) throws {
    let size = Size(width: 480, height: 320)
    var configuration = try KeyboardConfiguration(
      layout: options.asksPassword ? "latin-qwerty" : "number",
      screen: ScreenDescription(size: size))
    configuration.title = "PIN"
    configuration.returnType = .done
    configuration.panelHeight = options.asksPassword ? .points(200) : .fill
    configuration.feedback = .press
    self.options = options
    hash = try PasswordHash(text: options.hash)
    keyboard = try Keyboard(configuration, text: try SecretText())
    _ = ProcessHardening.begin()
    window = try Window(title: "Kiosk", size: size)
    // The keyboard belongs to this object, so its closure must not keep the object.
    keyboard.onReturn = { [weak self] keyboard, _ in
      MainActor.assumeIsolated { self?.check(keyboard) }
      return false
    }
  }

  /// Seconds on the clock of the animations.
  private var now: Double { Double(SDL_GetTicks64()) / 1000 * options.speed }

  func run() {
    keyboard.show(at: now)
    while !quits {
      draw()
      var event = SDL_Event()
      let wait = keyboard.nextFrame(after: now).map {
        Int32(max(0, ($0 - now) / options.speed * 1000 + 1))
      }
      if SDL_WaitEventTimeout(&event, wait ?? -1) != 0 { handle(event) }
      keyboard.advance(to: now)
    }
  }

  /// Draws the keyboard's items, and the message above them.
  private func draw() {
    let size = window.size
    window.fill(Rect(origin: .zero, size: size), SDL_Color(r: 24, g: 28, b: 36, a: 255))
    let items = keyboard.drawnItems
    let middle = Rect(x: 60, y: 0, width: size.width - 120, height: size.height / 2)
    window.write(
      "\(message)  \(String(repeating: "•", count: keyboard.characterCount))",
      in: keyboard.titleFrame.isEmpty ? middle : keyboard.titleFrame)
    for item in items {
      let held = SDL_Color(r: 230, g: 190, b: 60, a: 255)
      window.fill(item.frame, item.isPressed || item.isSelected ? held : item.kind.color)
      window.write(item.label, in: item.frame)
    }
    window.present()
    if options.traces { trace(items, size) }
  }

  /// Prints the drawn items and their frames, and whether they keep moving.
  private func trace(_ items: [Keyboard.DrawnItem], _ size: Size) {
    for item in items {
      let area = SDL_Rect(item.frame)
      print(item.kind.rawValue, item.id, area.x, area.y, area.w, area.h)
    }
    let state = keyboard.nextFrame(after: now) == nil ? "resting" : "moving"
    print(
      "drawn \(Int(size.width))x\(Int(size.height)) \(state) \(keyboard.characterCount) \(message)")
    fflush(nil)
  }

  /// Checks the text in a task, since a hash takes a while, and reports the result to the loop.
  private func check(_ keyboard: Keyboard) {
    message = "One moment …"
    keyboard.isEnabled = false
    do {
      let text = try keyboard.takeText()
      Task.detached { [hash] in
        let answer: Answer
        do { answer = try hash.matches(text) ? .right : .wrong } catch { answer = .failed }
        var event = SDL_Event(type: SDL_USEREVENT.rawValue)
        event.user.code = answer.rawValue
        SDL_PushEvent(&event)
      }
    } catch {
      message = "\(error)"
      keyboard.isEnabled = true
    }
  }

  private func handle(_ event: SDL_Event) {
    let size = window.size
    let finger = event.tfinger
    let touch = Int(finger.fingerId) + 1
    let spot = Point(x: Double(finger.x) * size.width, y: Double(finger.y) * size.height)
    // SDL also creates mouse events from touches.
    let isMouse = event.button.which != UInt32.max
    switch SDL_EventType(event.type) {
    case SDL_MOUSEBUTTONDOWN where isMouse:
      keyboard.press(at: Point(event.button.x, event.button.y), at: now)
    case SDL_MOUSEMOTION where isMouse:
      keyboard.drag(to: Point(event.motion.x, event.motion.y), at: now)
    case SDL_MOUSEBUTTONUP where isMouse: keyboard.release(at: now)
    case SDL_FINGERDOWN: keyboard.press(at: spot, touch: touch, at: now)
    case SDL_FINGERMOTION: keyboard.drag(to: spot, touch: touch, at: now)
    case SDL_FINGERUP: keyboard.release(touch: touch, at: now)
    case SDL_WINDOWEVENT:
      // A window that is too small for the keyboard keeps the keyboard as it was.
      let screen = try? ScreenDescription(size: size)
      if let screen { try? keyboard.setScreen(screen, at: now) }
    case SDL_USEREVENT: answer(Answer(rawValue: event.user.code) ?? .failed)
    case SDL_QUIT: quits = true
    default: break
    }
  }

  /// Accepts presses again after the check.
  private func answer(_ answer: Answer) {
    switch answer {
    case .right: message = "Come in!"
    case .wrong: message = "No, again?"
    case .failed: message = "No memory to check it; close other programs and try again."
    }
    keyboard.isEnabled = true
  }
}

extension Point {
  init(_ x: Int32, _ y: Int32) { self.init(x: Double(x), y: Double(y)) }
}

extension Keyboard.DrawnItem {
  /// The kinds of items, each drawn in its own colour.
  enum Kind: Int {
    case key, toolbar, alternate
    var color: SDL_Color {
      switch self {
      case .key: SDL_Color(r: 60, g: 68, b: 84, a: 255)
      case .toolbar: SDL_Color(r: 40, g: 90, b: 160, a: 255)
      case .alternate: SDL_Color(r: 200, g: 140, b: 40, a: 255)
      }
    }
  }

  var kind: Kind {
    if case .key = part { return .key }
    return role == nil ? .toolbar : .alternate
  }
}
