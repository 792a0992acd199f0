import KeywardEngine
import KeywardPrograms
import KeywardTerminal
import SecureMemory

/// The files used at boot.
extension SetupFile {
  /// `root` replaces `/` in the paths.
  ///
  /// Only initramfs-tools reads keyscripts, so without it the table of encrypted disks stays
  /// unchanged.
  static func boot(
    root: String = "", hasKeyscripts: Bool, lookup: (String) -> String? = environmentVariable
  ) -> [SetupFile] {
    (hasKeyscripts ? [encryptedDisks(root + "/etc/crypttab")] : [])
      + [bootConfiguration(root, lookup)].compactMap(\.self)
  }

  private static func encryptedDisks(_ path: String) -> SetupFile {
    // Lines that setup switched off count too; otherwise undoing would not recognise ours.
    let lines = SetupLines.split(text(of: path)).map {
      $0.hasPrefix(off) ? String($0.dropFirst(off.count)) : $0
    }
    let disks = lines.compactMap(asking)
    return SetupFile(
      purpose: "encrypted disks", path: path, lines: disks.map(\.line), rivals: disks.map(\.name))
  }

  /// Adds our keyscript to an entry; returns nil if its disk is not unlocked with a passphrase.
  ///
  /// Example: `data UUID=1 none luks` → `data UUID=1 none luks,keyscript=keyward`.
  private static func asking(_ line: String) -> (name: String, line: String)? {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count >= 3, !words[0].hasPrefix("#"), ["none", "-"].contains(words[2]) else {
      return nil
    }
    let options = words.count > 3 ? words[3].split(separator: ",").map(String.init) : []
    // These options unlock the disk by other means, or create it without a passphrase.
    let others = ["keyscript=", "tpm2-", "fido2-", "pkcs11-", "swap", "tmp"]
    guard !options.contains(where: { option in others.contains { option.hasPrefix($0) } }) else {
      return nil
    }
    let all = (options + ["keyscript=keyward"]).joined(separator: ",")
    return (words[0], (words[..<3] + [all]).joined(separator: " "))
  }

  /// Sets the layouts and the language unless they are set; nil if there is nothing to add or
  /// remove.
  private static func bootConfiguration(
    _ root: String, _ lookup: (String) -> String?
  ) -> SetupFile? {
    let path = root + bootPath
    let content = text(of: path)
    func file(_ lines: [String]) -> SetupFile {
      SetupFile(
        purpose: "settings at boot", path: path, lines: lines,
        keys: ["layout:", "layouts:", "language:"])
    }
    let own = ConfigurationFile(Array(file([]).undone(from: content).utf8), path: path)
    let named = Set(own.entries.map(\.name))
    let found = [
      ("layout", systemLayouts(root).map { "layouts: [\($0)]" }),
      ("language", systemLanguage(root, lookup).map { "language: \($0)" }),
    ]
    let lines = found.compactMap { name, line in named.contains(name) ? nil : line }
    return lines.isEmpty && !file([]).isApplied(in: content) ? nil : file(lines)
  }

  /// Returns the system's layouts and `us`, in which many passphrases were set; nil for none.
  private static func systemLayouts(_ root: String) -> String? {
    let names = SystemKeyboards(root: root).names
    guard !names.isEmpty else { return nil }
    return (names.contains("us") ? names : names + ["us"]).joined(separator: ", ")
  }

  /// Returns the user's language, or if it is English, the one set in `/etc`; nil for English.
  private static func systemLanguage(_ root: String, _ lookup: (String) -> String?) -> String? {
    let files = ["/etc/default/locale", "/etc/locale.conf"].map {
      SystemLayouts.assignments(in: root + $0) ?? [:]
    }
    let languages = [Language(environment: lookup)] + files.map { file in Language { file[$0] } }
    return languages.first { $0 != .english }?.rawValue
  }

  static let bootPath = "/etc/keyward/boot.yaml"
}
