import KeywardEngine

/// A keyboard on an iPhone XS, with a record of its events and a readable text.
package final class KeyboardHarness {
  private static let qwerty = Result { try ShippedLayouts.keyboard(named: "latin-qwerty") }

  package let keyboard: Keyboard
  package private(set) var events: [KeyboardEvent] = []
  private var tokens: [EventToken] = []

  package init(
    _ layout: String = "latin-qwerty", device: String = "iphone-xs",
    random: any RandomSource = SodiumRandom(),
    _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = KeyboardConfiguration(
      definition: try layout == "latin-qwerty"
        ? Self.qwerty.get() : ShippedLayouts.keyboard(named: layout),
      profile: .standard, screen: try Device.named(device).screen(.portrait))
    configure(&configuration)
    keyboard = try Keyboard(
      configuration, text: try SecretText(remembersKeys: true, policy: .allowUnlocked),
      random: random)
    tokens.append(keyboard.bus.observe { [unowned self] in events.append($0) })
  }

  /// A keyboard that is shown at 0 s; earlier events are dropped, and the time is 1 s.
  package static func shown(
    _ layout: String = "latin-qwerty", random: any RandomSource = SodiumRandom(),
    _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> KeyboardHarness {
    let harness = try KeyboardHarness(layout, random: random, configure)
    harness.keyboard.show()
    harness.keyboard.advance(to: 1)
    harness.events = []
    return harness
  }

  /// A shown keyboard with the layout of a file.
  package static func shown(
    file: String, _ configure: (inout KeyboardConfiguration) -> Void = { _ in }
  ) throws -> KeyboardHarness {
    let definition = try KeyboardDefinition.load(
      Array(file.utf8), path: "my.yaml", source: ShippedLayouts.source)
    return try shown { configuration in
      configuration.definition = definition
      configure(&configuration)
    }
  }

  package var typed: String { keyboard.field.typed }

  package func takePicture() -> String {
    defer { events = [] }
    return events.picture
  }

  package func slot(_ id: String) throws -> Int {
    guard let slot = keyboard.currentPanel?.slot(of: id) else { throw HarnessError("no key \(id)") }
    return slot
  }

  @discardableResult
  package func press(_ id: String, touch: Int = 0, at time: Double) throws -> Outcome {
    keyboard.press(.key(slot: try slot(id)), touch: touch, at: time)
  }

  @discardableResult
  package func tap(_ id: String, at time: Double? = nil) throws -> Outcome {
    keyboard.activate(.key(slot: try slot(id)), at: time)
  }

  package func point(_ id: String) throws -> Point {
    guard let key = try keyboard.currentPanel?.keys[slot(id)], let panel = keyboard.panelFrame
    else {
      throw HarnessError("no keyboard is shown")
    }
    return key.frame.center + panel.origin
  }

  package func paste(_ text: String) -> Outcome {
    keyboard.beginPaste()
    for byte in text.utf8 {
      let piece = [byte]
      keyboard.paste(piece.span.bytes)
    }
    return keyboard.endPaste()
  }
}

extension SecretField {
  package var typed: String {
    text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension Keyboard {
  @discardableResult
  package func insert(_ text: String, at time: Double? = nil) -> Outcome {
    insert(text.utf8Span.span.bytes, at: time)
  }
}
