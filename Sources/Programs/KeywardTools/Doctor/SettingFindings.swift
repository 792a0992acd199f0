import KeywardPrograms

extension Finding {
  static func ofSettings(lookup: @escaping (String) -> String?) -> [Finding] {
    let options = "KEYWARD_OPTIONS"
    // Check each source alone, since their faults are independent.
    let (settings, ofFile) = Self.settings { $0 == options ? nil : lookup($0) }
    let (_, ofOptions) = Self.settings { $0 == options ? lookup($0) : nil }
    let read = [
      Finding(
        "configuration", Self.file(lookup, settings), advice: Self.advice(ofFile),
        kind: ofFile.isEmpty ? .information : .action, isList: true),
      Finding(
        options, lookup(options).flatMap { $0.isEmpty ? nil : $0 } ?? "not set",
        advice: Self.advice(ofOptions), kind: ofOptions.isEmpty ? .information : .action,
        isList: true),
    ]
    return read + Fallback.Role.allCases.map { fallback(for: $0, lookup) }
  }

  private static func fallback(
    for role: Fallback.Role, _ lookup: @escaping (String) -> String?
  ) -> Finding {
    let verb = role == .askpass ? "ask" : "asks"
    let subject = "without a terminal, \(role.callers) \(verb) through"
    guard let fallback = Fallback.configured(for: role, environment: lookup) else {
      return withoutFallback(subject, role, lookup)
    }
    let program = fallback.words.joined(separator: " ")
    if let trouble = fallback.trouble {
      return Finding(
        subject, "nothing, since \(fallback.path) \(trouble)",
        advice: "name another program in the configuration")
    }
    let namesNone = ProgramSettings.terminal(userData: lookup("PINENTRY_USER_DATA")) == nil
    let hasTerminal = lookup("GPG_TTY")?.isEmpty == false
    return Finding(
      subject, program,
      advice: role == .pinentry && namesNone && hasTerminal
        ? "even in this terminal, gpg may use the fallback, since PINENTRY_USER_DATA does not name "
          + "the terminal; run `keyward setup --apply`, then open a new shell"
        : nil)
  }

  /// The finding without a fallback, which advises one only where no window can ask instead.
  private static func withoutFallback(
    _ subject: String, _ role: Fallback.Role, _ lookup: @escaping (String) -> String?
  ) -> Finding {
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { lookup($0)?.isEmpty == false }
    guard hasDisplay else { return Finding(subject, "nothing", kind: .information) }
    let agentFile = SetupFile.all(programs: "", lookup: lookup).first
    if PreviousPinentry(agentFile: agentFile, lookup: lookup).fallback(for: role) != nil {
      return Finding(
        subject, "nothing",
        advice: "run `keyward setup --apply`, which makes the previous program the fallback")
    }
    var search = PlaceSearch(ProgramSettings(environment: lookup), .current(), terminals: [])
    search.order = search.order.filter { $0 == .window }
    if search.prospects.contains(where: \.isUsable) {
      return Finding(subject, "a new window", kind: .information)
    }
    let program = role == .pinentry ? "pinentry-gnome3" : "ssh-askpass-gnome"
    return Finding(
      subject, "nothing", advice: "install \(program), then run `keyward setup --apply`")
  }

  private static func settings(
    _ lookup: (String) -> String?
  ) -> (settings: ProgramSettings, complaints: [String]) {
    let settings = ProgramSettings(environment: lookup)
    return (settings, settings.complaints)
  }

  private static func file(_ lookup: (String) -> String?, _ settings: ProgramSettings) -> String {
    guard let path = ConfigurationFile.path(environment: lookup) else {
      return "none, since HOME is not set"
    }
    guard let file = ConfigurationFile(environment: lookup) else {
      return "none; its path would be \(path)"
    }
    guard file.isRead else { return "\(path) exists, but is not used" }
    let others =
      Fallback.Role.allCases.compactMap { role in
        file.fallbacks[role].map { "fallback \(role.rawValue) \($0.words.joined(separator: " "))" }
      }
      + [
        file.window.map { "window \($0.joined(separator: " "))" },
        file.elsewhere.map { "elsewhere \($0.joined(separator: " "))" },
        file.singleKeyPrograms.map { "attend single-key \($0.joined(separator: " "))" },
      ].compactMap(\.self)
    let named = file.entries.compactMap { entry -> String? in
      // A `layout` is shown only if it exists, with the name or path that the prompt uses.
      let value = entry.name == "layout" ? settings.keyboard.layout : entry.value
      return value.map { "\(entry.name) \($0)" }
    }
    let set = named + others
    return "\(path) sets \(set.isEmpty ? "nothing" : set.joined(separator: ", "))"
  }

  static func advice(_ complaints: [String]) -> String? {
    complaints.isEmpty ? nil : complaints.joined(separator: " ")
  }
}
