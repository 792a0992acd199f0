import Glibc
import KeywardPrograms
import SecureMemory

extension SetupFile {
  /// The files of the agent and the shell, and our configuration if it must name a fallback.
  ///
  /// The result is empty unless `HOME` is an absolute path.
  static func all(programs: String, lookup: @escaping (String) -> String?) -> [SetupFile] {
    guard let home = lookup("HOME"), home.hasPrefix("/") else { return [] }
    let path = folder("GNUPGHOME", else: home + "/.gnupg", lookup) + "/gpg-agent.conf"
    let agent = SetupFile(
      purpose: "gpg", path: path,
      lines: ["pinentry-program \(programs)/pinentry-keyward"], rivals: ["pinentry-program"])
    let shell = file(of: Shell(lookup("SHELL") ?? ""), home: home, programs: programs, lookup)
    let former = PreviousPinentry(agentFile: agent, lookup: lookup)
    let configuration = configuration(naming: former, lookup: lookup)
    return [agent, shell] + [configuration].compactMap(\.self).filter { !$0.lines.isEmpty }
  }

  /// All files that may contain our lines, with those of `all` first.
  ///
  /// The files of shells other than the current one are included if they contain our lines or have
  /// a backup, because the user may have changed the shell after setup.
  static func applied(programs: String, lookup: @escaping (String) -> String?) -> [SetupFile] {
    guard let home = lookup("HOME"), home.hasPrefix("/") else { return [] }
    let known = all(programs: programs, lookup: lookup)
    let configuration = configuration(
      naming: PreviousPinentry(agentFile: nil, lookup: lookup), lookup: lookup)
    let others =
      Shell.allCases.map { file(of: $0, home: home, programs: programs, lookup) }
      + [configuration].compactMap(\.self)
    return known
      + others.filter { other in
        other.hasTraces && !known.contains { $0.path == other.path }
      }
  }

  private var hasTraces: Bool {
    isApplied(in: content) || !SetupCopies(of: path).paths.isEmpty
  }

  private static func file(
    of shell: Shell, home: String, programs: String, _ lookup: (String) -> String?
  ) -> SetupFile {
    let place =
      switch shell {
      case .bash: home + "/.bashrc"
      case .zsh: folder("ZDOTDIR", else: home, lookup) + "/.zshrc"
      case .fish: folder("XDG_CONFIG_HOME", else: home + "/.config", lookup) + "/fish/config.fish"
      // tcsh reads .cshrc only if there is no .tcshrc.
      case .tcsh where !hasFile(home + "/.tcshrc") && hasFile(home + "/.cshrc"): home + "/.cshrc"
      case .tcsh: home + "/.tcshrc"
      case .csh: home + "/.cshrc"
      case .other: home + "/.profile"
      }
    return SetupFile(
      purpose: "ssh, sudo, git", path: place,
      lines: shell.terminalLines + [noteOnForce]
        + variables(programs: programs).map { name, value in
          shell.line(name, value, ifThere: programs + "/" + askpassName)
        })
  }

