@testable import KeywardTerminal

struct DecodedInput: Equatable {
  var events: [String] = []
  /// The bytes of typed text, without those of pastes.
  var text: [UInt8] = []
  var pasted: [UInt8] = []
  var backgrounds: [Palette.RGB] = []
  /// The same as a row of `KeySequences` has it.
  private(set) var result: [String] = []
  var decoder: InputDecoder
  private var pending: [UInt8] = []

  static func == (a: DecodedInput, b: DecodedInput) -> Bool {
    a.events == b.events && a.text == b.text && a.pasted == b.pasted && a.pending == b.pending
      && a.backgrounds == b.backgrounds
  }

  /// Decodes `chunks`, one read each, no time passing.
  init(_ chunks: [[UInt8]], encoding: InputEncoding = .utf8) {
    decoder = InputDecoder(encoding: encoding)
    for chunk in chunks { feed(chunk) }
  }

  init(_ text: String) {
    self.init([Array(text.utf8)])
  }

  mutating func feed(_ chunk: [UInt8], at now: Double = 0) {
    // A ring holds 256 bytes, so no more ever wait.
    var rest = chunk[...]
    repeat {
      let room = max(0, 256 - pending.count)
      pending += rest.prefix(room)
      rest = rest.dropFirst(room)
      drain(at: now)
    } while !rest.isEmpty
  }

  mutating func drain(at now: Double) {
    while true {
      let bytes = pending
      guard let step = decoder.step(bytes.span.bytes, at: now) else { return }
      let piece = bytes.prefix(step.byteCount)
      if let background = step.background { backgrounds.append(background) }
      let events = self.events.count
      switch step.event {
      case .text:
        let typed = step.character.map { Array(String($0).utf8) } ?? Array(piece)
        noteText(String(decoding: typed, as: UTF8.self))
        text += typed
        continueText()
      case .pasteBytes: pasted += piece
      case .untyped(.byte(let byte, _)):
        self.events.append("byte " + String(byte, radix: 16, uppercase: true))
      case .untyped(.alt): self.events.append("alt")
      case .untyped(.key), .untyped(.noCharacter): self.events.append("bell")
      case .untyped(.message): self.events.append("message")
      case .pasteDropped(let isInterrupted):
        self.events.append(isInterrupted ? "dropped: interrupted" : "dropped: unfinished")
      case .key(let key, let modifiers):
        self.events.append("\(key)" + (modifiers.isEmpty ? "" : "+\(modifiers.rawValue)"))
      case .press(let column, let row): self.events.append("press \(column),\(row)")
      case .drag(let column, let row): self.events.append("drag \(column),\(row)")
      case .release(let column, let row): self.events.append("release \(column),\(row)")
      case .wheel(let lines): self.events.append("wheel \(lines)")
      case .pasteBegan: self.events.append("paste")
      case .pasteEnded: self.events.append("end")
      case .touch, .gamepad, .capsLock, .numLock, .nextKeyboard, .powerOff:
        self.events.append("device")
      case nil: break
      }
      if step.event != .text, self.events.count > events, let last = self.events.last {
        if case .key? = step.event { result.append("key " + last) } else { result.append(last) }
      }
      pending.removeFirst(step.byteCount)
    }
  }

  private mutating func continueText() {
    if events.last != "text" { events.append("text") }
  }

  private mutating func noteText(_ typed: String) {
    let typed = typed == " " ? "SP" : typed
    if let last = result.last, last.hasPrefix("text ") {
      result[result.count - 1] = last + typed
    } else {
      result.append("text " + typed)
    }
  }
}
