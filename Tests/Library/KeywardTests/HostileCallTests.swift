import Keyward
import KeywardTestSupport
import Testing

/// A call of `Tests/Library/hostile-calls.txt`, which C and Python make too.
struct HostileCall: CustomTestStringConvertible, Sendable {
  let function: String
  let argument: String
  let expected: String
  let value: String

  var testDescription: String { "\(function).\(argument) \(value)" }

  /// The calls that Swift can make.
  static func all() throws -> [HostileCall] {
    try TextFile.read(Repository.path + "/Tests/Library/hostile-calls.txt").split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .flatMap { line -> [HostileCall] in
        let words = line.split(separator: " ").map(String.init)
        guard ["all", "swift", "c,swift"].contains(words[0]) else { return [] }
        let name = words[1].split(separator: ".").map(String.init)
        return words.dropFirst(3).map {
          HostileCall(function: name[0], argument: name[1], expected: words[2], value: $0)
        }
      }
  }

  func real(_ name: String, _ sensible: Double) -> Double {
    name == argument ? Double(value) ?? sensible : sensible
  }

  func whole(_ name: String, _ sensible: Int) -> Int {
    guard name == argument else { return sensible }
    return value == "unlimited" ? Int.max : Int(value) ?? sensible
  }

  func bytes(_ name: String, _ sensible: String) -> [UInt8] {
    guard name == argument else { return Array(sensible.utf8) }
    switch value {
    case "empty": return []
    case "long": return Array(repeating: 0x31, count: 100_000)
    case "full": return Array(repeating: 0x31, count: 4080)
    case "overfull": return Array(repeating: 0x31, count: 4081)
    case "invalid": return [0xFF]
    case "escape": return [0x1B]
    case "accent": return Array("é".utf8)
    default: return Array(value.utf8)
    }
  }

  func text(_ name: String, _ sensible: String) -> String {
    String(decoding: bytes(name, sensible), as: UTF8.self)
  }
}

@Suite("Calls with numbers and texts that make no sense") struct HostileCallTests {
  private struct Refused: Error {}

  private static func screen(_ call: HostileCall? = nil) throws -> ScreenDescription {
    try ScreenDescription(
      size: Size(
        width: call?.real("width", 480) ?? 480, height: call?.real("height", 320) ?? 320))
  }

  private static func create(_ call: HostileCall?) throws -> Keyboard {
    let screen = try screen(call)
    let metrics = call?.text("metrics", "default") ?? "default"
    var configuration: KeyboardConfiguration
    if let call, call.argument == "layout_file" {
      configuration = try KeyboardConfiguration(
        layoutFile: call.text("layout_file", ""), metrics: metrics, screen: screen)
    } else {
      configuration = try KeyboardConfiguration(
        layout: call?.text("layout", "number") ?? "number", metrics: metrics, screen: screen)
    }
    configuration.panelHeight = .fill
    if let call {
      if call.argument == "panel_height" {
        configuration.panelHeight = .points(call.real("panel_height", 0))
      }
      if call.argument == "max_length" { configuration.maxLength = call.whole("max_length", 1) }
      if call.argument == "allow" {
        configuration.allowList = .characters(of: call.text("allow", ""))
      }
      if call.argument == "expect" {
        guard let kind = EntryKind(call.text("expect", "")) else { throw Refused() }
        configuration.expects = kind
      }
      configuration.title = call.text("title", "")
    }
    return try Keyboard(configuration, text: try SecretText(policy: .allowUnlocked))
  }

