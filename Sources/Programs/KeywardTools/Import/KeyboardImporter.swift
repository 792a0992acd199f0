import Glibc
import KeyboardEngine
import KeywardPrograms

/// Makes keyboard files from system layouts, and reports the lost parts.
struct KeyboardImporter {
  /// A keyboard and the file made from it.
  struct Made {
    var keyboard: ImportedKeyboard
    /// The name of the keyboard that this one is paired with.
    var pair: String?

    var text: String { KeyboardText(keyboard, date: KeyboardImporter.today, pair: pair).text }
  }

  private let form: FormName?
  private var xkb: XKBImport?

  /// Creates an importer for a form; `nil` for the default form of each layout.
  init(form: FormName?) { self.form = form }

  /// The import of the system's layouts, loaded at its first use.
  mutating func system() throws(ImportError) -> XKBImport {
    if let xkb { return xkb }
    let made = try XKBImport(forms: Self.forms)
    xkb = made
    return made
  }

  private static var forms: XKBImport.Forms {
    var forms: XKBImport.Forms = [:]
    for name in FormName.allCases {
      forms[name] = (try? ShippedLayouts.form(name)).map { Set($0.positions) }
    }
    return forms
  }

  /// The layouts of a source: `xkb:us,ru(phonetic)`.
  static func layouts(of source: String) throws(ImportError) -> [XKBLayoutName] {
    guard source.hasPrefix("xkb:") else {
      throw ImportError(
        "“\(source)” is not a source of keyboards. Write xkb: and a system layout, such as "
          + "xkb:de; `keyward layouts import --list` shows all of them.")
    }
    var names: [XKBLayoutName] = []
    for word in source.dropFirst(4).split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = XKBLayoutName(String(word)) else {
        throw ImportError(
          "“\(word)” is not the name of a layout. Write it as de, de+neo or “de(neo)”; `keyward layouts "
            + "import --list` shows all of them.")
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Makes the keyboards of layouts; several layouts become pairs.
  ///
  /// `other` is the value of `--with`: an existing keyboard, `none`, or a layout; nil for none.
  mutating func make(
    _ names: [XKBLayoutName], with other: String?
  ) throws(ImportError) -> [Made] {
    var made = try keyboards(of: names)
    if let other {
      if let known = Self.known(other) {
        made[0].pair = known
      } else {
        made += try keyboards(of: Self.layouts(of: other.contains(":") ? other : "xkb:\(other)"))
      }
    }
    if made.count > 1 {
      for index in made.indices {
        made[index].pair = made[index == 0 ? 1 : 0].keyboard.name
      }
    }
    return made
  }

  /// The value of `--with`, if it needs no import.
  private static func known(_ name: String) -> String? {
    let library = ShippedLayouts.library()
    return (["none"] + library.shipped.names + library.userNames).first { $0 == name }
  }

  private mutating func keyboards(
    of names: [XKBLayoutName]
  ) throws(ImportError) -> [Made] {
    let system = try system()
    var made: [Made] = []
    for name in names { made.append(Made(keyboard: try system.keyboard(name, form: form))) }
    return made
  }

  /// The date in the first comment of an imported file: today as `2026-11-22`, or the day of
  /// `SOURCE_DATE_EPOCH` for a repeatable build.
  static var today: String {
    let fixed = environmentVariable("SOURCE_DATE_EPOCH").flatMap { time_t($0) }
    var seconds = fixed ?? time(nil)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return "an unknown day" }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
