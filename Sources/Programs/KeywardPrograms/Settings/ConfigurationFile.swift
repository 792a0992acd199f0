import KeywardEngine
import KeywardTerminal

/// The user's configuration file, with settings for all programs.
///
/// It exists because agents pass no options to the programs they call.
///
/// It is YAML, with a `name: value` for each setting. Unknown entries are reported with their
/// location and ignored.
package struct ConfigurationFile {
  static let name = "config.yaml"

  package let path: String
  /// The settings: the preferred name, the value as written, and its place as `file:line:column`.
  package private(set) var entries: [(name: String, value: String, place: String)] = []
  /// The faults of the file, each as `file:line:column: sentence`.
  package private(set) var complaints: [String] = []
  package internal(set) var fallbacks: [Fallback.Role: Fallback] = [:]
  package private(set) var singleKeyPrograms: [String]?
  package private(set) var window: [String]?
  package private(set) var elsewhere: [String]?
  /// False if the file could not be read; `complaints` has the reason.
  package private(set) var isRead = true

  /// Reads the user's configuration file; nil if there is none.
  ///
  /// The file is rejected if anyone except this user and root can replace or change the file, the
  /// target of one of its symbolic links, or a folder on the path.
  package init?(environment lookup: (String) -> String?) {
    guard let path = Self.path(environment: lookup) else { return nil }
    let content = Result { () throws(LayoutFileErrors) in
      try UserFile.ifThere(path, checksOwner: true)
    }
    switch content {
    case .success(let bytes?): self.init(bytes, path: path)
    case .success(nil): return nil
    case .failure(let errors):
      self.init([], path: path)
      isRead = false
      complaints = errors.faults.map(\.description)
    }
  }

  package init(_ bytes: [UInt8], path: String) {
    self.path = path
    var file = YAMLFile(bytes, name: path, mayBeEmpty: true)
    if let root = file.root { read(root, in: &file) }
    complaints = (file.errors?.faults ?? []).map(\.description)
  }

  /// Returns the path of the file; nil if neither `XDG_CONFIG_HOME` nor `HOME` is known.
  package static func path(environment lookup: (String) -> String?) -> String? {
    if let folder = lookup("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      return folder + "/keyward/" + name
    }
    guard let home = lookup("HOME"), !home.isEmpty else { return nil }
    return home + "/.config/keyward/" + name
  }

  private mutating func read(_ root: YAMLNode, in file: inout YAMLFile) {
    guard !root.isEmpty else { return }
    guard let fields = root.fields else {
      if !root.isRefused { file.fault(root, "Write settings as “name: value”, one per line.") }
      return
    }
    for field in fields {
      switch field.name.lowercased() {
      case Self.fallback: readFallbacks(field.value, in: &file)
      case Self.attend: readAttend(field.value, in: &file)
      case Self.windowName: window = words(of: field, in: &file)
      case Self.elsewhereName: elsewhere = words(of: field, in: &file)
      default:
        guard let setting = ProgramSettings.setting(spelled: field.name) else {
          file.fault(field.key, Self.unknown(field.name))
          continue
        }
        read(field.value, of: setting, in: &file)
      }
    }
  }

  private mutating func read(
    _ value: YAMLNode, of setting: CommandOption<ProgramSettings>, in file: inout YAMLFile
  ) {
    guard !value.isRefused else { return }
    let name = setting.name
    guard !entries.contains(where: { $0.name == name }) else {
      return file.fault(value, "\(name) is set here a second time; the first value is used.")
    }
    guard let text = value.text(joining: ProgramSettings.lists.contains(name)) else {
      return file.fault(value, "\(name) takes one value: \(setting.values.description).")
    }
    var settings = ProgramSettings()
    guard setting.store(text, in: &settings) else {
      return file.fault(value, "\(name) takes \(setting.values.description).")
    }
    entries.append((name, text, "\(path):\(value.line):\(value.column)"))
  }

  private mutating func readAttend(_ value: YAMLNode, in file: inout YAMLFile) {
    guard let field = value.fields?.first, value.fields?.count == 1,
      field.name.lowercased() == "single-key", field.value.items != nil,
      let names = field.value.words
    else {
      return file.fault(value, "\(Self.attend) takes “single-key:” with a list of programs.")
    }
    singleKeyPrograms = names
  }

  /// Returns a program and its arguments.
  private func words(of field: YAMLField, in file: inout YAMLFile) -> [String]? {
    guard let words = field.value.words, !words.isEmpty else {
      file.fault(
        field.value, "“\(field.name):” takes a program, or a list of a program and its arguments.")
      return nil
    }
    return words
  }

  static let fallback = "fallback"
  private static let (windowName, elsewhereName) = ("window", "elsewhere")
  private static let attend = "attend"

  private static func unknown(_ name: String) -> String {
    let known =
      ProgramSettings.settings.map(\.name) + [fallback, attend, windowName, elsewhereName]
    let shown = ProgramSettings.shown(name)
    if let guess = name.lowercased().nearest(among: known) {
      return "Unknown setting \(shown). Did you mean “\(guess)”?"
    }
    return "Unknown setting \(shown). The settings are \(known.joined(separator: ", "))."
  }
}

