import Glibc
import KeywardLayout
import SecureMemory

/// The system's layouts with their titles, from the plain-text list beside XKB's rules.
///
///     ! layout
///       de              German
///     ! variant
///       neo             de: German (Neo 2)
package struct XKBRegistry: Sendable {
  package struct Entry: Sendable {
    package let name: XKBLayoutName
    package let title: String
    /// BCP 47 tags, the main one first; empty if the list names none.
    package let languages: [String]
  }

  /// The layouts in the order of the list, then the variants.
  package private(set) var entries: [Entry] = []
  package private(set) var version: String?

  private static let longestFile = 4 << 20

  package init(folders: [String]) throws(ImportError) {
    var known: Set<XKBLayoutName> = []
    for folder in folders {
      for (section, words) in try Self.lines(of: "\(folder)/rules/evdev.lst") {
        if let entry = entry(of: words, in: section), known.insert(entry.name).inserted {
          entries.append(entry)
        }
      }
      if version == nil { version = Self.version(besides: folder) }
    }
    guard !entries.isEmpty else {
      throw ImportError(
        "The list of system keyboards is missing. Install it with “apt-get install xkb-data”.")
    }
  }

  package func entry(_ name: XKBLayoutName) -> Entry? { entries.first { $0.name == name } }

  /// Returns the main language of the variant, or of its layout if the list lacks the variant.
  ///
  /// Returns `und` if the list names no language.
  package func language(of name: XKBLayoutName) -> String {
    let layout = XKBLayoutName(layout: name.layout, variant: "")
    return (entry(name) ?? entry(layout))?.languages.first ?? "und"
  }

  /// Names similar to this one, best match first, at most five.
  package func suggestions(for name: XKBLayoutName) -> [String] {
    let variants = entries.filter { $0.name.layout == name.layout }.map(\.name)
    let layouts = entries.filter(\.name.variant.isEmpty).map(\.name.layout)
    if variants.isEmpty {
      let guess = name.layout.nearest(among: layouts)
      return guess.map { [$0] } ?? []
    }
    let names = variants.map(\.variant).filter { !$0.isEmpty }
    let guess = name.variant.nearest(among: names)
    return (guess.map { [$0] } ?? Array(names.prefix(5))).map {
      XKBLayoutName(layout: name.layout, variant: $0).word
    }
  }

  package func entries(of language: String) -> [Entry] {
    entries.filter { $0.languages.contains(language.lowercased()) }
  }

  private static func lines(
    of path: String
  ) throws(ImportError) -> [(section: Substring, words: Substring)] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try SmallFile(path, atMost: longestFile).bytes
    } catch {
      if error == .system(ENOENT) || error == .system(ENOTDIR) { return [] }
      throw ImportError("\(path) cannot be read: \(error.reason).")
    }
    var section = Substring()
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { line in
        let words = line.drop(while: \.isWhitespace)
        guard words.first == "!" else { return (section, words) }
        section = words.dropFirst().drop(while: \.isWhitespace)
        return nil
      }
  }

  private func entry(of words: Substring, in section: Substring) -> Entry? {
    let first = words.prefix { !$0.isWhitespace }
    let rest = words.dropFirst(first.count).drop(while: \.isWhitespace)
    if section == "layout", !rest.isEmpty {
      return Entry(
        name: XKBLayoutName(layout: String(first), variant: ""), title: String(rest),
        languages: Self.languages(of: rest))
    }
    guard section == "variant", let colon = rest.firstIndex(of: ":") else { return nil }
    let layout = XKBLayoutName(layout: String(rest[..<colon]), variant: "")
    let title = rest[rest.index(after: colon)...].drop(while: \.isWhitespace)
    let own = Self.languages(of: title)
    return Entry(
      name: XKBLayoutName(layout: layout.layout, variant: String(first)), title: String(title),
      languages: own.isEmpty ? entry(layout)?.languages ?? [] : own)
  }

  private static func version(besides folder: String) -> String? {
    guard folder.hasSuffix("/X11/xkb") else { return nil }
    let path = folder.dropLast(8) + "/pkgconfig/xkeyboard-config.pc"
    guard let bytes = try? SmallFile(String(path), atMost: 4096).bytes else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("Version:") }.map { String($0.dropFirst(8)).trimmed }
  }

  /// The languages of a title, which begins with a name: `German (Neo 2)` → `["de"]`.
  private static func languages(of title: Substring) -> [String] {
    let parts = title.split(separator: "(", maxSplits: 1)
    return parts.first.flatMap { tags[String($0).trimmed] } ?? []
  }

  private static let tags: [String: [String]] = Dictionary(
    uniqueKeysWithValues: names.split(whereSeparator: { $0 == ";" || $0 == "\n" }).map { item in
      let words = item.split(separator: " ").map(String.init)
      // Tags are in lower case, names are not.
      let name = words.prefix { $0.first?.isUppercase == true }
      return (name.joined(separator: " "), Array(words.dropFirst(name.count)))
    })

  private static let names = """
    Akan ak; Albanian sq; Amharic am; Arabic ar; Armenian hy; Asturian ast; Azerbaijani az;
    Bambara bm; Bangla bn; Bashkirian ba; Belarusian be; Belgian nl fr de; Berber ber;
    Bosnian bs; Bulgarian bg; Burmese my; Cameroon en fr; Canadian fr en; Catalan ca;
    Cherokee chr; Chinese zh; Church Slavonic cu; Chuvash cv; Coptic cop; Crimean Tatar crh;
    Croatian hr; Czech cs; Danish da; Dari fa; Dhivehi dv; Dutch nl; Dzongkha dz; English en;
    Esperanto eo; Estonian et; Ewe ee; Faroese fo; Filipino fil en; Finnish fi; French fr;
    Friulian fur; Fula ff; Ga gaa; Georgian ka; German de; Greek el; Gujarati gu; Hausa ha;
    Hawaiian haw; Hebrew he; Hindi hi; Hungarian hu; Icelandic is; Igbo ig; Indian hi en;
    Indonesian id; Inuktitut iu; Iraqi ar ku; Irish ga en; Italian it; Japanese ja; Kabyle kab;
    Kalmyk xal; Kannada kn; Kashubian csb; Kazakh kk; Khmer km; Kikuyu ki; Komi kv; Korean ko;
    Kurdish ku; Kyrgyz ky; Lao lo; Latvian lv; Lithuanian lt; Lower Sorbian dsb; Macedonian mk;
    Malay ms; Malayalam ml; Maltese mt; Manipuri mni; Maori mi; Marathi mr; Mari chm;
    Moldavian ro; Mongolian mn; Montenegrin sr; N'Ko nqo; Nepali ne; Northern Saami se;
    Norwegian no nb nn; Occitan oc; Oriya or; Ossetian os; Pashto ps; Persian fa; Polish pl;
    Portuguese pt; Punjabi pa; Romanian ro; Russian ru; Samogitian sgs; Sanskrit sa;
    Scottish Gaelic gd; Serbian sr; Serbo-Croatian sh; Shan shn; Sicilian scn; Silesian szl;
    Sindhi sd; Sinhala si; Slovak sk; Slovenian sl; Spanish es; Swahili sw; Swedish sv;
    Swiss de gsw; Syriac syr; Taiwanese zh; Tajik tg; Tamil ta; Tatar tt; Telugu te; Thai th;
    Tibetan bo; Tswana tn; Turkish tr; Turkmen tk; Udmurt udm; Ukrainian uk; Urdu ur; Uyghur ug;
    Uzbek uz; Vietnamese vi; Wolof wo; Yakut sah; Yoruba yo
    """
}
