import Glibc
import KeywardPrograms
import SecureMemory

/// The findings about the programs that gpg, ssh, sudo and git now start to ask for secrets.
struct CallerFindings {
  private let lookup: (String) -> String?
  private let programs: String?
  private let files: [SetupFile]
  /// True if all files contain the lines that setup adds.
  ///
  /// The variables take effect only in shells started after setup.
  private let areAllInPlace: Bool

  init(programs: String?, lookup: @escaping (String) -> String?) {
    self.programs = programs
    self.lookup = lookup
    files = SetupFile.all(programs: programs ?? "", lookup: lookup)
    areAllInPlace = programs != nil && files.allSatisfy(\.isInPlace)
  }

  var all: [Finding] {
    [
      gnupg, terminal,
      asker("ssh", "SSH_ASKPASS"), requirement, asker("sudo -A", "SUDO_ASKPASS"), git,
      Finding(
        "KEYWARD_TTY", set("KEYWARD_TTY") ?? "not set",
        advice: set("KEYWARD_TTY") == nil && set("SSH_AUTH_SOCK") != nil
          ? "ssh-agent asks on that terminal before it uses a key that needs confirmation; set the "
            + "variable before you start the agent" : nil,
        kind: .information),
    ]
  }

  var lines: String {
    guard let programs else {
      return "\nThe lines that make gpg, ssh, sudo and git ask through Keyward cannot be shown: "
        + ProgramFolder.isUnknown
    }
    guard !areAllInPlace else {
      let places = files.map(\.path).joined(separator: " and ")
      return
        "\nThe lines that make gpg, ssh, sudo and git ask through Keyward are in \(places); sudo "
        + "asks through Keyward only with -A: sudo -A COMMAND"
    }
    var lines = [
      "",
      "The lines that make gpg, ssh, sudo and git ask through Keyward (`keyward setup --apply` adds "
        + "them):",
    ]
    for file in files where !file.isInPlace {
      lines.append("  \(file.path)")
      lines += file.lines.map { "    \($0)" }
      if file.purpose == "gpg" { lines.append("    then run: gpgconf --reload gpg-agent") }
    }
    lines.append("  sudo asks through Keyward only with -A: sudo -A COMMAND")
    lines.append("  for git alone: git config --global core.askPass \(programs)/keyward-askpass")
    return lines.joined(separator: "\n")
  }

  /// Returns advice if the path `present` is not that of Keyward's program `name`, otherwise nil.
  private func advice(_ present: String?, _ name: String) -> String? {
    guard let programs else {
      return present?.hasSuffix("/" + name) == true ? nil : ProgramFolder.isUnknown
    }
    if present == "\(programs)/\(name)" { return nil }
    return renewal
  }

  private var renewal: String {
    areAllInPlace ? "open a new shell" : "run `keyward setup --apply`, then open a new shell"
  }

  private func set(_ name: String) -> String? {
    lookup(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private var gnupg: Finding {
    let file = files.first
    let present = file?.present
    if let file, let target = FilePath.missingTarget(of: file.path) {
      return Finding(
        "gpg asks through",
        "the system's pinentry, since \(file.path) is a link to \(target), which does not exist",
        advice: SetupFile.adviceForMissingTarget + ", then \(renewal)")
    }
    return Finding(
      "gpg asks through", present ?? "the system's pinentry",
      advice: advice(present, "pinentry-keyward"))
  }

  private var terminal: Finding {
    guard let path = set("GPG_TTY") else {
      return Finding("GPG_TTY", "not set, so gpg has no terminal to ask on", advice: renewal)
    }
    // After `su`, the variable names the terminal of the previous user, which this one cannot open.
    if unsafe access(path, R_OK | W_OK) == 0 { return Finding("GPG_TTY", path) }
    return Finding(
      "GPG_TTY", "\(path), which cannot be opened, so gpg cannot ask",
      advice: errno == EACCES
        ? "start a terminal of this user with: script -q /dev/null" : renewal
    )
  }

  private func asker(_ subject: String, _ name: String) -> Finding {
    let present = set(name)
    return Finding(
      "\(subject) asks through", present ?? "its own prompt (\(name) is not set)",
      advice: advice(present, "keyward-askpass"))
  }

  private var requirement: Finding {
    let present = set("SSH_ASKPASS_REQUIRE")
    return Finding(
      "SSH_ASKPASS_REQUIRE",
      (present ?? "not set")
        + (present == "force" ? "" : ", so ssh uses its own prompt on a terminal"),
      advice: present == "force" ? nil : renewal)
  }

  private var git: Finding {
    // The order of these is that of git.
    if set("GIT_ASKPASS") != nil { return asker("git", "GIT_ASKPASS") }
    if let present = PreviousPinentry.gitAskpass(lookup: lookup) {
      return Finding(
        "git asks through", "\(present) (core.askPass)",
        advice: advice(present, "keyward-askpass"))
    }
    if set("SSH_ASKPASS") != nil { return asker("git", "SSH_ASKPASS") }
    return asker("git", "GIT_ASKPASS")
  }
}
