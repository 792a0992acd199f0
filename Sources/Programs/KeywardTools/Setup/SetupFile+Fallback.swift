import KeywardPrograms
import SecureMemory

/// The configuration file, in which setup names the programs that ask if there is no terminal.
extension SetupFile {
  /// The configuration file, without lines if there is nothing to name; nil if it is not known.
  ///
  /// Names that are already there stay, since they may be the user's choice; for those, our lines
  /// are left out.
  static func configuration(
    naming former: PreviousPinentry, lookup: (String) -> String?
  ) -> SetupFile? {
    guard let path = ConfigurationFile.path(environment: lookup) else { return nil }
    let bytes = (try? SmallFile(path, atMost: longest).bytes) ?? []
    let file = SetupFile(purpose: "no terminal", path: path, lines: [], keys: configurationKeys)
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

  /// The names before the colons of our lines there.
  private static let configurationKeys =
    ["fallback:"] + Fallback.Role.allCases.map { "\($0.rawValue):" }

  /// Tells whether a content still has the meaning of our lines.
  ///
  /// They are settings only if the text before them is in the right form.
  func isUnderstood(in content: String) -> Bool {
    guard !keys.isEmpty, !lines.isEmpty else { return true }
    let alone = ConfigurationFile(Array(SetupLines.text(lines).utf8), path: path)
    return ConfigurationFile(Array(content.utf8), path: path).fallbacks == alone.fallbacks
  }

  /// Words as a value of YAML: one as a text, several as a list.
  private static func yaml(_ words: [String]) -> String {
    let quoted = words.map { word in
      // Within these quotes only the quote itself is special.
      word.isShellWord ? word : "'" + word.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
    }
    return quoted.count == 1 ? quoted[0] : "[" + quoted.joined(separator: ", ") + "]"
  }
}
