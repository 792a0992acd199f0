import Glibc
import KeyboardEngine
import KeywardPrograms

struct KeyboardImporter {
  private let form: FormName?
  private var xkb: XKBImport?

  /// Without a form, each layout gets its default form.
  init(form: FormName?) { self.form = form }

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

  /// Makes a keyboard from each layout; two of them become a pair.
  ///
  /// `other` is the value of `--with`: a keyboard, `none`, or another layout.
  mutating func make(
    _ names: [XKBLayoutName], with other: String?
  ) throws(ImportError) -> [ImportedKeyboard] {
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
        made[index].pair = made[index == 0 ? 1 : 0].name
      }
    }
    return made
  }

  private static func known(_ name: String) -> String? {
    let library = ShippedLayouts.library()
    return (["none"] + library.shipped.names + library.userNames).first { $0 == name }
  }

  private mutating func keyboards(
    of names: [XKBLayoutName]
  ) throws(ImportError) -> [ImportedKeyboard] {
    let system = try system()
    return try names.map { name throws(ImportError) in try system.keyboard(name, form: form) }
  }

  /// The date in the first comment of a file, in UTC.
  ///
  /// For reproducible builds, `SOURCE_DATE_EPOCH` replaces the current time.
  static var today: String {
    let fixed = environmentVariable("SOURCE_DATE_EPOCH").flatMap { time_t($0) }
    var seconds = fixed ?? time(nil)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return "an unknown day" }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
