import KeyboardImport
import KeywardEngine
import SecretCommands

/// Makes keyboard files from sources, and reports the lost parts.
struct KeyboardImporter {
  /// A keyboard and the file made from it.
  struct Made {
    var keyboard: ImportedKeyboard
    /// The name of the other keyboard of its pair.
    var pair: String?

    /// Its file.
    var text: String { KeyboardText(keyboard, date: ImportDate.today, pair: pair).text }
  }

  private let form: FormName?
  private var xkb: XKBImport?

  /// An importer for a form; `nil` for the usual form of each layout.
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

  /// Makes the keyboards of a source; several layouts become pairs.
  ///
  /// - Parameters:
  ///   - source: the source.
  ///   - other: the value of `--with`: an existing keyboard, `none`, or a layout; `nil` for none.
  /// - Returns: the keyboards, the first one first.
  /// - Throws: `ImportError`.
  mutating func make(_ source: ImportSource, with other: String?) throws(ImportError) -> [Made] {
    var made = try keyboards(of: source).map { Made(keyboard: $0) }
    if let other {
      if let known = Self.known(other) {
        made[0].pair = known
      } else {
        let second = try ImportSource(other.contains(":") ? other : "xkb:\(other)")
        made += try keyboards(of: second).map { Made(keyboard: $0) }
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
    of source: ImportSource
  ) throws(ImportError) -> [ImportedKeyboard] {
    switch source {
    case .xkb(let names):
      let system = try system()
      var keyboards: [ImportedKeyboard] = []
      for name in names { keyboards.append(try system.keyboard(name, form: form)) }
      return keyboards
    case .file(let format, let path):
      guard form == nil else {
        throw ImportError("--form is for layouts of XKB. Leave it out for \(format.rawValue).")
      }
      return [try TouchImport.keyboard(ofFile: path, format, reachable: Self.symbols)]
    }
  }

  /// The characters on the panel of symbols, which every imported keyboard has.
  private static var symbols: Set<KeyAction> {
    let panel = (try? ShippedLayouts.keyboard(named: "symbols"))?.panel(.symbols)
    let keys = panel?.pages.flatMap(\.content.keys) ?? []
    return Set(keys.flatMap { ([$0.output] + $0.alternates).map(KeyAction.insert) })
  }
}
