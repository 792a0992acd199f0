import SecureMemory

/// The settings of a user's git.
enum GitSettings {
  /// `core.askPass` of this user; nil if it is not set.
  static func askpass(lookup: (String) -> String?) -> String? {
    guard let home = lookup("HOME"), !home.isEmpty else { return nil }
    let other = lookup("XDG_CONFIG_HOME") ?? ""
    let folder = other.isEmpty ? home + "/.config" : other
    return ["\(home)/.gitconfig", "\(folder)/git/config"].lazy.compactMap { path in
      (try? SmallFile(path, atMost: 1 << 20).bytes)
        .flatMap { askpass(in: String(decoding: $0, as: UTF8.self)) }
    }.first
  }

  /// The last `askPass` of the section `[core]`.
  static func askpass(in content: String) -> String? {
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
