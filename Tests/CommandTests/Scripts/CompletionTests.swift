import TestSupport
import Testing

/// The completions of a shell, as bash uses them.
@Suite struct CompletionTests {
  /// The offers after some words, the last one unfinished.
  private func offered(_ words: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    let keyward = try BuiltProgram.keyward()
    let script = """
      source "$1"
      shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
      COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _keyward "$1" "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"

      """
    let completions = try ProgramRun.finished(keyward, ["--generate-completion-script", "bash"])
    try folder.write(completions.outputText, to: "keyward.bash")
    try folder.write(script, to: "ask")
    let run = try ProgramRun.finished(
      "/bin/bash", [folder.path + "/ask", folder.path + "/keyward.bash", keyward] + words)
    return run.outputText.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test(arguments: [
    (["set"], "setup"), (["setup", "--"], "--apply"), (["get", "--mask", ""], "fixed"),
    (["type", "--layout", "latin-d"], "latin-dvorak"),
    (["frames", "--device", "iphone-x"], "iphone-xs"), (["frames", "--metrics", ""], "jgs"),
    (["layouts", "show", "gr"], "greek"), (["scene", "to"], "tour"),
    (["scene", "--device", "ipad-m"], "ipad-mini-6"), (["agent", "--directory", "/et"], "/etc"),
    (["type", "--verify", "/etc/pass"], "/etc/passwd"),
    (["layouts", "check", "/etc/pass"], "/etc/passwd"),
  ])
  func bashOffers(_ words: [String], _ expected: String) throws {
    let found = try offered(words)
    #expect(found.contains(expected), "\(words) offers \(found)")
    #expect(found.allSatisfy { $0.hasPrefix(words.last ?? "") }, "\(found)")
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func everyShellHasAScript(shell: String) throws {
    let run = try ProgramRun.finished(
      try BuiltProgram.keyward(), ["--generate-completion-script", shell])
    #expect(run.ending == .exited(0))
    for word in ["setup", "agent", "doctor", "mask"] {
      #expect(run.outputText.contains(word))
    }
  }
}
