import Keyward
import Testing

/// A keyboard on an iPhone XS whose events are written down, and whose text can be looked at.
final class KeyboardHarness {
  /// Read once for all tests.
  private static let qwerty = Result { try ShippedLayouts.keyboard(named: "latin-qwerty") }
  private static let metrics = Result { try ShippedLayouts.metrics() }
  private static let devices = Result { try ShippedLayouts.devices() }

  let keyboard: Keyboard
  private(set) var events: [KeyboardEvent] = []
  private var tokens: [EventToken] = []

  init(
    _ layout: String = "latin-qwerty", device: String = "iphone-xs",
    random: any RandomSource = SodiumRandom(),
    _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = KeyboardConfiguration(
      definition: try layout == "latin-qwerty"
        ? Self.qwerty.get() : ShippedLayouts.keyboard(named: layout),
      profile: try Self.metrics.get().profile(named: "default"),
      screen: try Self.devices.get().device(named: device).screen(.portrait))
    configure(&configuration)
    keyboard = try Keyboard(
      configuration, text: try SecretText(policy: .allowUnlocked), random: random)
    tokens.append(keyboard.bus.observe { [unowned self] in events.append($0) })
  }

  /// A harness whose keyboard is up since 0 s; the events so far are forgotten, the time is 1 s.
  static func shown(
    _ layout: String = "latin-qwerty", random: any RandomSource = SodiumRandom(),
    _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> KeyboardHarness {
    let harness = try KeyboardHarness(layout, random: random, configure)
    harness.keyboard.show()
    harness.keyboard.advance(to: 1)
    harness.events = []
    return harness
  }

  /// The text, which only tests copy.
  var typed: String {
    keyboard.text.withBytes { bytes in
      var copy: [UInt8] = []
      for offset in 0..<bytes.byteCount {
        copy.append(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
      }
      return String(decoding: copy, as: UTF8.self)
    }
  }

  /// The events so far as a picture, forgetting them.
  func takePicture() -> String {
    defer { events = [] }
    return events.picture
  }

  /// The slot of a key that is shown.
  func slot(_ id: String) throws -> Int {
    try #require(keyboard.currentPanel?.slot(of: id), "no key \(id)")
  }

  @discardableResult
  func press(_ id: String, touch: Int = 0, at time: Double) throws -> Outcome {
    keyboard.press(slot: try slot(id), touch: touch, at: time)
  }

  /// Presses and releases at once.
  @discardableResult
  func tap(_ id: String, at time: Double? = nil) throws -> Outcome {
    keyboard.activate(slot: try slot(id), at: time)
  }

  /// A point in the middle of a key, in screen coordinates.
  func point(_ id: String) throws -> Point {
    let frame = try #require(keyboard.currentPanel?.keys[slot(id)].frame)
    let panel = try #require(keyboard.panelFrame)
    return frame.center + panel.origin
  }

  func paste(_ text: String) -> Outcome {
    keyboard.beginPaste()
    for byte in text.utf8 {
      let piece = [byte]
      keyboard.paste(piece.span.bytes)
    }
    return keyboard.endPaste()
  }
}
