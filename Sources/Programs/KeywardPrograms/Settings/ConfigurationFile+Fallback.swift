import KeyboardEngine

/// The setting `fallback`, with a program for each of ours that others call.
extension ConfigurationFile {
  private static let advice =
    "write “pinentry:” and “askpass:” below it, each with the path of a program, from / on, or a list "
    + "of it and its arguments."

  mutating func readFallbacks(_ value: YAMLFile.Value, in file: inout YAMLFile) {
    guard !value.isRefused else { return }
    guard let fields = value.fields else {
      return file.fault(value, "\(Self.fallback) takes two programs: \(Self.advice)")
    }
    for field in fields {
      guard let role = Fallback.Role(rawValue: field.name.lowercased()) else {
        let shown = ProgramSettings.shown(field.name)
        file.fault(field.key, "There is no fallback \(shown); \(Self.advice)")
        continue
      }
      readFallback(field.value, for: role, in: &file)
    }
  }

  private mutating func readFallback(
    _ value: YAMLFile.Value, for role: Fallback.Role, in file: inout YAMLFile
  ) {
    guard !value.isRefused else { return }
    let words = (value.items ?? [value]).map(\.text)
    guard fallbacks[role] == nil, let path = words.first ?? nil, path.hasPrefix("/"),
      words.allSatisfy({ $0 != nil })
    else {
      file.fault(
        value,
        fallbacks[role] == nil
          ? "\(role.rawValue) takes the path of a program, from / on, or a list of it and its "
            + "arguments."
          : "\(role.rawValue) is set here a second time, and the first one counts.")
      return
    }
    fallbacks[role] = Fallback(words: words.compactMap(\.self))
  }
}
