import KeyboardImport

/// The source of an import, as the command line names it.
///
///     ImportSource("xkb:us,ru")     // two layouts, which become a pair
enum ImportSource: Hashable {
  /// Layouts of the system.
  case xkb([XKBLayoutName])
  /// A file of another keyboard program.
  case file(TouchFormat, path: String)

  /// The kinds of sources, as messages list them.
  static let kinds =
    ["xkb:LAYOUT"] + TouchFormat.allCases.map { "\($0.rawValue):FILE" }

  /// The source of a word.
  ///
  /// - Throws: `ImportError` for any other word.
  init(_ word: String) throws(ImportError) {
    guard let colon = word.firstIndex(of: ":") else {
      throw ImportError(
        "“\(word)” does not say what kind of source it is. Write one of "
          + "\(Self.kinds.joined(separator: ", ")), such as xkb:de.")
    }
    let kind = String(word[..<colon])
    let rest = String(word[word.index(after: colon)...])
    if kind == "xkb" {
      self = .xkb(try Self.layouts(rest))
    } else if let format = TouchFormat(rawValue: kind), !rest.isEmpty {
      self = .file(format, path: rest)
    } else {
      throw ImportError(
        "“\(word)” is not a source of keyboards. Known: \(Self.kinds.joined(separator: ", ")).")
    }
  }

  /// The layouts of a list: `us,ru(phonetic)`.
  private static func layouts(_ list: String) throws(ImportError) -> [XKBLayoutName] {
    var names: [XKBLayoutName] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let name = XKBLayoutName(String(word)) else {
        throw ImportError(
          "“\(word)” is not the name of a layout. Write it as de, de+neo or “de(neo)”; “keyward layouts "
            + "import --list” shows what there is.")
      }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
