import SecureMemory

extension PromptLoop.Setting {
  /// Starts a watcher, then closes the sandbox, once the terminal has the first frame.
  ///
  /// Until then a stand-in does the watcher's work.
  ///
  /// - Parameters:
  ///   - usesWatcher: Whether a child restores the terminal after `kill -9`; a sandbox lets none be
  ///     made.
  ///   - sandbox: The sandbox; a program that opens files may open this terminal again.
  package mutating func protect(usesWatcher: Bool, _ sandbox: Sandbox) {
    let name = environment.device
    if usesWatcher { beforeSwitch = { TerminalWatcher.standIn() } }
    onFirstFrame = { descriptor in
      if usesWatcher { TerminalWatcher.start() }
      let names = [name, TerminalSession.devicePath(of: descriptor)]
      let words = sandbox.protections
      sandbox.close(alsoOpening: names.compactMap { $0.map { .name($0, of: descriptor) } })
      guard let word = words.first, sandbox.protections != words else { return nil }
      return LostProtection(words: word, rest: sandbox.protections)
    }
  }
}
