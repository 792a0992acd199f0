import Pinentry

/// Through what gpg, ssh, sudo and git ask now, and the lines that change it.
struct CallerFindings {
  private let lookup: (String) -> String?
  private let programs: String

  /// What is found with an environment.
  ///
  /// - Parameters:
  ///   - programs: The folder our programs are in.
  ///   - lookup: The environment.
  init(programs: String, lookup: @escaping (String) -> String?) {
    self.programs = programs
    self.lookup = lookup
  }

  /// One finding for each program that asks.
  var all: [Finding] {
    let askpass = "\(programs)/keyward-askpass"
    return [
      gnupg,
      variable("ssh asks", "SSH_ASKPASS", askpass, and: " SSH_ASKPASS_REQUIRE=force"),
      variable("sudo -A asks", "SUDO_ASKPASS", askpass),
      variable("git asks", "GIT_ASKPASS", askpass),
      Finding(
        "GPG_TTY", lookup("GPG_TTY") ?? "not set",
        advice: lookup("GPG_TTY") == nil ? "export GPG_TTY=$(tty)" : nil),
    ]
  }

  private var gnupg: Finding {
    let file = SetupFile.all(programs: programs, lookup: lookup).first
    let wanted = "\(programs)/pinentry-keyward"
    let present = file.flatMap { $0.present } ?? "the system's pinentry"
    return Finding(
      "gpg asks through", present,
      advice: present == wanted
        ? nil
        : "add “pinentry-program \(wanted)” to \(file?.path ?? "gpg-agent.conf") and run "
          + "gpgconf --reload gpg-agent, or run keyward setup --apply")
  }

  private func variable(
    _ subject: String, _ name: String, _ program: String, and more: String = ""
  ) -> Finding {
    let present = lookup(name).flatMap { $0.isEmpty ? nil : $0 }
    return Finding(
      "\(subject) through", present ?? "its own prompt",
      advice: present == program ? nil : "export \(name)=\(program)\(more)")
  }
}