  private static func hasFile(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  private static func folder(
    _ name: String, else known: String, _ lookup: (String) -> String?
  ) -> String {
    lookup(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? known
  }

  /// Every shell takes this line for a comment.
  static let noteOnForce =
    "# SSH_ASKPASS_REQUIRE=force: ssh asks through Keyward in terminals too; cancelling ends ssh."

  /// The value `prefer` would not be enough: it needs a display, which consoles and remote logins
  /// lack.
  static func variables(programs: String) -> [(name: String, value: String)] {
    let askpass = programs + "/" + askpassName
    return [
      ("SSH_ASKPASS", askpass), ("SSH_ASKPASS_REQUIRE", "force"), ("SUDO_ASKPASS", askpass),
      ("GIT_ASKPASS", askpass),
    ]
  }

  private static let askpassName = "keyward-askpass"

  private enum Shell: CaseIterable {
    case bash, zsh, fish, tcsh, csh, other

    init(_ path: String) {
      switch path.split(separator: "/").last {
      case "bash": self = .bash
      case "zsh": self = .zsh
      case "fish": self = .fish
      case "tcsh": self = .tcsh
      case "csh", "bsd-csh": self = .csh
      default: self = .other
      }
    }

    /// The lines that set the terminal for gpg and the pinentry.
    ///
    /// They also set `PINENTRY_USER_DATA`, which gpg-agent passes to every pinentry. Our pinentry
    /// finds the name of the terminal there, and starts the fallback only if there is no terminal.
    var terminalLines: [String] {
      switch self {
      case .fish:
        [
          "set -l keyward_tty (tty); and set -gx GPG_TTY $keyward_tty",
          "set -q PINENTRY_USER_DATA; or set -g PINENTRY_USER_DATA keyward:",
          "tty -s; and string match -q 'keyward:*' -- $PINENTRY_USER_DATA; and set -gx "
            + "PINENTRY_USER_DATA (string replace -r ' --ttyname=.*' '' -- $PINENTRY_USER_DATA)"
            + "\" --ttyname=$GPG_TTY\"",
        ]
      case .tcsh, .csh:
        [
          "tty -s && setenv GPG_TTY `tty`",
          "if (! $?PINENTRY_USER_DATA) set PINENTRY_USER_DATA = keyward:",
          "tty -s && echo $PINENTRY_USER_DATA:q | grep -q '^keyward:' && setenv PINENTRY_USER_DATA "
            + "\"`echo $PINENTRY_USER_DATA:q | sed 's/ --ttyname=.*//'` --ttyname=$GPG_TTY\"",
        ]
      case .bash, .zsh, .other:
        [
          "GPG_TTY=$(tty) && export GPG_TTY",
          "tty -s && case ${PINENTRY_USER_DATA:=keyward:} in keyward:*) export PINENTRY_USER_DATA="
            + "\"${PINENTRY_USER_DATA%% --ttyname=*} --ttyname=$GPG_TTY\";; esac",
        ]
      }
    }

    /// Returns a line that sets a variable if `program` is installed.
    ///
    /// Example: `[ -x /usr/bin/keyward-askpass ] && export SSH_ASKPASS_REQUIRE=force`. Without the
    /// condition, ssh could ask for no password once Keyward is uninstalled.
    func line(_ name: String, _ value: String, ifThere program: String) -> String {
      let (program, word) = (quoted(program), quoted(value))
      return switch self {
      case .fish: "test -x \(program); and set -gx \(name) \(word)"
      case .tcsh, .csh: "if (-x \(program)) setenv \(name) \(word)"
      case .bash, .zsh, .other: "[ -x \(program) ] && export \(name)=\(word)"
      }
    }

    private func quoted(_ text: String) -> String {
      guard self == .fish, !text.isShellWord else { return text.shellWord }
      // In fish's quotes a backslash escapes a quote or a backslash.
      let inner = text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }
      return "'" + inner.joined() + "'"
    }
  }
}

/// The configuration file, in which setup names the programs that ask if there is no terminal.
extension SetupFile {
  /// Creates the change of the configuration file; returns nil if the file's path is unknown.
  ///
  /// The change adds no lines if `former` has no fallback, or if the user has set one.
  static func configuration(
    naming former: PreviousPinentry, lookup: (String) -> String?
  ) -> SetupFile? {
    guard let path = ConfigurationFile.path(environment: lookup) else { return nil }
    let bytes = (try? SmallFile(path, atMost: longest).bytes) ?? []
    let file = SetupFile(purpose: "fallback", path: path, lines: [], keys: configurationKeys)
    let own = ConfigurationFile(Array(file.undone(from: bytes.text).utf8), path: path)
    guard own.fallbacks.isEmpty else { return file }
    let named = ConfigurationFile(bytes, path: path).fallbacks
    let lines = Fallback.Role.allCases.compactMap { role in
      (named[role] ?? former.fallback(for: role)).map { "  \(role.rawValue): \(yaml($0.words))" }
    }
    return SetupFile(
      purpose: file.purpose, path: path, lines: lines.isEmpty ? [] : ["fallback:"] + lines,
      keys: configurationKeys)
  }

  private static let configurationKeys =
    ["fallback:"] + Fallback.Role.allCases.map { "\($0.rawValue):" }

  /// True if `content`, which includes our lines, sets the same fallbacks as our lines alone.
  ///
  /// The user's YAML before our lines can change how they are parsed.
  func isUnderstood(in content: String) -> Bool {
    guard !keys.isEmpty, !lines.isEmpty else { return true }
    let alone = ConfigurationFile(Array(SetupLines.text(lines).utf8), path: path)
    return ConfigurationFile(Array(content.utf8), path: path).fallbacks == alone.fallbacks
  }

  private static func yaml(_ words: [String]) -> String {
    let quoted = words.map { word in
      // In these quotes only the quote itself is special.
      word.isShellWord ? word : "'" + word.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }
    return quoted.count == 1 ? quoted[0] : "[" + quoted.joined(separator: ", ") + "]"
  }
}
