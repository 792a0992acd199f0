import CalledPrograms
import Settings

/// What dialogues are told by the configuration file and by `KEYWARD_OPTIONS`.
struct SettingFindings {
  let all: [Finding]

  /// What is found with an environment.
  init(lookup: (String) -> String?) {
    let options = "KEYWARD_OPTIONS"
    // Each by itself: what one of them says is right or wrong whatever the other says.
    let (settings, ofFile) = Self.settings { $0 == options ? nil : lookup($0) }
    let (_, ofOptions) = Self.settings { $0 == options ? lookup($0) : nil }
    all = [
      Finding(
        "configuration", Self.file(lookup, settings), advice: Self.advice(ofFile)),
      Finding(
        options, lookup(options).flatMap { $0.isEmpty ? nil : $0 } ?? "not set",
        advice: Self.advice(ofOptions)),
    ]
  }

  private static func settings(
    _ lookup: (String) -> String?
  ) -> (settings: ProgramSettings, complaints: [String]) {
    var complaints: [String] = []
    let settings = ProgramSettings(environment: lookup) { complaints.append($0) }
    return (settings, complaints)
  }

  private static func file(_ lookup: (String) -> String?, _ settings: ProgramSettings) -> String {
    guard let path = ConfigurationFile.path(environment: lookup) else {
      return "none, since HOME is not set"
    }
    guard let file = ConfigurationFile(environment: lookup) else {
      return "none; it would be \(path)"
    }
    guard file.isRead else { return "\(path) is there, but is not used" }
    let set = file.entries.compactMap { entry -> String? in
      // A keyboard counts where there is such a one, and a file of it as it is looked for.
      let value = entry.name == "layout" ? settings.layout : entry.value
      return value.map { "\(entry.name) \($0)" }
    }
    return "\(path) sets \(set.isEmpty ? "nothing" : set.joined(separator: ", "))"
  }

  private static func advice(_ complaints: [String]) -> String? {
    complaints.isEmpty ? nil : complaints.joined(separator: " ")
  }
}
