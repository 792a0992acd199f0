import Assuan
import SmallFiles

extension SetupFile {
  /// The files of a user.
  ///
  /// - Parameters:
  ///   - programs: The folder our programs are in.
  ///   - lookup: The environment.
  /// - Returns: The agent's file and the shell's; nothing where there is no home.
  static func all(programs: String, lookup: (String) -> String?) -> [SetupFile] {
    guard let home = lookup("HOME"), home.hasPrefix("/") else { return [] }
    let agent = folder("GNUPGHOME", else: home + "/.gnupg", lookup) + "/gpg-agent.conf"
    return [
      SetupFile(
        purpose: "gpg", path: agent,
        lines: ["pinentry-program \(programs)/pinentry-keyward"], rival: "pinentry-program"),
      file(of: Shell(lookup("SHELL") ?? ""), home: home, programs: programs, lookup),
    ]
  }

  /// The files of a user that may have to be undone: those of `all`, and those of other shells in which
  /// our lines are, or beside which there is a copy, since a user's shell may have changed.
  ///
  /// - Parameters:
  ///   - programs: The folder our programs are in.
  ///   - lookup: The environment.
  /// - Returns: Those of `all` first; nothing where there is no home.
  static func applied(programs: String, lookup: (String) -> String?) -> [SetupFile] {
    guard let home = lookup("HOME"), home.hasPrefix("/") else { return [] }
    let usual = all(programs: programs, lookup: lookup)
    let others = Shell.allCases.map { file(of: $0, home: home, programs: programs, lookup) }
    return usual
      + others.filter { other in
        other.hasTraces && !usual.contains { $0.path == other.path }
      }
  }

  /// Whether something is to be undone.
  private var hasTraces: Bool {
    let bytes = (try? SmallFile(path, atMost: Self.longest))?.bytes ?? []
    return isApplied(in: bytes.text) || !SetupCopies(of: path).paths.isEmpty
  }

  /// The start-up file of a shell.
  private static func file(
    of shell: Shell, home: String, programs: String, _ lookup: (String) -> String?
  ) -> SetupFile {
    let place =
      switch shell {
      case .bash: home + "/.bashrc"
      case .zsh: folder("ZDOTDIR", else: home, lookup) + "/.zshrc"
      case .fish: folder("XDG_CONFIG_HOME", else: home + "/.config", lookup) + "/fish/config.fish"
      case .other: home + "/.profile"
      }
    return SetupFile(
      purpose: "ssh, sudo, git", path: place,
      lines: shell.terminalLines + variables(programs: programs).map(shell.line))
  }

  /// The folder a variable names, or the usual one.
  private static func folder(
    _ name: String, else usual: String, _ lookup: (String) -> String?
  ) -> String {
    lookup(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? usual
  }

  /// The variables through which ssh, sudo and git find their askpass program, with their values.
  ///
  /// - Parameter programs: The folder our programs are in.
  /// - Returns: Name and value, in the order in which they are set.
  static func variables(programs: String) -> [(name: String, value: String)] {
    let askpass = programs + "/keyward-askpass"
    return [
      ("SSH_ASKPASS", askpass), ("SSH_ASKPASS_REQUIRE", "force"), ("SUDO_ASKPASS", askpass),
      ("GIT_ASKPASS", askpass),
    ]
  }

  /// How a shell is told.
  private enum Shell: CaseIterable {
    case bash, zsh, fish, other

    /// The shell of a path: `/usr/bin/fish` → fish.
    init(_ path: String) {
      switch path.split(separator: "/").last {
      case "bash": self = .bash
      case "zsh": self = .zsh
      case "fish": self = .fish
      default: self = .other
      }
    }

    var terminalLines: [String] {
      self == .fish
        ? ["set -l keyward_tty (tty); and set -gx GPG_TTY $keyward_tty"]
        : ["GPG_TTY=$(tty) && export GPG_TTY"]
    }

    /// `SUDO_ASKPASS` → `export SUDO_ASKPASS=/usr/bin/keyward-askpass`.
    func line(_ name: String, _ value: String) -> String {
      let word = quoted(value)
      return self == .fish ? "set -gx \(name) \(word)" : "export \(name)=\(word)"
    }

    /// A text as a word of the shell.
    private func quoted(_ text: String) -> String {
      guard self == .fish, !text.isShellWord else { return text.shellWord }
      // Within fish's quotes a backslash stands for the next quote or backslash.
      let inner = text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }
      return "'" + inner.joined() + "'"
    }
  }
}
