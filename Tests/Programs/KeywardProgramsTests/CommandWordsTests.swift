import KeywardPrograms
import KeywardTerminal
import SecureMemory
import Testing

@Suite struct CommandWordsTests {
  private func get(_ words: String...) throws -> GetCommand { try GetCommand(words[...]) }

  @Test func aValueFollowsTheNameOrTheSign() throws {
    #expect(try get("--prompt", "PIN").typing.prompt == "PIN")
    #expect(try get("--prompt=PIN").typing.prompt == "PIN")
    #expect(try get("--prompt=a=b").typing.prompt == "a=b")
  }

  @Test(
    "The value of an option is the next word, whatever it looks like",
    arguments: [
      "", "-", "--", "-x", "-n", "-h", "--=", "--help", "--version", "--plain", "---", "--prompt",
      "a\n--help", "\u{FFFD}", String(repeating: "--help ", count: 5000),
    ])
  func valueIsNextWord(_ value: String) throws {
    #expect(try get("--prompt", value, "-n").typing.prompt == value)
    #expect(try get("--prompt=" + value, "-n").typing.prompt == value)
    let exec = try ExecCommand(
      ["--description=" + value, "--error", value, "--", "true", value])
    #expect(exec.typing.description == value && exec.typing.error == value)
    #expect(exec.command == ["true", value])
    #expect(try ConfirmCommand(["--", value]).text == value)
    #expect(try LendCommand(["--to", value]).to == value)
    #expect(try get("--user=" + value).asking.user == value)
  }

  @Test(
    "The beginning of an option's name suggests the option",
    arguments: [("--lay", "layout"), ("--lauout", "layout"), ("--allow-e", "allow-empty")])
  func suggestions(word: String, name: String) {
    #expect(throws: UsageError.self) { try get(word) }
    do { _ = try get(word) } catch {
      #expect("\(error)" == "Unknown option “\(word)”. Did you mean “--\(name)”?")
    }
  }

  @Test("Help and the version are printed only in place of an option")
  func helpIsAnOption() {
    func answer(_ words: [String]) -> UsageError.Answer? {
      do throws(UsageError) {
        _ = try ExecCommand(words[...])
        return nil
      } catch { return error.answer }
    }
    #expect(answer(["-h"]) == .help && answer(["--stdin", "--help", "--", "cat"]) == .help)
    #expect(answer(["--version"]) == .version)
    for words in [
      ["--prompt", "--help"], ["--prompt", "--version"], ["--nothing", "--help"],
      ["--fd", "--help"], ["--help=x"], ["cat", "--help"], ["--", "cat", "--version"],
    ] {
      #expect(answer(words) == nil)
    }
  }

  @Test func aNumberPadAsksForAPIN() throws {
    #expect(try get("--panel", "numbers").typing.question.prompt == .own(.pin))
    #expect(try get("--panel", "letters").typing.question.prompt == .own(.passphrase))
    let named = try get("--panel", "numbers", "--prompt", "Code")
    #expect(named.typing.question.prompt == "Code")
  }

  @Test(arguments: [
    ["--prompt"], ["--prompt", "--", "x"], ["--prompt=", "x"], ["--mask", "--plain"],
    ["--plain=yes"], ["--plain="], ["-n=x"], ["-n="], ["-x"], ["-nx"], ["--n"], ["-prompt", "x"],
    ["---plain"],
    ["----"],
    ["--=x"], ["-=x"], ["x"], ["--", "x"], [""], ["--Plain"], ["--no-prompt", "x"], ["--pla"],
    ["--mask", "stars"], ["--timeout", "-5"], ["--help"], ["-h"], ["--version"],
  ])
  func unknownWordsAreUsageErrors(_ words: [String]) {
    #expect(throws: UsageError.self) { _ = try GetCommand(words[...]) }
  }

  @Test func lettersAndNamesMeanTheSame() throws {
    #expect(try get("-n").noNewline)
    #expect(try get("-nn").noNewline)
    #expect(try get("--no-newline", "--").noNewline)
    #expect(try !get().noNewline)
  }

