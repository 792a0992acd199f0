import Glibc
import KeyboardLayout
import SmallFiles

/// The known layouts, with their titles and languages, from the lists beside XKB's rules.
package struct XKBRegistry: Sendable {
  /// A layout or one of its variants.
  package struct Entry: Sendable {
    /// Its name.
    package let name: XKBLayoutName
    /// Its name for people.
    package let title: String
    /// Its language as a BCP 47 tag; `und` for none.
    package let language: String
    /// Its languages as ISO 639 codes of three letters.
    package let codes: [String]
  }

  /// The entries in the order of the files, each variant after its layout.
  package private(set) var entries: [Entry] = []
  /// The version of the layouts; `nil` if the system does not say.
  package private(set) var version: String?

  private static let files = ["rules/evdev.xml", "rules/evdev.extras.xml"]
  private static let longestFile = 4 << 20

  /// Reads the lists of all folders; the first entry of a layout counts.
  ///
  /// - Throws: `ImportError` if there is no list, or one has faults.
  package init(folders: [String]) throws(ImportError) {
    var known: Set<XKBLayoutName> = []
    for folder in folders {
      for file in Self.files {
        let path = "\(folder)/\(file)"
        guard let root = try Self.root(of: path) else { continue }
        for layout in root.child("layoutList")?.children("layout") ?? [] {
          for entry in Self.entries(of: layout) where known.insert(entry.name).inserted {
            entries.append(entry)
          }
        }
      }
      if version == nil { version = Self.version(besides: folder) }
    }
    guard !entries.isEmpty else {
      throw ImportError(
        "There is no list of the system's keyboards. Install them with “apt-get install xkb-data”.")
    }
  }

  /// The entry of a name.
  package func entry(_ name: XKBLayoutName) -> Entry? { entries.first { $0.name == name } }

  /// The names similar to a name, best first, five at most.
  package func suggestions(for name: XKBLayoutName) -> [String] {
    let variants = entries.filter { $0.name.layout == name.layout }.map(\.name)
    let layouts = entries.filter(\.name.variant.isEmpty).map(\.name.layout)
    if variants.isEmpty {
      let guess = YAMLFile.suggestion(for: name.layout, among: layouts)
      return guess.map { [$0] } ?? []
    }
    let names = variants.map(\.variant).filter { !$0.isEmpty }
    let guess = YAMLFile.suggestion(for: name.variant, among: names)
    return (guess.map { [$0] } ?? Array(names.prefix(5))).map {
      XKBLayoutName(layout: name.layout, variant: $0).word
    }
  }

  /// The entries of a language: a tag such as `de`, or a code such as `deu`.
  package func entries(of language: String) -> [Entry] {
    let wanted = language.lowercased()
    return entries.filter { entry in
      entry.codes.contains { $0 == wanted || LanguageCodes.tag(of: $0) == wanted }
    }
  }

  private static func root(of path: String) throws(ImportError) -> XMLElement? {
    let bytes: [UInt8]
    do throws(FileTrouble) {
      bytes = try SmallFile(path, atMost: longestFile).bytes
    } catch {
      if case .system(ENOENT) = error { return nil }
      if case .system(ENOTDIR) = error { return nil }
      throw ImportError("\(path) cannot be read: \(error.reason).")
    }
    do throws(XMLFault) {
      return try XMLReader.root(of: bytes)
    } catch {
      throw ImportError("\(path):\(error.line): \(error.sentence) Install xkb-data anew.")
    }
  }

  private static func entries(of layout: XMLElement) -> [Entry] {
    guard let item = layout.child("configItem"), let name = item.child("name")?.text else {
      return []
    }
    let codes = codes(of: item)
    let variants = layout.child("variantList")?.children("variant") ?? []
    return [entry(XKBLayoutName(layout: name, variant: ""), item, codes)]
      + variants.compactMap { variant in
        guard let item = variant.child("configItem"), let variant = item.child("name")?.text else {
          return nil
        }
        let own = self.codes(of: item)
        return entry(XKBLayoutName(layout: name, variant: variant), item, own.isEmpty ? codes : own)
      }
  }

  private static func entry(
    _ name: XKBLayoutName, _ item: XMLElement, _ codes: [String]
  ) -> Entry {
    Entry(
      name: name, title: item.child("description")?.text ?? name.description,
      language: codes.first.map(LanguageCodes.tag) ?? "und", codes: codes)
  }

  private static func codes(of item: XMLElement) -> [String] {
    item.child("languageList")?.children("iso639Id").map(\.text) ?? []
  }

  /// The version in the system's file for compilers, beside the folder of the layouts.
  private static func version(besides folder: String) -> String? {
    guard folder.hasSuffix("/X11/xkb") else { return nil }
    let path = folder.dropLast(8) + "/pkgconfig/xkeyboard-config.pc"
    guard let bytes = try? SmallFile(String(path), atMost: 4096).bytes else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("Version:") }.map { String($0.dropFirst(8)).trimmed }
  }
}
