import Pinentry

/// What dialogues are told by the configuration file and by `KEYWARD_OPTIONS`.
struct SettingFindings {
  let all: [Finding]

  /// What is found with an environment.
  init(lookup: (String) -> String?) {
    var complaints: [String] = []
    _ = ProgramSettings(environment: lookup) { complaints.append($0) }
    let path = ConfigurationFile.path(environment: lookup)
    let isOfFile: (String) -> Bool = { path.map($0.hasPrefix) ?? false }
    all = [
      Finding(
        "configuration", Self.file(lookup), advice: Self.advice(complaints.filter(isOfFile))),
      Finding(
        "KEYWARD_OPTIONS", lookup("KEYWARD_OPTIONS").flatMap { $0.isEmpty ? nil : $0 } ?? "not set",
        advice: Self.advice(complaints.filter { !isOfFile($0) })),
    ]
  }

  private static func file(_ lookup: (String) -> String?) -> String {
    guard let path = ConfigurationFile.path(environment: lookup) else {
      return "none, since HOME is not set"
    }
    guard let file = ConfigurationFile(environment: lookup) else {
      return "none; it would be \(path)"
    }
    let set = file.entries.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    return "\(path) sets \(set.isEmpty ? "nothing" : set)"
  }

  private static func advice(_ complaints: [String]) -> String? {
    complaints.isEmpty ? nil : complaints.joined(separator: " ")
  }
}
