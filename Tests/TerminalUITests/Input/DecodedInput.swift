@testable import TerminalUI

/// The result of decoding a stream of bytes: the events, and the text between them.
struct DecodedInput: Equatable {
  /// The events by name, with the content of text and pastes.
  var events: [String] = []
  /// The bytes of typed text, without those of pastes.
  var text: [UInt8] = []
  /// The bytes inside the brackets of pastes.
  var pasted: [UInt8] = []
  /// The grounds that the terminal told.
  var grounds: [Palette.RGB] = []
  var decoder = InputDecoder()
  private var pending: [UInt8] = []

  static func == (a: DecodedInput, b: DecodedInput) -> Bool {
    a.events == b.events && a.text == b.text && a.pasted == b.pasted && a.pending == b.pending
      && a.grounds == b.grounds
  }

  /// Decodes `chunks`, one read each, no time passing.
  init(_ chunks: [[UInt8]]) {
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
      if let ground = step.ground { grounds.append(ground) }
      switch step.event {
      case .text:
        text += piece
        if events.last != "text" { events.append("text") }
      case .pasteBytes: pasted += piece
      case .key(let key, let modifiers):
        events.append("\(key)" + (modifiers.isEmpty ? "" : "+\(modifiers.rawValue)"))
      case .press(let column, let row): events.append("press \(column),\(row)")
      case .drag(let column, let row): events.append("drag \(column),\(row)")
      case .release(let column, let row): events.append("release \(column),\(row)")
      case .pasteBegan: events.append("paste")
      case .pasteEnded: events.append("end")
      case nil: break
      }
      pending.removeFirst(step.byteCount)
    }
  }
}
