/// Settings from the configuration file, since agents pass no options.
///
/// The file is YAML of the plainest kind: one `name: value` a line, comments behind `#`.
extension ProgramSettings {
  /// The path of the file: `$XDG_CONFIG_HOME/keyward/config.yaml`, else below `~/.config`.
  ///
  /// - Parameter lookup: The environment.
  /// - Returns: Nil where neither folder is known.
  public static func configurationPath(environment lookup: (String) -> String?) -> String? {
    if let folder = lookup("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/keyward/config.yaml"
    }
    guard let home = lookup("HOME"), !home.isEmpty else { return nil }
    return home + "/.config/keyward/config.yaml"
  }

  /// Takes the settings of the file, where there is one.
  ///
  /// - Parameter lookup: The environment.
  /// - Returns: One sentence for each line that was not understood and is ignored.
  public mutating func takeConfiguration(
    environment lookup: (String) -> String?
  ) -> [String] {
    guard let path = Self.configurationPath(environment: lookup),
      let content = SmallFile.bytes(path)
    else { return [] }
    return take(configuration: content.text, from: path)
  }

  /// Takes the lines of a file.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - name: The name of the file, for the sentences.
  /// - Returns: One sentence for each line that was not understood, as `file:line:column: sentence`.
  public mutating func take(configuration text: String, from name: String) -> [String] {
    var complaints: [String] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      let place = "\(name):\(index + 1)"
      guard let field = Self.field(line) else {
        if !Self.isEmpty(line) {
          complaints.append("\(place):1: this line is not of the form “name: value”")
        }
        continue
      }
      guard !set(field.name, field.value) else { continue }
      let isKnown = Self.fileNames.contains(field.name)
      complaints.append(
        isKnown
          ? "\(place):\(field.column): “\(field.value)” is no value for \(field.name)"
          : "\(place):1: there is no setting “\(field.name)”; there are "
            + Self.fileNames.joined(separator: ", "))
    }
    return complaints
  }

  /// The names a file may use.
  static let fileNames = [
    "layout", "shuffle", "input", "mask", "feedback", "colour", "keyboard", "plain",
    "allow-reveal", "timeout", "max-length", "allow-unlocked-memory",
  ]

  private static func isEmpty(_ line: Substring) -> Bool {
    let rest = line.drop { $0.isWhitespace }
    return rest.isEmpty || rest.first == "#" || rest == "---" || rest == "..."
  }

  /// `mask: fixed  # why` → mask, fixed, 7.
  private static func field(
    _ line: Substring
  ) -> (name: String, value: String, column: Int)? {
    guard !isEmpty(line), let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false
    else { return nil }
    let name = String(line[..<colon])
    let behind = line[line.index(after: colon)...]
    guard behind.isEmpty || behind.first?.isWhitespace == true else { return nil }
    let rest = behind.drop { $0.isWhitespace }
    let column = line.distance(from: line.startIndex, to: rest.startIndex) + 1
    return (name, value(rest), column)
  }

  private static func value(_ text: Substring) -> String {
    if let quote = text.first, quote == "\"" || quote == "'",
      let end = text.dropFirst().firstIndex(of: quote)
    {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    var rest = text
    var before: Character = " "
    for index in text.indices {
      if text[index] == "#", before.isWhitespace {
        rest = text[..<index]
        break
      }
      before = text[index]
    }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }
}
