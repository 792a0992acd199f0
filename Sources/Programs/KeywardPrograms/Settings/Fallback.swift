import Glibc
import KeywardSystem
import SecureMemory

/// The program that asks in place of `pinentry-keyward` or `keyward-askpass`.
///
///     fallback:
///       pinentry: /usr/bin/pinentry-gnome3
///       askpass: [/usr/bin/zenity, --password]
///
/// It is started if there is no terminal to ask on. It replaces our program before a byte is read
/// or written, and inherits the arguments, environment and streams. A caller that must not go on
/// without an answer gets it from a child instead (``UnansweredCaller``). Only the configuration file can
/// name a fallback, because the environment can be set by the caller.
package struct Fallback: Hashable, Sendable {
  package enum Role: String, CaseIterable, Sendable {
    case pinentry, askpass

    package var callers: String {
      switch self {
      case .pinentry: "gpg"
      case .askpass: "ssh, sudo and git"
      }
    }

    package var program: String {
      switch self {
      case .pinentry: "pinentry-keyward"
      case .askpass: "keyward-askpass"
      }
    }
  }

  /// The path of the fallback, and the arguments to pass to it before the arguments of our program.
  package let words: [String]

  package init(words: [String]) {
    self.words = words
  }

  package var path: String { words.first ?? "" }

  package static func configured(
    for role: Role, environment lookup: (String) -> String?
  ) -> Fallback? {
    ConfigurationFile(environment: lookup)?.fallbacks[role]
  }

  // MARK: Trust

  /// The reason why the fallback cannot be started, and a remedy; nil if it can be started.
  ///
  /// The text completes a sentence that begins with the path of the fallback.
  package var trouble: String? {
    if let trouble = TrustedProgram.faultOfFile(path) { return trouble }
    if let file = ProgramFolder.file(path), let place = FilePlace(ofFile: path),
      Self.isOurs(file, place)
    {
      return "leads back to Keyward, which would start itself endlessly; name another program"
    }
    return TrustedProgram.distrust(path)
  }

  private static let ours: Set<String> = [
    "keyward", "keyward-tools", "keyward-askpass", "pinentry-keyward",
  ]
  private static let longestScript = 65_536

  /// True if a program is one of ours under any name, or a script that contains the name of one.
  ///
  /// `file` is the path of the program without symbolic links.
  private static func isOurs(_ file: String, _ place: FilePlace) -> Bool {
    if ours.contains(FilePath.name(of: file)) || namesOurs(file) { return true }
    let folder = ProgramFolder.found { _ in nil } ?? ""
    let places = ["/proc/self/exe"] + ours.map { folder + "/" + $0 }
    return places.contains { FilePlace(ofFile: $0) == place }
  }

  private static func namesOurs(_ file: String) -> Bool {
    guard let bytes = try? SmallFile(file, atMost: longestScript).bytes,
      bytes.starts(with: [0x23, 0x21])
    else { return false }
    return Role.allCases.contains { bytes.holds($0.program.utf8) }
  }

  // MARK: Becoming

  /// Replaces this process with the fallback, if the configuration names one.
  ///
  /// Call this before any change that survives `execve`, except for the state that `InheritedState`
  /// restores. Returns the reason why the fallback was not started; nil if none is configured.
  package static func replaceProcess(
    for role: Role, environment lookup: (String) -> String?
  ) -> String? {
    // A setuid program must not pass its privileges to a program that the user configured.
    guard platform_has_foreign_rights() == 0,
      let fallback = configured(for: role, environment: lookup)
    else { return nil }
    let name = "the fallback \(fallback.path)"
    if let trouble = fallback.trouble { return "\(name) \(trouble)" }
    // Start it as if it had been called in place of this program.
    let target = ExecTarget(words: fallback.words + ProgramArguments.afterName)
    // An empty output of an askpass confirms or notices; to any other question it is no answer.
    let needsAnswer = (lookup("SSH_ASKPASS_PROMPT") ?? "").isEmpty
    let hasPlace = platform_caller_leave_to_child(needsAnswer ? 1 : 0) == 0
    let reason =
      hasPlace
      ? ExecTarget.sentence(target.become(InheritedState())) : systemSentence(errno)
    return "\(name) could not be started (\(reason)); name another program"
  }
}