extension ProgramSettings {
  /// Applies the settings of a configuration file.
  ///
  /// Returns the location of the setting `layout` as `file:line:column`; empty without this
  /// setting.
  @discardableResult
  package mutating func take(_ file: ConfigurationFile) -> String {
    var place = ""
    window = file.window ?? window
    elsewhere = file.elsewhere ?? elsewhere
    singleKeyPrograms = file.singleKeyPrograms ?? singleKeyPrograms
    for entry in file.entries {
      guard let setting = Self.settings.first(where: { $0.name == entry.name }) else { continue }
      if entry.name == KeyboardOptions.layoutName {
        keyboard.layout = Self.layout(entry.value, beside: file.path)
        place = entry.place
      } else if entry.name == Self.consoleFontName {
        consoleFont = Self.path(entry.value, beside: file.path)
      } else {
        _ = setting.store(entry.value, in: &self)
      }
    }
    return place
  }

  /// Returns the value of `layout` with absolute file names.
  ///
  /// Relative names in the configuration file at `path` are relative to the folder of this file.
  private static func layout(_ value: String, beside path: String) -> String {
    let names = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return names.map { KeyboardLibrary.isPath($0) ? Self.path($0, beside: path) : $0 }
      .joined(separator: ",")
  }

  private static func path(_ value: String, beside path: String) -> String {
    var whole = value
    if value.hasPrefix("~/"), let home = environmentVariable("HOME") {
      whole = home + value.dropFirst()
    } else if !value.hasPrefix("/"), let slash = path.lastIndex(of: "/") {
      whole = path[...slash] + value
    }
    return whole.hasPrefix("/") ? FilePath.normalized(whole) : whole
  }

  /// Quotes text from a file in a message; the text is shortened and sanitised.
  static func shown(_ text: some StringProtocol) -> String {
    let short = text.count > 32 ? String(text.prefix(32)) + "…" : String(text)
    return "“\(Sanitizer().clean(short, as: .name))”"
  }
}

extension YAMLNode {
  /// The texts of a list, or one text; nil if one of them is not text.
  fileprivate var words: [String]? {
    let texts = (items ?? [self]).map(\.text)
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }

  fileprivate func text(joining mayBeList: Bool) -> String? {
    guard mayBeList, let items else { return text }
    return items.map { $0.text ?? "" }.joined(separator: ",")
  }
}

extension ConfigurationFile {
  private static let advice =
    "write “pinentry:” and “askpass:” below it, each with the absolute path of a program, or a "
    + "list of the path and the arguments."

  mutating func readFallbacks(_ value: YAMLNode, in file: inout YAMLFile) {
    guard !value.isRefused else { return }
    guard let fields = value.fields else {
      return file.fault(value, "\(Self.fallback) takes two programs: \(Self.advice)")
    }
    for field in fields {
      guard let role = Fallback.Role(rawValue: field.name.lowercased()) else {
        let shown = ProgramSettings.shown(field.name)
        file.fault(field.key, "Unknown fallback \(shown); \(Self.advice)")
        continue
      }
      readFallback(field.value, for: role, in: &file)
    }
  }

  private mutating func readFallback(
    _ value: YAMLNode, for role: Fallback.Role, in file: inout YAMLFile
  ) {
    guard !value.isRefused else { return }
    let name = role.rawValue
    guard fallbacks[role] == nil else {
      return file.fault(value, "\(name) is set here a second time; the first value is used.")
    }
    guard let words = value.words, words.first?.hasPrefix("/") == true else {
      return file.fault(
        value,
        "\(name) takes the absolute path of a program, or a list of the path and the arguments.")
    }
    fallbacks[role] = Fallback(words: words)
  }
}
