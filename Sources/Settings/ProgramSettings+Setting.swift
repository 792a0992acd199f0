import KeywardEngine
import TerminalUI

extension ProgramSettings {
  /// A setting, by its name in a configuration file.
  package enum Setting: String, CaseIterable, Sendable {
    case layout, shuffle, input, mask, feedback, colour, theme, form, keep, keyboard, plain
    case allowReveal = "allow-reveal"
    case timeout, watcher, mouse
    case maxLength = "max-length"
    case allowUnlockedMemory = "allow-unlocked-memory"
    case sandbox
    case secretMemory = "secret-memory"

    /// The setting of a name in any spelling: `Colors` → colour, `allow_reveal` → allow-reveal.
    init?(spelled name: String) {
      let name = name.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
      switch name {
      case "color", "colors", "colours": self = .colour
      default: self.init(rawValue: name)
      }
    }

    /// Its possible values, in words.
    var values: String {
      switch self {
      case .layout: "the name of a keyboard (see keyward layouts list) or a file"
      case .shuffle: Self.list(ShuffleMode.allCases.map(\.rawValue))
      case .input: Self.list(InputMode.allCases.map(\.rawValue))
      case .mask: Self.list(DialogueOptions.Mask.allCases.map(\.rawValue))
      case .feedback: Self.list(Feedback.allCases.map(\.rawValue))
      case .form: Self.list(ScreenForm.allCases.map(\.rawValue))
      case .theme: Self.list(Theme.allCases.map(\.rawValue))
      case .sandbox: Self.list(Sandbox.Use.allCases.map(\.rawValue))
      case .colour, .keep, .keyboard, .plain, .allowReveal, .allowUnlockedMemory, .watcher,
        .mouse, .secretMemory:
        "yes or no"
      case .timeout: "seconds, 0 for never"
      case .maxLength: "a number of characters from 1"
      }
    }

    /// Whether it is either on or off.
    var isFlag: Bool {
      switch self {
      case .colour, .keep, .keyboard, .plain, .allowReveal, .allowUnlockedMemory, .watcher,
        .mouse, .secretMemory:
        true
      default: false
      }
    }

    /// `a, b or c`.
    private static func list(_ names: [String]) -> String {
      names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
  }

  /// Sets one setting.
  ///
  /// - Returns: False, with nothing changed, if the value is invalid.
  mutating func set(_ setting: Setting, _ value: String) -> Bool {
    switch setting {
    case .shuffle: Self.assign(ShuffleMode(rawValue: value), to: &shuffle)
    case .input: Self.assign(InputMode(rawValue: value), to: &input)
    case .mask: Self.assign(DialogueOptions.Mask(rawValue: value), to: &mask)
    case .feedback: Self.assign(Feedback(rawValue: value), to: &feedback)
    case .layout: Self.assign(value.isEmpty ? nil : value, to: &layout)
    case .timeout: Self.assign(Self.seconds(value), to: &timeout)
    case .maxLength:
      Self.assign(Self.number(value).flatMap { $0 > 0 ? Int($0) : nil }, to: &longestSecret)
    case .plain: Self.assign(Self.truth(value), to: &isPlain)
    case .allowReveal: Self.assign(Self.truth(value), to: &allowsReveal)
    case .allowUnlockedMemory: Self.assign(Self.truth(value), to: &allowsUnlockedMemory)
    case .secretMemory: Self.assign(Self.truth(value), to: &usesSecretMemory)
    case .colour: Self.assign(value == "auto" ? true : Self.truth(value), to: &usesColour)
    case .form: Self.assign(ScreenForm(rawValue: value), to: &form)
    case .keep: Self.assign(Self.truth(value), to: &keepsLine)
    case .watcher: Self.assign(Self.truth(value), to: &usesWatcher)
    case .mouse: Self.assign(Self.truth(value), to: &usesMouse)
    case .theme: Self.assign(Theme(rawValue: value), to: &theme)
    case .sandbox: Self.assign(Self.use(value), to: &sandbox)
    case .keyboard: Self.assign(Self.truth(value), to: &showsKeyboard)
    }
  }

  private static func assign<Value>(_ value: Value?, to target: inout Value) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  private static func assign<Value>(_ value: Value?, to target: inout Value?) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  private static func number(_ value: String) -> Int? {
    Int(value).flatMap { (0...1_000_000_000).contains($0) ? $0 : nil }
  }

  /// Reads a time: `2.5` → 2.5 seconds; 0 is never.
  private static func seconds(_ value: String) -> DialogueTimeout? {
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }),
      let seconds = Double(value), seconds <= 1_000_000_000
    else { return nil }
    return seconds > 0 ? .seconds(seconds) : .never
  }

  private static func use(_ value: String) -> Sandbox.Use? {
    Sandbox.Use(rawValue: value) ?? truth(value).map { $0 ? .yes : .no }
  }

  private static func truth(_ value: String) -> Bool? {
    switch value {
    case "yes", "true", "on", "always", "shown": true
    case "no", "false", "off", "never", "hidden": false
    default: nil
    }
  }

  /// Text of a file or a variable in the form for sentences: short, and without control characters.
  static func shown(_ text: some StringProtocol) -> String {
    let short = text.count > 32 ? String(text.prefix(32)) + "…" : String(text)
    return "“\(Sanitizer().clean(short, as: .name))”"
  }
}