  /// Makes a call of a keyboard; returns false if it was refused.
  private static func make(_ call: HostileCall, of keyboard: Keyboard) throws -> Bool {
    let now = call.real("now", 3)
    switch call.function {
    case "set_screen": try keyboard.setScreen(screen(call), at: now)
    case "set_safe_area":
      let insets = RectInsets(
        top: call.real("top", 0), left: call.real("left", 0), bottom: call.real("bottom", 0),
        right: call.real("right", 0))
      try keyboard.setScreen(
        ScreenDescription(size: Size(width: 480, height: 320), safeArea: insets), at: now)
    case "set_title": try keyboard.setTitle(call.text("title", "PIN"), at: now)
    case "show": keyboard.show(at: now)
    case "advance": keyboard.advance(to: now)
    case "next_frame": _ = keyboard.nextFrame(after: now)
    case "press":
      let point = Point(x: call.real("x", 9), y: call.real("y", 9))
      return !keyboard.press(at: point, touch: call.whole("touch", 0), at: now).isRejected
    case "drag":
      keyboard.drag(to: Point(x: call.real("x", 9), y: call.real("y", 9)), at: now)
    case "release": return !keyboard.release(touch: call.whole("touch", 0), at: now).isRejected
    case "cancel": keyboard.cancel(touch: call.whole("touch", 0), at: now)
    case "insert": return !keyboard.insert(call.bytes("text", "3").span.bytes, at: now).isRejected
    case "move_caret": keyboard.moveCaret(to: call.whole("place", 0))
    case "select": keyboard.select(call.whole("start", 0)..<call.whole("end", 2))
    case "verify":
      return try PasswordHash(text: call.text("encoded", "")).matches(keyboard.text)
    case "open":
      var text = try SecretText(policy: .allowUnlocked)
      try SealedSecret(bytes: call.bytes("sealed", "")).open(
        with: SealingKey(policy: .allowUnlocked), into: &text)
    case "write":
      guard let descriptor = Int32(exactly: call.whole("fd", -1)) else { return false }
      try keyboard.text.write(to: descriptor, newline: false)
    case "secret":
      _ = try SecretText(capacity: call.whole("capacity", 1), policy: .allowUnlocked)
    default: Issue.record("There is no function \(call.function).")
    }
    return true
  }

  /// All that a refused call must not change.
  private static func describe(_ keyboard: Keyboard) -> String {
    "\(keyboard.characterCount) \(keyboard.caret) \(keyboard.drawnItems)"
  }

  @Test(
    "A call is refused and changes nothing, or the keyboard works",
    arguments: try HostileCall.all())
  func call(_ call: HostileCall) throws {
    guard call.function != "create" else {
      guard let keyboard = try? Self.create(call) else {
        #expect(call.expected == "refused")
        return
      }
      #expect(call.expected == "accepted")
      // A pad has only the keys that `allow` accepts.
      Self.expectToWork(keyboard, leastItems: call.argument == "allow" ? 2 : 10)
      return
    }
    let keyboard = try Self.create(nil)
    #expect(keyboard.insert("12".utf8Span.span.bytes, at: 0) == .accepted)
    keyboard.show(at: 0)
    keyboard.advance(to: 2)
    let before = Self.describe(keyboard)
    let isAccepted = (try? Self.make(call, of: keyboard)) ?? false
    #expect(call.expected == (isAccepted ? "accepted" : "refused"))
    if !isAccepted { #expect(Self.describe(keyboard) == before) }
    Self.expectToWork(keyboard)
  }

  /// Expects that the keyboard can be shown on its screen, and that a key can be pressed.
  private static func expectToWork(_ keyboard: Keyboard, leastItems: Int = 10) {
    keyboard.advance(to: 100)
    keyboard.show(at: 100)
    keyboard.advance(to: 200)
    let size = keyboard.configuration.screen.size
    let screen = Rect(x: -0.01, y: -0.01, width: size.width + 0.02, height: size.height + 0.02)
    let items = keyboard.drawnItems
    #expect(items.count >= leastItems)
    #expect(items.allSatisfy { screen.contains($0.frame) && !$0.frame.isEmpty })
    guard let first = items.first else { return }
    keyboard.press(at: first.frame.center, at: 201)
    _ = keyboard.release(at: 201.1)
  }

  @Test("Swift makes more than two hundred of the calls") func number() throws {
    #expect(try HostileCall.all().count > 200)
  }
}
