/// One file a user adds lines to, so that other programs ask through ours.
///
///     var file = SetupFile(path: "/home/me/.gnupg/gpg-agent.conf", …)
///     file.applied(to: "max-cache-ttl 600\n")   // the same with our line behind it
///
/// Applying twice changes nothing; undoing takes away what applying added, and nothing else.
public struct SetupFile: Hashable, Sendable {
  /// What the file is for, in a word.
  public let purpose: String
  /// The path.
  public let path: String
  /// Our lines.
  public let lines: [String]
  /// The first word of lines that would contradict ours; they are kept as comments.
  public let rival: String?

  /// A file with our lines.
  ///
  /// - Parameters:
  ///   - purpose: What it is for, in a word.
  ///   - path: The path.
  ///   - lines: Our lines.
  ///   - rival: The first word of lines that would contradict ours; nil for none.
  public init(purpose: String, path: String, lines: [String], rival: String? = nil) {
    self.purpose = purpose
    self.path = path
    self.lines = lines
    self.rival = rival
  }

  private static let begin = "# keyward: begin"
  private static let end = "# keyward: end"
  private static let off = "# keyward: off "

  /// What follows the rival's first word in the file as it is; nil where there is no such line.
  public var present: String? {
    let content = SmallFile.bytes(path, limit: 1 << 20)?.text ?? ""
    let lines = Self.lines(of: content).map { $0.split(whereSeparator: \.isWhitespace) }
    return lines.last { $0.count > 1 && rival == String($0[0]) }.map { String($0[1]) }
  }

  /// The content with our lines in it.
  public func applied(to content: String) -> String {
    var rest = Self.lines(of: undone(from: content))
    if let rival {
      rest = rest.map { line in
        line.split(whereSeparator: \.isWhitespace).first.map(String.init) == rival
          ? Self.off + line : line
      }
    }
    return Self.text(rest + [Self.begin] + lines + [Self.end])
  }

  /// The content without our lines.
  public func undone(from content: String) -> String {
    var result: [String] = []
    var isOurs = false
    for line in Self.lines(of: content) {
      switch line {
      case Self.begin: isOurs = true
      case Self.end where isOurs: isOurs = false
      default:
        guard !isOurs else { continue }
        result.append(line.hasPrefix(Self.off) ? String(line.dropFirst(Self.off.count)) : line)
      }
    }
    // A begin without an end is not ours to take the rest of the file for.
    if isOurs { return content }
    return Self.text(result)
  }

  /// What changes, one line each, with `-` and `+` in front.
  ///
  /// - Parameters:
  ///   - old: The content as it is.
  ///   - new: The content as it will be.
  /// - Returns: Nothing where both are the same.
  public static func difference(from old: String, to new: String) -> [String] {
    let changes = lines(of: new).difference(from: lines(of: old))
    func line(_ change: CollectionDifference<String>.Change) -> (Int, String) {
      switch change {
      case .remove(let offset, let line, _): return (offset, "- " + line)
      case .insert(let offset, let line, _): return (offset, "+ " + line)
      }
    }
    let all = changes.removals.map(line) + changes.insertions.map(line)
    return all.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }

  private static func lines(of content: String) -> [String] {
    var lines = content.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}

extension SetupFile {
  /// The files of a user.
  ///
  /// - Parameters:
  ///   - programs: The folder our programs are in.
  ///   - lookup: The environment.
  /// - Returns: The agent's file and the shell's; nothing where there is no home.
  public static func all(programs: String, lookup: (String) -> String?) -> [SetupFile] {
    guard let home = lookup("HOME"), home.hasPrefix("/") else { return [] }
    let gnupg = lookup("GNUPGHOME").flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.gnupg"
    let askpass = quoted(programs + "/keyward-askpass")
    return [
      SetupFile(
        purpose: "gpg", path: gnupg + "/gpg-agent.conf",
        lines: ["pinentry-program \(programs)/pinentry-keyward"], rival: "pinentry-program"),
      SetupFile(
        purpose: "ssh, sudo, git", path: shellFile(home: home, shell: lookup("SHELL") ?? ""),
        lines: [
          "GPG_TTY=$(tty) && export GPG_TTY",
          "export SSH_ASKPASS=\(askpass) SSH_ASKPASS_REQUIRE=force",
          "export SUDO_ASKPASS=\(askpass)", "export GIT_ASKPASS=\(askpass)",
        ]),
    ]
  }

  private static func shellFile(home: String, shell: String) -> String {
    if shell.hasSuffix("/bash") { return home + "/.bashrc" }
    return home + (shell.hasSuffix("/zsh") ? "/.zshrc" : "/.profile")
  }

  /// A path as a word of the shell.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte.asciiUppercased)
        || byte == 0x2f || byte == 0x2d || byte == 0x2e || byte == 0x5f
    }
    guard !isPlain else { return path }
    return "'"
      + path.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: "'\\''") + "'"
  }
}
