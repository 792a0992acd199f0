import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct CompletionTests {
  private func offered(_ words: [String], after line: String = "") throws -> [String] {
    let ask = """
      source "$1"
      \(line)
      shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
      COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _keyward "$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"

      """
    return try offered(in: "bash", "--norc", ask, words).flatMap { $0.split(separator: " ") }
      .map(String.init)
  }

  /// The offers in a shell, whose functions for completions are replaced if they need a terminal.
  private func offered(
    in shell: String, _ option: String, _ ask: String, _ words: [String] = []
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let keyward = try BuiltProgram.keyward()
    let completions = try Keyward.run("--generate-completion-script", shell)
    try folder.write(completions.outputText, to: "script")
    try folder.write(ask, to: "ask")
    let program = try #require(InstalledProgram.path(shell))
    let run = try ProgramRun.finished(
      program, [option, folder.path + "/ask", folder.path + "/script", keyward] + words,
      // A shell may make folders in its home.
      environment: ["HOME": folder.path])
    return run.outputText.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    (["set"], "setup"), (["setup", "--"], "--apply"), (["get", "--mask", ""], "fixed"),
    (["type", "--layout", "latin-d"], "latin-dvorak"),
    (["frames", "--device", "iphone-x"], "iphone-xs"), (["frames", "--metrics", ""], "jgs"),
    (["layouts", "show", "gr"], "greek"), (["simulate", "--device", "ipad-m"], "ipad-mini-6"),
    (["agent", "--directory", "/et"], "/etc"),
    (["type", "--verify", "/etc/pass"], "/etc/passwd"),
    (["layouts", "check", "/etc/pass"], "/etc/passwd"), (["help", "la"], "layouts"),
    (["attend", "--", "cat", "/etc/pass"], "/etc/passwd"),
  ])
  func bashOffers(_ words: [String], _ expected: String) throws {
    let found = try offered(words)
    #expect(found.contains(expected), "\(words) offers \(found)")
    #expect(found.allSatisfy { $0.hasPrefix(words.last ?? "") }, "\(found)")
  }

  @Test func bashOffersTheValueAfterTheSign() throws {
    // Bash gives the sign as a word.
    #expect(try offered(["get", "--mask", "=", "fi"]) == ["fixed"])
    #expect(try offered(["exec", "--", "tru"]).contains("true"))
    // Bash's own completions, if they are loaded, go on with the words of the command.
    let loaded = "_command_offset() { COMPREPLY=(\"${COMP_WORDS[*]:$1}\"); }"
    let inner = ["attend", "--plain", "--", "git", "com"]
    #expect(try offered(inner, after: loaded) == ["git", "com"])
  }

  @Test(
    .enabled(if: InstalledProgram.path("zsh") != nil, "needs zsh"),
    arguments: [
      ("get --feed", ["--feedback:Highlight the pressed key"]),
      ("get --mask h", ["hidden"]),
      ("get --mask=h", ["--mask=hidden"]), ("agent --directory /et", ["files -/"]),
      ("layouts check /et", ["files"]),
    ])
  func zshOffers(_ line: String, _ expected: [String]) throws {
    let ask = """
      compdef() {}
      _files() { print -- files $@ }
      _describe() { print -rl -- ${(P)2} }
      source $1
      words=($2 \(line)); CURRENT=$#words
      _keyward

      """
    #expect(try offered(in: "zsh", "--no-rcs", ask) == expected)
  }

  @Test(
    .enabled(if: InstalledProgram.path("fish") != nil, "needs fish"),
    arguments: [
      ("get --mask h", "hidden"), ("get --fee", "--feedback\tHighlight the pressed key"),
      ("get --layout de-m", "de-mac\tGerman (Macintosh)"),
      ("attend -- cat /etc/pass", "/etc/passwd"),
      ("layouts check /etc/pass", "/etc/passwd"), ("agent --directory /et", "/etc/\tDirectory"),
    ])
  func fishOffers(_ line: String, _ expected: String) throws {
    let ask = """
      source $argv[1]
      complete -C"$argv[2] \(line)"

      """
    #expect(try offered(in: "fish", "--no-config", ask).contains(expected))
  }
}
