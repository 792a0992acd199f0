/// An error of the Assuan protocol: a number of GnuPG's, and a text for people reading a log.
///
///     AssuanError.cancelled.line   // ERR 83886179 Operation cancelled <Pinentry>
///
/// A number is source × 2²⁴ + code. Numbers and texts are those of GnuPG's own programs.
package struct AssuanError: Error, Hashable, Sendable {
  /// The source of a report: 5 is Pinentry, 32 the Assuan library's default.
  package enum Source: UInt32, Sendable {
    /// The dialogue.
    case pinentry = 5
    /// The protocol.
    case assuan = 32
  }

  /// The source.
  package let source: Source

  /// The code, below 2¹⁶; the system's own errors begin at 32768 in GnuPG's numbering.
  package let code: UInt32

  /// The error in a few words.
  package let text: String

  package init(_ source: Source, _ code: UInt32, _ text: String) {
    self.source = source
    self.code = code
    self.text = text
  }

  /// The same error with one more sentence; nil for none.
  package func explained(by sentence: String?) -> AssuanError {
    guard let sentence else { return self }
    let line = sentence.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? "?" : $0 }
    return AssuanError(
      source, code, "\(text); " + String(String.UnicodeScalarView(line)).prefix(500))
  }

  /// The number for the client.
  package var number: UInt32 { source.rawValue << 24 + code }

  /// The reply, without line end.
  package var line: String {
    "ERR \(number) \(text) <\(source == .pinentry ? "Pinentry" : "Assuan")>"
  }
}

extension AssuanError {
  // MARK: The dialogue's

  /// 83886179: a cancel key or the Cancel button.
  package static let cancelled = AssuanError(.pinentry, 99, "Operation cancelled")

  /// 83886278: interrupted, or the terminal or the client has gone.
  package static let fullyCancelled = AssuanError(.pinentry, 198, "Operation fully cancelled")

  /// 83886194: the button that says no.
  package static let notConfirmed = AssuanError(.pinentry, 114, "Not confirmed")

  /// 83886142: nobody answered in time.
  package static let timeout = AssuanError(.pinentry, 62, "Timeout")

  /// 83886254: an unknown option.
  package static let unknownOption = AssuanError(.pinentry, 174, "Unknown option")

  /// 83886360: a word unknown to `GETINFO`.
  package static let parameter = AssuanError(.pinentry, 280, "IPC parameter error")

  /// 83886337: there is no cache to clear.
  package static let noCache = AssuanError(.pinentry, 257, "General IPC error")

  /// 83918934: memory for the secret could not be locked.
  package static let outOfMemory = AssuanError(.pinentry, 32854, "Cannot allocate memory")

  // MARK: The protocol's

  /// 536871175: a line of more than 1000 bytes.
  package static let lineTooLong = AssuanError(.assuan, 263, "Line too long")

  /// 536871187: an unknown command.
  package static let unknownCommand = AssuanError(.assuan, 275, "Unknown IPC command")

  /// 536871188: a line in a wrong form.
  package static func syntax(_ reason: String) -> AssuanError {
    AssuanError(.assuan, 276, "IPC syntax error - \(reason)")
  }

  /// 536870981: a command that has a meaning only elsewhere.
  package static let notImplemented = AssuanError(.assuan, 69, "Not implemented")

  /// 536870939: no help for a known command.
  package static let noHelp = AssuanError(.assuan, 27, "Not found")

  /// 536871087: no help for an unknown command.
  package static let noSuchHelp = AssuanError(.assuan, 175, "Unknown command")
}
