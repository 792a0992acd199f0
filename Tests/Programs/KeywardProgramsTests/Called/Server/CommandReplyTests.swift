import Glibc
import KeywardTerminal
import Testing

@testable import KeywardPrograms

@Suite struct CommandReplyTests {
  private func replies(_ lines: String) throws -> [String] {
    try Exchange().run(lines)
  }

  private func number(_ reply: String) -> UInt32? {
    let words = reply.split(separator: " ")
    return words.count > 1 && words[0] == "ERR" ? UInt32(words[1]) : nil
  }

  @Test(arguments: [
    "SETDESC", "SETPROMPT", "SETTITLE", "SETOK", "SETCANCEL", "SETNOTOK", "SETERROR", "SETREPEAT",
    "SETREPEATERROR", "SETREPEATOK", "SETQUALITYBAR", "SETQUALITYBAR_TT", "SETGENPIN",
    "SETGENPIN_TT", "SETTIMEOUT", "SETKEYINFO", "NOP", "RESET",
  ])
  func isAcknowledged(_ name: String) throws {
    let lower = name.lowercased()
    #expect(
      try replies("\(name)\n\(name) x%0Ay%\n\(lower) abc\n\(lower)   %ff%00\n")
        == ["OK", "OK", "OK", "OK"])
  }

  @Test(
    arguments: [
      (" NOP", 536_871_188), ("\tNOP", 536_871_188), ("D x", 536_870_981), ("D ", 536_870_981),
      ("END", 536_870_981), ("CANCEL", 536_870_981), ("AUTH x", 536_870_981), ("D", 536_871_187),
      ("CAN", 536_871_187), ("QUIT", 536_871_187), ("INPUT", 536_871_187), ("X", 536_871_187),
      ("CLEARPASSPHRASE", 83_886_337), ("CLEARPASSPHRASE id", 83_886_337), ("GETINFO", 83_886_360),
      ("GETINFO nothing", 83_886_360), ("HELP getpin", 536_870_939), ("HELP nothing", 536_871_087),
      ("OPTION", 536_871_188), ("OPTION =x", 536_871_188), ("OPTION -x", 536_871_188),
      ("OPTION touch-file=", 536_871_188), ("OPTION grab=1", 83_886_254),
      ("OPTION no-grab 1", 83_886_254), ("OPTION nothing", 83_886_254),
      ("OPTION nothing=1", 83_886_254),
    ] as [(String, UInt32)])
  func isRefusedAndTheSessionGoesOn(_ line: String, _ expected: UInt32) throws {
    let found = try replies("\(line)\nNOP\n")
    #expect(found.count == 2)
    #expect(found.first.flatMap(number) == expected)
    #expect(found.last == "OK")
  }

  @Test(arguments: ["ttyname", "ttytype", "lc-ctype", "lc-messages"])
  func terminalAndLocaleAreNeverRefused(_ name: String) throws {
    let values = ["", "=", "=x", " = x", "=/nonexistent", "=%00%ff", "=\u{1b}[2J"]
    let lines = values.map { "OPTION \(name)\($0)\n" }.joined()
    #expect(try replies(lines) == values.map { _ in "OK" })
  }

  @Test(arguments: [
    "display=:0", "owner=1/0 host", "owner=1 host", "owner=nonsense", "touch-file=/nonexistent",
    "default-ok=_OK", "default-cancel=_Cancel", "default-yes=_Yes", "default-no=_No",
    "default-prompt=PIN:", "default-pwmngr=x", "default-cf-visi=x", "default-tt-visi=x",
    "default-tt-hide=x", "default-capshint=x", "invisible-char=*", "grab", "no-grab",
    "parent-wid=1", "ttyalert=beep", "allow-external-password-cache", "allow-emacs-prompt",
    "debug-wait=0", "constraints-enforce", "constraints-hint-short=x", "constraints-hint-long=x",
    "constraints-error-title=x", "formatted-passphrase", "formatted-passphrase-hint=x",
  ])
  func optionIsTaken(_ option: String) throws {
    #expect(try replies("OPTION \(option)\nOPTION --\(option)\n") == ["OK", "OK"])
  }

  @Test func reportsItsProperties() throws {
    #expect(try replies("GETINFO pid\n") == ["D \(getpid())", "OK"])
    #expect(try replies("GETINFO flavor\n") == ["D keyward", "OK"])
    let version = try replies("getinfo version\n")
    #expect(version.count == 2 && version[0].hasPrefix("D "))
  }

  @Test func reportsTheTerminal() throws {
    let ours = "\(geteuid())/\(getegid())"
    #expect(try replies("GETINFO ttyinfo\n") == ["D - - - - \(ours) -", "OK"])
    #expect(
      try replies("OPTION ttyname=\nOPTION ttytype=\nGETINFO ttyinfo\n").suffix(2)
        == ["D - - - - \(ours) -", "OK"])
    var status = stat()
    _ = stat("/dev/null", &status)
    let device = "\(String(status.st_mode, radix: 8))/\(status.st_uid)/\(status.st_gid)"
    #expect(
      try replies(
        "OPTION ttyname=/dev/null\nOPTION ttytype=xterm\nOPTION display=:1\nGETINFO ttyinfo\n")
        == ["OK", "OK", "OK", "D /dev/null xterm :1 \(device) \(ours) -", "OK"])
  }

  @Test func namesItsCommands() throws {
    let found = try replies("HELP\n")
    #expect(found.last == "OK")
    #expect(found.dropLast() == ArraySlice(AssuanCommand.allCases.map { "# \($0.rawValue)" }))
  }

  @Test func endsPolitely() throws {
    let exchange = Exchange()
    #expect(try exchange.run("BYE now\nNOP\n") == ["OK closing connection"])
    #expect(exchange.end == .finished)
    let silent = Exchange()
    #expect(try silent.run("\n# note\n\r\nNOP\r\nunfinished") == ["OK"])
    #expect(silent.end == .finished)
  }

  @Test func givesUpAfterALineThatIsTooLong() throws {
    let exchange = Exchange()
    let longest = "SETDESC " + String(repeating: "x", count: 992) + "\n"
    let found = try exchange.run("\(longest)x\(longest)NOP\n")
    #expect(found.count == 2)
    #expect(found.first == "OK")
    #expect(found.last.flatMap(number) == 536_871_175)
    #expect(exchange.end == .lineTooLong)
  }

  @Test func errorNumbersAreGnuPGs() {
    let expected: [(AssuanError, UInt32)] = [
      (.cancelled, 83_886_179), (.fullyCancelled, 83_886_278), (.notConfirmed, 83_886_194),
      (.timeout, 83_886_142), (TerminalError.cannotOpen(path: "", code: ENOENT).reply, 83_918_929),
      (TerminalError.cannotOpen(path: "", code: EACCES).reply, 83_918_849),
      (TerminalError.notATerminal(path: "").reply, 83_918_950),
      (TerminalError.wait(code: EBADF).reply, 83_918_952), (.outOfMemory, 83_918_934),
      (.unknownOption, 83_886_254), (.parameter, 83_886_360), (.noCache, 83_886_337),
    ]
    for (error, number) in expected { #expect(error.number == number) }
  }
}
