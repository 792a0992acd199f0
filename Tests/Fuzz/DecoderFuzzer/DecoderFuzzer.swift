import KeywardTerminal
import LibFuzzer

/// Feeds the input decoder any bytes, in one read and in pieces, and key reports made of them.
///
/// Both must give the same events; text must be whole UTF-8 characters without a control; every
/// step must use up bytes or wait; every printable report types its text or rings; and after any
/// bytes Ctrl-C is a key, once nothing has come for a while.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  // The last byte chooses the encoding and the cut, so that each input is one case.
  let choice = input.last ?? 0
  let encoding: InputEncoding = choice & 1 == 0 ? .utf8 : .latin9
  let whole = decoded(input, chunk: 256, encoding)
  let cut = Int(choice >> 1) % 7 + 1
  precondition(decoded(input, chunk: cut, encoding) == whole, "a cut changes what is decoded")
  checkText(whole.text)
  checkReport(input)
  checkRow(input)
  return 0
}

private func checkText(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self) else {
    preconditionFailure("text that is no UTF-8")
  }
  for scalar in text.unicodeScalars {
    precondition(
      scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value), "a control became text")
  }
}

private struct Decoded: Equatable {
  var events: [InputEvent] = []
  var text: [UInt8] = []
  var pasted: [UInt8] = []

  /// True if the bell rings.
  var rings: Bool {
    events.contains { if case .untyped = $0 { true } else { false } }
  }
}

private func decoded(
  _ input: [UInt8], chunk: Int, _ encoding: InputEncoding = .utf8
) -> Decoded {
  var decoder = InputDecoder(encoding: encoding)
  var result = Decoded()
  var pending: [UInt8] = []
  var rest = input[...]
  func drain(at now: Double) {
    var idle = 0
    while let step = decoder.step(pending.span.bytes, at: now) {
      idle = step.byteCount == 0 ? idle + 1 : 0
      precondition(idle < 4, "the decoder turns on the spot")
      precondition(step.byteCount <= pending.count, "more bytes used than there were")
      let piece = pending.prefix(step.byteCount)
      switch step.event {
      case .text?: result.text += step.character.map { Array(String($0).utf8) } ?? Array(piece)
      case .pasteBytes?: result.pasted += piece
      case let event?: result.events.append(event)
      case nil: break
      }
      pending.removeFirst(step.byteCount)
    }
    precondition(pending.count <= 256, "more waits than the ring holds")
  }
  while !rest.isEmpty {
    pending += rest.prefix(chunk)
    rest = rest.dropFirst(chunk)
    drain(at: 0)
  }
  // After any silence no state is left, so Ctrl-C is a key.
  while let deadline = decoder.deadline { drain(at: deadline) }
  precondition(pending.isEmpty && decoder.isIdle, "something waits for ever")
  pending = [0x03]
  drain(at: 1000)
  precondition(result.events.last == .key(.control(0x63), []), "Ctrl-C is not a key")
  return result
}

// MARK: Reports

/// Makes a report of a printable key of the input's numbers, and decodes it.
private func checkReport(_ input: [UInt8]) {
  var numbers = Numbers(input)
  let code = numbers.code()
  let isKitty = numbers.next() & 1 == 0
  let modifiers = Int(numbers.next())
  let event = Int(numbers.next() % 3) + 1
  var report = isKitty ? "\u{1b}[\(code)" : "\u{1b}[27;\(modifiers + 1);\(code)~"
  var texts: [Int] = []
  if isKitty {
    if numbers.next() & 1 == 0 { report += ":\(numbers.code())" }
    report += ";\(modifiers + 1):\(event)"
    texts = (0..<numbers.next() % 4).map { _ in numbers.code() }
    if !texts.isEmpty { report += ";" + texts.map(String.init).joined(separator: ":") }
    report += "u"
  }
  let result = decoded(Array(report.utf8), chunk: 256)
  if isKitty, event == 3 {
    precondition(result.events.count == 1 && result.text.isEmpty, "a release types")
    return
  }
  let printable = texts.filter { isPrintable($0) }.compactMap { Unicode.Scalar(UInt32($0)) }
  let text = String(String.UnicodeScalarView(printable))
  if !printable.isEmpty {
    precondition(result.text == Array(text.utf8), "a reported text is not what is typed")
    precondition(result.rings == (printable.count < texts.count), "a control character is silent")
    return
  }
  let isKey = KeyTable.meaning(of: .code(code)) != nil
  let isFunctional = KeyTable.functionalCodes.contains(code) || code == 0
  if isKey || isFunctional, texts.isEmpty { return }
  let others = modifiers & ~(1 | 64 | 128)
  let isCommand = result.events.count > 1 && others == 4
  precondition(
    !result.text.isEmpty || result.rings || isKey || isCommand, "a printable report is silent")
  precondition(result.text.isEmpty || others == 0 && texts.isEmpty, "a modifier types")
}

/// Decodes a row of the table with the input's modifiers: a character types or rings.
private func checkRow(_ input: [UInt8]) {
  var numbers = Numbers(input)
  let row = KeyTable.rows[Int(numbers.next()) % KeyTable.rows.count]
  let modifiers = Int(numbers.next())
  guard case .character(let character) = row.meaning else { return }
  let report: String
  switch row.name {
  case .singleShift(let letter): report = "\u{1b}O\(modifiers + 1)\(letter)"
  case .code(let code): report = "\u{1b}[\(code);\(modifiers + 1)u"
  default: return
  }
  let result = decoded(Array(report.utf8), chunk: 256)
  let isPlain = modifiers & ~(1 | 64 | 128) == 0
  precondition(result.text == (isPlain ? Array(String(character).utf8) : []), "a key of the pad")
  precondition(result.rings != isPlain, "a key of the pad vanishes")
}

private func isPrintable(_ code: Int) -> Bool {
  code >= 0x20 && !(0x7f...0x9f).contains(code) && Unicode.Scalar(UInt32(code)) != nil
}

/// Numbers made of the bytes of an input, 0 after its end.
private struct Numbers {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A code point, or something beside: small ones come as often as large ones.
  mutating func code() -> Int {
    let shift = Int(next() % 14)
    return (Int(next()) << 16 | Int(next()) << 8 | Int(next())) >> shift
  }
}

@main struct DecoderFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
