/// A command of the protocol, by its name on the wire.
///
/// The order of the cases is the order of `HELP`.
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

  /// The command of a name, in upper or lower case.
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
