/// A line from the client, without its line end: its kind and the range of its argument.
///
///     AssuanLine(line)   // `setdesc  Hello` → .command(.setDescription, argument: 9..<14)
package enum AssuanLine: Hashable, Sendable {
  /// An empty line or a comment, to which no reply is sent.
  case silent
  case leadingBlank
  /// The bytes after `D `, which are allowed only in the answer to an inquiry.
  case data(Range<Int>)
  case command(AssuanCommand, argument: Range<Int>)
  /// `CAN`, or `ERR` and its text, which end an inquiry; elsewhere they are unknown commands.
  case inquiryEnd
  case unknown

  package init(_ line: RawSpan) {
    guard line.byteCount > 0, line.byte(0) != 0x23 else {
      self = .silent
      return
    }
    guard !line.byte(0).isBlank else {
      self = .leadingBlank
      return
    }
    if line.starts(with: "D ") {
      self = .data(2..<line.byteCount)
      return
    }
    let whole = 0..<line.byteCount
    let end = line.firstOffset(in: whole) { $0.isBlank } ?? line.byteCount
    let start = line.firstOffset(in: end..<line.byteCount) { !$0.isBlank } ?? line.byteCount
    let name = line.extracting(0..<end)
    if let command = AssuanCommand(name: name) {
      self = .command(command, argument: start..<line.byteCount)
    } else {
      let endsInquiry = end == 3 && (name.starts(with: "CAN") || name.starts(with: "ERR"))
      self = endsInquiry ? .inquiryEnd : .unknown
    }
  }

  package var answersInquiry: Bool {
    switch self {
    case .silent, .data, .inquiryEnd: return true
    case .command(let command, _): return command == .end || command == .cancel
    case .leadingBlank, .unknown: return false
    }
  }
}

/// The commands of the protocol, in the order in which `HELP` lists them.
package enum AssuanCommand: String, CaseIterable, Sendable {
  case nop = "NOP"
  case cancel = "CANCEL"
  case option = "OPTION"
  case bye = "BYE"
  case auth = "AUTH"
  case reset = "RESET"
  case end = "END"
  case help = "HELP"
  case setDescription = "SETDESC"
  case setPrompt = "SETPROMPT"
  case setTitle = "SETTITLE"
  case setKeyInfo = "SETKEYINFO"
  case setRepeat = "SETREPEAT"
  case setRepeatError = "SETREPEATERROR"
  case setRepeatOK = "SETREPEATOK"
  case setError = "SETERROR"
  case setOK = "SETOK"
  case setNotOK = "SETNOTOK"
  case setCancel = "SETCANCEL"
  case getPIN = "GETPIN"
  case confirm = "CONFIRM"
  case message = "MESSAGE"
  case setQualityBar = "SETQUALITYBAR"
  case setQualityBarTip = "SETQUALITYBAR_TT"
  case setGenerator = "SETGENPIN"
  case setGeneratorTip = "SETGENPIN_TT"
  case getInfo = "GETINFO"
  case setTimeout = "SETTIMEOUT"
  case clearPassphrase = "CLEARPASSPHRASE"

  package init?(name: RawSpan) {
    let found = Self.allCases.first { command in
      let wanted = command.rawValue.utf8
      guard wanted.count == name.byteCount else { return false }
      for (offset, byte) in wanted.enumerated()
      where name.byte(offset).asciiUppercased != byte {
        return false
      }
      return true
    }
    guard let found else { return nil }
    self = found
  }
}

/// Parses the argument of `OPTION`: `name`, `name=value`, `name value` or `name = value`, each with
/// an optional `--` in front.
///
/// The leading `--` is removed from the name, and leading and trailing blanks are removed from the
/// value. After `=`, only the options in `TerminalChoice.options` may have an empty value, as in
/// `ttyname=`.
///
///     try parseOption(Array("--ttytype = xterm ".utf8))   // ("ttytype", "xterm")
package func parseOption(
  _ argument: [UInt8]
) throws(AssuanError) -> (name: String, value: [UInt8]?) {
  guard let first = argument.first else { throw .syntax("argument required") }
  guard first != 0x3d else { throw .syntax("no option name given") }
  let end = argument.firstIndex { $0.isBlank || $0 == 0x3d } ?? argument.count
  var key = argument[..<end]
  var rest = argument[end...].drop(while: \.isBlank)
  let hasEqualSign = rest.first == 0x3d
  if hasEqualSign { rest = rest.dropFirst() }
  if key.count > 2, key.starts(with: [0x2d, 0x2d]) { key = key.dropFirst(2) }
  guard key.first != 0x2d else { throw .syntax("option should not begin with one dash") }
  let name = key.text
  rest = rest.trimmed(where: \.isBlank)
  guard !rest.isEmpty || !hasEqualSign || TerminalChoice.options.contains(name) else {
    throw .syntax("option argument expected")
  }
  return (name, rest.isEmpty ? nil : Array(rest))
}

