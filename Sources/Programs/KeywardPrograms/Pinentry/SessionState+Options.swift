extension SessionState {
  /// Takes one option.
  ///
  /// - Parameter argument: The text behind `OPTION` and its blanks.
  /// - Throws: `AssuanError.syntax`, or `.unknownOption` for an unknown name. The terminal's and
  ///   the locale's options are never refused, whatever their value.
  package mutating func takeOption(_ argument: [UInt8]) throws(AssuanError) {
    let option = try OptionLine(argument) { Self.neverRefused.contains($0) }
    let value = option.value ?? []
    if takeTerminalOption(option.name, option.value) { return }
    if takeTextOption(option.name, PercentDecoding.decode(unsafe value.span.bytes)) { return }
    switch option.name {
    case "owner": caller = CallerClaim(value)
    case "touch-file": touchFile = value.isEmpty ? nil : value.text
    case "constraints-enforce": enforcesConstraints = true
    case "formatted-passphrase": isFormatted = true
    case "ttyalert": rings = value == Array("beep".utf8)
    case "grab", "no-grab":
      guard option.value == nil else { throw .unknownOption }
    case "default-pwmngr", "default-cf-visi", "default-tt-visi", "default-tt-hide",
      "invisible-char", "parent-wid", "allow-external-password-cache", "allow-emacs-prompt",
      "debug-wait":
      break
    default:
      throw .unknownOption
    }
  }

  /// The options whose refusal makes an agent give up.
  private static let neverRefused = ["ttyname", "ttytype", "lc-ctype", "lc-messages"]

  private mutating func takeTerminalOption(_ name: String, _ value: [UInt8]?) -> Bool {
    // A closure: a key path is made at run time, with its types.
    let text = value.map { $0.text }
    switch name {
    case "ttyname": terminal.name = text
    // An empty value is an answer too: nothing is known about that terminal.
    case "ttytype": terminal.type = text ?? ""
    case "lc-ctype": terminal.characterLocale = text
    // There is only one language.
    case "lc-messages": break
    case "display": display = text
    default: return false
    }
    return true
  }

  private mutating func takeTextOption(_ name: String, _ text: [UInt8]) -> Bool {
    switch name {
    case "default-ok": defaults.ok = text
    case "default-cancel": defaults.cancel = text
    case "default-yes": defaults.yes = text
    case "default-no": defaults.no = text
    case "default-prompt": defaults.prompt = text
    case "default-capshint": defaults.capsLockHint = text
    case "constraints-hint-short": shortHint = text
    case "constraints-hint-long": longHint = text
    case "constraints-error-title": refusalTitle = text
    case "formatted-passphrase-hint": formattedHint = text
    default: return false
    }
    return true
  }
}
