import Glibc
import SmallFiles

/// The layouts that this system is set to, from its own files.
///
///     /etc/default/keyboard     XKBLAYOUT="us,ru"  XKBVARIANT=",phonetic"
///     /etc/vconsole.conf        XKBLAYOUT and XKBVARIANT, else KEYMAP
package struct SystemLayouts: Sendable {
  /// The layouts, the first one first.
  package let names: [XKBLayoutName]
  /// The file that sets them.
  package let path: String

  private static let files = ["/etc/default/keyboard", "/etc/vconsole.conf"]
  private static let keymaps = "/usr/share/systemd/kbd-model-map"

  /// Reads the files of a system.
  ///
  /// - Parameter root: the folder that stands for `/`.
  /// - Throws: `ImportError` if no file sets a layout.
  package init(root: String = "") throws(ImportError) {
    for file in Self.files {
      guard let values = Self.assignments(in: root + file) else { continue }
      if let names = Self.layouts(of: values) {
        (self.names, path) = (names, file)
        return
      }
      if let keymap = values["KEYMAP"], !keymap.isEmpty {
        guard let name = Self.layout(ofKeymap: keymap, root: root) else {
          throw ImportError(
            "\(file) says KEYMAP=\(keymap), which is a keyboard of the console alone. Name a layout "
              + "yourself, such as xkb:de; “keyward layouts import --list” shows what there is.")
        }
        (names, path) = ([name], file)
        return
      }
    }
    throw ImportError(
      "Neither \(Self.files.joined(separator: " nor ")) says which keyboard this system has. Name a "
        + "layout, such as xkb:de; “keyward layouts import --list” shows what there is.")
  }

  /// The layouts of `XKBLAYOUT` with the variants of `XKBVARIANT`, one for each; `nil` for none.
  private static func layouts(of values: [String: String]) -> [XKBLayoutName]? {
    let layouts = split(values["XKBLAYOUT"] ?? "")
    let variants = split(values["XKBVARIANT"] ?? "")
    let names = layouts.enumerated().compactMap { number, layout -> XKBLayoutName? in
      let variant = number < variants.count ? variants[number] : ""
      // A layout may also have its variant in brackets.
      return XKBLayoutName(variant.isEmpty ? layout : "\(layout)+\(variant)")
    }
    return names.isEmpty ? nil : names
  }

  /// `"us,ru"` → `["us", "ru"]`.
  private static func split(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
  }

  /// The layout of a console's keymap: from systemd's table, else the layout of the same name.
  private static func layout(ofKeymap keymap: String, root: String) -> XKBLayoutName? {
    for line in lines(of: root + keymaps) ?? [] where !line.hasPrefix("#") {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count >= 4, words[0] == keymap else { continue }
      let layout = words[1].prefix { $0 != "," }
      let variant = words[3].prefix { $0 != "," }
      return XKBLayoutName(
        layout: String(layout), variant: variant == "-" ? "" : String(variant))
    }
    return keymap.utf8.count <= 3 ? XKBLayoutName(keymap) : nil
  }

  /// The values of lines such as `NAME="VALUE"`; `nil` if the file cannot be read.
  private static func assignments(in path: String) -> [String: String]? {
    guard let lines = lines(of: path) else { return nil }
    var values: [String: String] = [:]
    for line in lines {
      var line = line.trimmed
      // Shells read the file, too.
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

  private static func lines(of path: String) -> [String]? {
    guard let bytes = try? SmallFile(path, atMost: 65_536).bytes else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init)
  }
}

extension String {
  /// The text without blanks and line ends around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