extension RawSpan {
  package func firstOffset(in range: Range<Int>, where wanted: (UInt8) -> Bool) -> Int? {
    range.first { wanted(byte($0)) }
  }

  package func starts(with prefix: StaticString) -> Bool {
    let count = prefix.utf8CodeUnitCount
    guard byteCount >= count else { return false }
    return prefix.withUTF8Buffer { wanted in
      (0..<count).allSatisfy { unsafe wanted[$0] == byte($0) }
    }
  }

  /// A copy outside locked memory, for bytes that are public.
  package func publicCopy() -> [UInt8] {
    unsafe withUnsafeBytes { unsafe Array($0) }
  }
}

extension UInt8 {
  package var asciiUppercased: UInt8 { (0x61...0x7a).contains(self) ? self - 0x20 : self }

  package var isBlank: Bool { self == 0x20 || self == 0x09 }

  package var hexadecimalValue: UInt8? {
    switch self {
    case 0x30...0x39: return self - 0x30
    case 0x41...0x46: return self - 0x41 + 10
    case 0x61...0x66: return self - 0x61 + 10
    default: return nil
    }
  }
}

extension BidirectionalCollection {
  /// Returns the collection without the leading and trailing elements that `isBlank` accepts.
  func trimmed(where isBlank: (Element) -> Bool) -> SubSequence {
    var rest = drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}

extension Sequence<UInt8> {
  package var text: String { String(decoding: Array(self), as: UTF8.self) }
}

/// An error of the Assuan protocol: GnuPG's number for it, and a text for the log.
///
///     AssuanError.cancelled.line   // ERR 83886179 Operation cancelled <Pinentry>
///
/// A number is source × 2²⁴ + code. Numbers and texts are those of GnuPG's own programs.
package struct AssuanError: Error, Hashable, Sendable {
  package enum Source: UInt32, Sendable {
    case pinentry = 5
    case assuan = 32
  }

  package let source: Source

  /// The code without the source, below 2¹⁶; GnuPG numbers the kernel's errors from 32768.
  package let code: UInt32

  package let text: String

  package init(_ source: Source, _ code: UInt32, _ text: String) {
    self.source = source
    self.code = code
    self.text = text
  }

  package func explained(by sentence: String?) -> AssuanError {
    guard let sentence else { return self }
    let line = sentence.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? "?" : $0 }
    return AssuanError(
      source, code, "\(text); " + String(String.UnicodeScalarView(line)).prefix(500))
  }

  package var number: UInt32 { source.rawValue << 24 + code }

  package var line: String {
    "ERR \(number) \(text) <\(source == .pinentry ? "Pinentry" : "Assuan")>"
  }

  // MARK: Errors of a dialogue

  package static let cancelled = AssuanError(.pinentry, 99, "Operation cancelled")

  /// The prompt was interrupted, or the terminal or the client is gone.
  package static let fullyCancelled = AssuanError(.pinentry, 198, "Operation fully cancelled")

  package static let notConfirmed = AssuanError(.pinentry, 114, "Not confirmed")

  package static let timeout = AssuanError(.pinentry, 62, "Timeout")

  package static let unknownOption = AssuanError(.pinentry, 174, "Unknown option")

  /// The reply to `GETINFO` with an unknown argument.
  package static let parameter = AssuanError(.pinentry, 280, "IPC parameter error")

  /// The reply to `CLEARPASSPHRASE`, because this program has no passphrase cache.
  package static let noCache = AssuanError(.pinentry, 257, "General IPC error")

  /// Memory for the secret could not be locked.
  package static let outOfMemory = AssuanError(.pinentry, 32854, "Cannot allocate memory")

  // MARK: Errors of the protocol

  package static let lineTooLong = AssuanError(.assuan, 263, "Line too long")

  package static let unknownCommand = AssuanError(.assuan, 275, "Unknown IPC command")

  package static func syntax(_ reason: String) -> AssuanError {
    AssuanError(.assuan, 276, "IPC syntax error - \(reason)")
  }

  package static let notImplemented = AssuanError(.assuan, 69, "Not implemented")

  /// The reply to `HELP` for a known command, because this program has no help texts.
  package static let noHelp = AssuanError(.assuan, 27, "Not found")

  /// The reply to `HELP` for an unknown command.
  package static let noSuchHelp = AssuanError(.assuan, 175, "Unknown command")
}
