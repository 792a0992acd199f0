import SecureMemory

extension PromptLoop.Setting {
  /// Closes the sandbox once the terminal has the first frame.
  ///
  /// - Parameter sandbox: The sandbox; a program that opens files may open this terminal again.
  package mutating func protect(by sandbox: Sandbox) {
    let name = environment.device
    onFirstFrame = { descriptor in
      let names = [name, TerminalSession.devicePath(of: descriptor)]
      let words = sandbox.protections
      sandbox.close(alsoOpening: names.compactMap { $0.map { .name($0, of: descriptor) } })
      guard let word = words.first, sandbox.protections != words else { return nil }
      return LostProtection(words: word, rest: sandbox.protections)
    }
  }
}