  @Test func theLastOfTwoCounts() throws {
    #expect(try get("--prompt", "a", "--prompt", "b").typing.prompt == "b")
    #expect(try get("--plain", "--no-plain").typing.settings.look.isPlain == false)
    #expect(try get("--no-plain", "--plain").typing.settings.look.isPlain)
    let rotated = try get("--rotate", "landscape@1", "--rotate", "portrait@2").typing.settings
    #expect(rotated.look.rotations.map(\.seconds) == [1, 2])
  }

  @Test func aRequiredSandboxStaysRequired() throws {
    for words in [
      ["--require-sandbox", "--sandbox", "no"], ["--sandbox", "no", "--require-sandbox"],
    ] {
      #expect(try GetCommand(words[...]).typing.settings.protection.sandbox == .required)
    }
    #expect(try get("--sandbox", "no").typing.settings.protection.sandbox == .no)
  }

  @Test func theCommandLineIsOnTopOfTheSettings() throws {
    var settings = ProgramSettings()
    _ = settings.take(words: "--mask fixed --keep --timeout 5 --sandbox no", from: "X")
    let command = try ConfirmCommand(["--no-keep", "x", "--timeout", "0"], settings)
    #expect(command.settings.look.mask == .fixed && !command.settings.look.keepsLine)
    #expect(command.settings.timeout == .never && command.settings.protection.sandbox == .no)
  }

  @Test func faultsOfTheSettingsAreReportedOnceTheWordsAreParsed() {
    var seen: [String] = []
    let lookup = { $0 == "KEYWARD_OPTIONS" ? "--nothing" : nil }
    _ = SecretCommands.command(["get", "--nothing"], environment: lookup) { seen.append($0) }
    _ = SecretCommands.command(["type", "--format", "svg"], environment: lookup) { seen.append($0) }
    #expect(seen.isEmpty)
    _ = SecretCommands.command(["get"], environment: lookup) { seen.append($0) }
    #expect(seen == ["KEYWARD_OPTIONS: Unknown option “--nothing”. It is ignored."])
  }

  @Test func aValueMayBeLeftOut() throws {
    #expect(try get("--user").asking.user == "")
    #expect(try get("--user", "--plain").asking.user == "")
    #expect(try get("--user", "Login").asking.user == "Login")
    #expect(try get("--user=").asking.user == "")
    // The version is no secret, nor does anybody ask for it after a name.
    #expect(try get("--user", "--version").asking.user == "--version")
    #expect(try get("--user", "-h", "--plain").asking.user == "-h")
    #expect(try ExecCommand(["--user", "--user-env", "U", "--", "true"]).asking.user == "")
  }

  @Test func everythingAfterTheEndIsTheCommand() throws {
    let exec = try ExecCommand(["--fd", "5", "--", "ls", "--", "-l", "--fd", "6"])
    #expect(exec.fd == 5)
    #expect(exec.command == ["ls", "--", "-l", "--fd", "6"])
    #expect(try ConfirmCommand(["--", "-x"]).text == "-x")
    #expect(throws: UsageError.self) { _ = try ExecCommand(["ls"]) }
    #expect(throws: UsageError.self) { _ = try ExecCommand(["--"]) }
    #expect(throws: UsageError.self) { _ = try ConfirmCommand(["a", "b"]) }
  }

  @Test func theFirstWordNamesTheCommand() {
    func name(_ words: String...) -> String? {
      SecretCommands.command(words, environment: { _ in nil }, warn: { _ in })
        .map { type(of: $0).name }
    }
    #expect(name() == "type")
    #expect(name("--prompt", "get") == "type")
    #expect(name("get") == "get")
    #expect(name("agent", "--directory", "/x") == "agent")
    #expect(name("type", "--format", "svg") == nil)
    #expect(name("frames") == nil)
    #expect(name("help") == nil)
    #expect(name("get", "--help") == nil)
    #expect(name("get", "--screen", "1x1", "--device", "iphone-xs") == nil)
    #expect(name("--", "get") == nil)
  }
}
