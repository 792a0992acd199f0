import KeywardEngine
import SecureMemory

/// The layouts set in this system's files.
///
///     /etc/default/keyboard     XKBLAYOUT="us,ru"  XKBVARIANT=",phonetic"
///     /etc/vconsole.conf        XKBLAYOUT and XKBVARIANT, else KEYMAP
package struct SystemLayouts: Sendable {
  /// The names of the layouts, the primary one first.
  package let names: [XKBLayoutName]
  /// Layouts in the file whose name cannot be one.
  package let misspelt: [String]
  package let path: String

  private static let files = ["/etc/default/keyboard", "/etc/vconsole.conf"]

  /// The reason why no layout was found.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    case notSet
    /// A file has a console keymap that no layout is known to equal; `near` is the most similar
    /// keymap that is known, if there is one.
    case unknownKeymap(String, path: String, near: String?)

    package var cause: String {
      switch self {
      case .notSet:
        let files = SystemLayouts.files.joined(separator: " nor ")
        return "Neither \(files) names the keyboard of this computer."
      case .unknownKeymap(let keymap, let path, let near):
        let guess = near.map { " Did you mean “\($0)”?" } ?? ""
        return "\(path) has KEYMAP=\(keymap), and no layout is known to be the same as this "
          + "console keymap.\(guess)"
      }
    }

    package var description: String {
      "\(cause) Name a layout yourself, such as xkb:de; `keyward layouts import --list` lists them."
    }
  }

  /// Reads the files, with `root` used as `/`; throws if no file sets a layout.
  package init(root: String = "") throws(Fault) {
    for file in Self.files {
      guard let values = Self.assignments(in: root + file) else { continue }
      if let found = Self.layouts(of: values) {
        (names, misspelt, path) = (found.names, found.misspelt, file)
        return
      }
      if let keymap = values["KEYMAP"], !keymap.isEmpty {
        let table = ConsoleKeymaps(root: root)
        guard let name = table.layout(of: keymap) else {
          let near = keymap.nearest(among: table.names)
          throw .unknownKeymap(keymap, path: file, near: near)
        }
        (names, misspelt, path) = ([name], [], file)
        return
      }
    }
    throw .notSet
  }

  private static func layouts(
    of values: [String: String]
  ) -> (names: [XKBLayoutName], misspelt: [String])? {
    let layouts = split(values["XKBLAYOUT"] ?? "")
    let variants = split(values["XKBVARIANT"] ?? "")
    var names: [XKBLayoutName] = []
    var misspelt: [String] = []
    for (number, layout) in layouts.enumerated() where !layout.isEmpty {
      let variant = number < variants.count ? variants[number] : ""
      // The layout itself may have a variant in brackets.
      let word = variant.isEmpty ? layout : "\(layout)+\(variant)"
      if let name = XKBLayoutName(word) { names.append(name) } else { misspelt.append(word) }
    }
    return names.isEmpty && misspelt.isEmpty ? nil : (names, misspelt)
  }

  private static func split(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
  }

  /// The values of lines such as `NAME="VALUE"`; nil if the file cannot be read.
  static func assignments(in path: String) -> [String: String]? {
    guard let lines = lines(of: path) else { return nil }
    var values: [String: String] = [:]
    for line in lines {
      var line = line.trimmed
      // Shells read this file, too, so the line may begin with `export`.
      if line.hasPrefix("export"), line.dropFirst(6).first?.isWhitespace == true {
        line = String(line.dropFirst(6)).trimmed
      }
      guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
      var value = String(line[line.index(after: equals)...]).trimmed
      if let quote = value.first, quote == "\"" || quote == "'" {
        value = String(value.dropFirst().prefix { $0 != quote })
      } else {
        value = String(value.prefix { !$0.isWhitespace && $0 != "#" })
      }
      values[String(line[..<equals]).trimmed] = value
    }
    return values
  }

  fileprivate static func lines(of path: String) -> [String]? {
    guard let bytes = try? SmallFile(path, atMost: 65_536).bytes else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init)
  }
}

/// The layouts of console keymaps; a layout is never guessed.
///
/// A keymap is looked up in systemd's table, then in ours. Otherwise its name is that of a layout
/// or, as for keymaps made from XKB, of a layout and a variant: `fr-bepo`.
private struct ConsoleKeymaps {
  private let table: [[String]]
  private let known: KnownLayouts

  init(root: String) {
    let lines = SystemLayouts.lines(of: root + "/usr/share/systemd/kbd-model-map") ?? []
    table = lines.filter { !$0.hasPrefix("#") }
      .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      .filter { $0.count >= 4 }
    known = KnownLayouts(root: root)
  }

  /// The names of all known keymaps.
  var names: [String] { table.map { $0[0] } + Self.sameLayouts.keys.sorted() + known.keymaps }

  /// The layout of a keymap, or nil if it is not known.
  func layout(of keymap: String) -> XKBLayoutName? {
    if let words = table.first(where: { $0[0] == keymap }) {
      let layout = String(words[1].prefix { $0 != "," })
      let variant = String(words[3].prefix { $0 != "," })
      if variant != "-" { return XKBLayoutName(layout: layout, variant: variant) }
      // For sk-qwerty the table has the variant among the options.
      let options = words.dropFirst(4).joined(separator: ",").split(separator: ",")
      let variants = options.map { XKBLayoutName(layout: layout, variant: String($0)) }
      return variants.first(where: known.contains) ?? XKBLayoutName(layout: layout, variant: "")
    }
    if let word = Self.sameLayouts[keymap] { return XKBLayoutName(word) }
    let parts = keymap.split(separator: "-", maxSplits: 1)
    let names = [
      parts.count == 2 ? XKBLayoutName("\(parts[0])+\(parts[1])") : nil, XKBLayoutName(keymap),
    ]
    return names.compactMap(\.self).first(where: known.contains)
  }

  /// The layouts of keymaps of the package kbd that are missing in systemd's table.
  private static let sameLayouts = [
    "ANSI-dvorak": "us+dvorak", "bone": "de+bone", "br-abnt": "br", "br-latin1-abnt2": "br",
    "colemak": "us+colemak", "cz-qwertz": "cz", "de_CH-latin1": "ch",
    "dvorak-ca-fr": "ca+fr-dvorak",
    "dvorak-es": "es+dvorak", "dvorak-fr": "fr+dvorak", "dvorak-l": "us+dvorak-l",
    "dvorak-la": "latam+dvorak", "dvorak-no": "no+dvorak", "dvorak-programmer": "us+dvp",
    "dvorak-r": "us+dvorak-r", "dvorak-uk": "gb+dvorak", "fr-bepo-latin9": "fr+bepo",
    "koy": "de+koy", "neo": "de+neo", "neoqwertz": "de+neo_qwertz", "no-latin1": "no",
    "pt-latin9": "pt", "tr_f-latin5": "tr+f", "tr_q-latin5": "tr", "trf": "tr+f",
  ]
}

/// The layouts that exist: those of xkb-data if it is installed, else the shipped ones.
private struct KnownLayouts {
  private let registry: XKBRegistry?
  private let shipped = Set(ShippedLayouts.keyboardNames)

  init(root: String) { registry = try? XKBRegistry(folders: ["\(root)/usr/share/X11/xkb"]) }

  /// The names that console keymaps made from the layouts have.
  var keymaps: [String] {
    registry?.entries.map { String($0.name.word.map { $0 == "+" ? "-" : $0 }) } ?? shipped.sorted()
  }

  func contains(_ name: XKBLayoutName) -> Bool {
    registry.map { $0.entry(name) != nil }
      ?? shipped.contains(name.shippedName)
  }
}
