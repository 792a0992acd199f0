import Glibc
import KeywardPrograms
import KeywardTerminal
import LibFuzzer
import SecureMemory

/// Feeds everything a client can send: lines, percent decoding, options, and a whole conversation.
///
/// Nothing may crash, decoding must equal a plain model, and parts must lie inside their line.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  checkDecoding(input)
  for line in input.split(separator: 0x0a) { checkLine(Array(line)) }
  converse(Array(input.prefix(4096)))
  _ = AskpassQuestion(String(decoding: input, as: UTF8.self))
  return 0
}

private func checkDecoding(_ input: [UInt8]) {
  let decoded = PercentEncoding.decode(input.span.bytes)
  precondition(decoded == model(input), "decoding differs from the model")
  guard input.count < 300 else { return }
  checkEncoding(input, .data)
  checkEncoding(input, .percentPlus)
}

/// Checks that our data decodes to the same bytes.
private func checkEncoding(_ input: [UInt8], _ rule: PercentEncoding.Rule) {
  guard var line = encoded(input, rule) else { return }
  precondition(!line.contains(0x0a) && !line.contains(0x0d), "a line end got through")
  if rule == .percentPlus { line = line.map { $0 == 0x2b ? 0x20 : $0 } }
  precondition(
    PercentEncoding.decode(line.span.bytes) == input, "what was encoded does not come back")
}

private func encoded(_ input: [UInt8], _ rule: PercentEncoding.Rule) -> [UInt8]? {
  do {
    var region = try SecretBuffer(capacity: 2048)
    guard let length = PercentEncoding.compose("D ", input.span.bytes, rule, into: &region) else {
      preconditionFailure("300 bytes always fit")
    }
    return region.withBytes { copy($0, 2..<length - 1) }
  } catch {
    return nil
  }
}

private func copy(_ bytes: RawSpan, _ range: Range<Int>) -> [UInt8] {
  bytes.extracting(range).withUnsafeBytes { Array($0) }
}

/// Percent decoding in its plainest form.
private func model(_ input: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  var index = 0
  func digit(_ offset: Int) -> UInt8? {
    guard offset < input.count else { return nil }
    return UInt8(String(UnicodeScalar(input[offset])), radix: 16)
  }
  while index < input.count {
    if input[index] == 0x25, let high = digit(index + 1), let low = digit(index + 2) {
      result.append(high * 16 + low)
      index += 3
    } else {
      result.append(input[index])
      index += 1
    }
  }
  return result
}

private func checkLine(_ line: [UInt8]) {
  switch AssuanLine(line.span.bytes) {
  case .data(let range), .command(_, argument: let range):
    precondition(range.lowerBound >= 0 && range.upperBound == line.count, "outside the line")
  default: break
  }
  if let option = try? parseOption(line) {
    precondition(!option.name.hasPrefix("-"), "a dash is left")
  }
  _ = CallerClaim(line)
}

private let nowhere = open("/dev/null", O_WRONLY)

/// Holds a conversation with a person who cancels every question with a No button.
private func converse(_ input: [UInt8]) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return }
  _ = write(ends[1], input, input.count)
  close(ends[1])
  defer { close(ends[0]) }
  // No touch file with a name from the input.
  guard !contains(input, "touch-file") else { return }
  do {
    var server = PinentryServer(
      channel: AssuanConnection(
        lines: try LineReader(descriptor: ends[0]), writer: ReplyWriter(descriptor: nowhere),
        scratch: try SecretBuffer(capacity: 1024)))
    while true {
      switch server.next() {
      case .releaseTerminal: break
      case .end: return
      case .ask(let request):
        server.channel.ask(.quality, about: Array("x y".utf8).span.bytes)
        _ = server.channel.nextAnswer()
        let outcome: DialogueOutcome =
          request.question.noLabel == nil ? .submitted : .cancelled(.escape)
        let end = server.finish(request, .success(outcome), holdsTerminal: false) { send in
          send(Array("50%".utf8).span.bytes)
        }
        if end != nil { return }
      }
    }
  } catch {
    return
  }
}

private func contains(_ input: [UInt8], _ word: String) -> Bool {
  let part = Array(word.utf8)
  return input.count >= part.count
    && (0...input.count - part.count).contains { input[$0...].starts(with: part) }
}

@main struct AssuanFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
