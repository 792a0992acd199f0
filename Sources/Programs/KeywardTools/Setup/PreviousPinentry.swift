import KeywardPrograms
import SecureMemory

/// The pinentry and askpass programs that were in use before Keyward was set up.
///
/// Setup makes such a program the fallback, which asks for the secret if there is no terminal.
struct PreviousPinentry {
  private static let systemPinentry = "/usr/bin/pinentry"
  private static let systemAskpass = "/usr/bin/ssh-askpass"
  /// The pinentries that cannot be the fallback, because the fallback runs without a terminal.
  private static let terminalPinentries = ["pinentry-curses", "pinentry-tty"]

  private let lookup: (String) -> String?
  private let agentFile: SetupFile?

  init(agentFile: SetupFile?, lookup: @escaping (String) -> String?) {
    self.agentFile = agentFile
    self.lookup = lookup
  }

  func fallback(for role: Fallback.Role) -> Fallback? {
    candidates(for: role).lazy
      .map { Fallback(words: [$0]) }
      .first { $0.trouble == nil && !needsTerminal($0) }
  }

  private func candidates(for role: Fallback.Role) -> [String] {
    let found =
      switch role {
      // The file itself is used, since its name may lead to our program later.
      case .pinentry: [agentFile?.former, ProgramFolder.file(Self.systemPinentry)]
      case .askpass:
        ["SSH_ASKPASS", "SUDO_ASKPASS", "GIT_ASKPASS"].map(lookup)
          + [Self.gitAskpass(lookup: lookup), ProgramFolder.file(Self.systemAskpass)]
      }
    return found.compactMap(\.self).filter { path in
      path.hasPrefix("/") && !path.unicodeScalars.contains { $0.value < 0x20 }
    }
  }

  private func needsTerminal(_ fallback: Fallback) -> Bool {
    let name = ProgramFolder.file(fallback.path)?.split(separator: "/").last.map(String.init)
    return name.map(Self.terminalPinentries.contains) ?? false
  }

  static func warning(without role: Fallback.Role) -> String {
    switch role {
    case .pinentry:
      "No other pinentry was found to serve as a fallback. If gpg has no terminal, "
        + "Keyward asks on one lent with `keyward lend`, in tmux, or in a new window. For a fallback, install "
        + "pinentry-gnome3 or pinentry-qt and run `keyward setup` again."
    case .askpass:
      "No other askpass program was found to serve as a fallback. If ssh, sudo or git "
        + "has no terminal, Keyward asks on one lent with `keyward lend`, in tmux, or in a new window. For a "
        + "fallback, install ssh-askpass-gnome or ksshaskpass and run `keyward setup` again."
    }
  }
}

extension PreviousPinentry {
  /// `core.askPass` in the settings of the user; nil if it is not set.
  static func gitAskpass(lookup: (String) -> String?) -> String? {
    guard let home = lookup("HOME"), !home.isEmpty else { return nil }
    let other = lookup("XDG_CONFIG_HOME") ?? ""
    let folder = other.isEmpty ? home + "/.config" : other
    return ["\(home)/.gitconfig", "\(folder)/git/config"].lazy.compactMap { path in
      (try? SmallFile(path, atMost: 1 << 20).bytes)
        .flatMap { gitAskpass(in: String(decoding: $0, as: UTF8.self)) }
    }.first
  }

  /// Returns the last value of `core.askPass` in a file, because git also uses the last one.
  private static func gitAskpass(in content: String) -> String? {
    var isCore = false
    var found: String?
    for line in content.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0.isWhitespace }
      if line.hasPrefix("[") {
        isCore = line.lowercased().hasPrefix("[core]")
      } else if isCore, let sign = line.firstIndex(of: "=") {
        let name = line[..<sign].split(whereSeparator: \.isWhitespace).first
        let value = line[line.index(after: sign)...].drop { $0.isWhitespace }
        if name?.lowercased() == "askpass" { found = String(value) }
      }
    }
    return found
  }
}
