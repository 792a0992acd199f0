import SecureMemory

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The keyboards that a user can name: shipped ones and the user's files.
///
/// ```swift
/// let library = KeyboardLibrary(
///   shipped: shipped, folder: KeyboardLibrary.folder(configHome: xdg, home: home))
/// let keyboard = try library.keyboard("latin-qwerty")     // or "my", or "./my.yaml"
/// ```
package struct KeyboardLibrary: Sendable {
  package let shipped: KeyboardSource
  package let folder: String?

  package init(shipped: KeyboardSource, folder: String?) {
    self.shipped = shipped
    self.folder = folder
  }

  /// The folder of the user's keyboards; `nil` if neither path is absolute.
  ///
  /// It is `keyward/keyboards` in `configHome`, or in `.config` of `home` if `configHome` is not an
  /// absolute path.
  package static func folder(configHome: String?, home: String?) -> String? {
    if let configHome, configHome.hasPrefix("/") { return "\(configHome)/keyward/keyboards" }
    guard let home, home.hasPrefix("/") else { return nil }
    return "\(home)/.config/keyward/keyboards"
  }

  package static func isPath(_ text: String) -> Bool {
    text.contains("/") || KeyboardDefinition.fileEndings.contains { text.hasSuffix($0) }
  }

  package var userNames: [String] {
    guard let folder else { return [] }
    let others = shipped.names
    return entryNames(in: folder).filter { $0.hasSuffix(".yaml") }
      .map { String($0.dropLast(5)) }
      .filter { KeyboardDefinition.isValidName($0) && !others.contains($0) }.sorted()
  }

  package func keyboard(
    _ nameOrPath: String
  ) throws(KeyboardLibraryError) -> KeyboardDefinition {
    if Self.isPath(nameOrPath) { return try file(nameOrPath) }
    if let bytes = shipped.bytes(nameOrPath) {
      if shipped.isShipped(nameOrPath),
        let keyboard = KeyboardDefinition.shipped(bytes, nameOrPath, from: shipped)
      {
        return keyboard
      }
      return try faults { () throws(LayoutFileErrors) in
        try KeyboardDefinition.load(bytes, path: "\(nameOrPath).yaml", source: shipped)
      }
    }
    if let folder, KeyboardDefinition.isValidName(nameOrPath) {
      let path = "\(folder)/\(nameOrPath).yaml"
      let found = try faults { () throws(LayoutFileErrors) in
        try UserFile.ifThere(path, checksOwner: true)
      }
      if let found { return try described(by: found, path) }
    }
    var unknown = UnknownName(
      what: "keyboard", name: nameOrPath.quotable, known: shipped.names + userNames)
    unknown.meant = meant(by: nameOrPath)
    throw .unknown(unknown)
  }

  /// Returns the first lines of a keyboard; those of a shipped one are read without its keys.
  package func heading(
    of name: String
  ) throws(KeyboardLibraryError) -> KeyboardHeading {
    if shipped.isShipped(name),
      let root = shipped.bytes(name).flatMap({ PlainYAML.parse(Self.firstLevels(of: $0)) })
    {
      return KeyboardHeading(root)
    }
    return try KeyboardHeading(keyboard(name))
  }

  /// Returns the lines of a shipped file up to the names of its panels, which have an indent of 2
  /// and get a value here in place of their keys.
  private static func firstLevels(of file: [UInt8]) -> [UInt8] {
    let panels = Array("panels:".utf8)
    var kept: [UInt8] = []
    var (start, indent, isInPanels) = (0, 0, false)
    for (offset, byte) in file.enumerated() {
      if byte == 0x20, offset == start + indent { indent += 1 }
      guard byte == 0x0a else { continue }
      let line = file[start..<offset]
      if indent == 0, isInPanels { break }
      isInPanels = isInPanels || line.elementsEqual(panels)
      if indent <= 2 {
        kept += line
        if indent == 2, line.last == UInt8(ascii: ":") { kept += " 0".utf8 }
        kept.append(byte)
      }
      (start, indent) = (offset + 1, 0)
    }
    return kept
  }

  /// Returns the names of the shipped keyboards whose country, language or title matches `word`.
  ///
  /// Examples: `en_US` → `us`, `german` → `de`.
  ///
  /// - Returns: At most eight names. Names with a hyphen, such as `us-dvorak`, are included only if
  /// no name without a hyphen matches.
  private func meant(by word: String) -> [String] {
    let text = word.lowercased().prefix { $0 != "." && $0 != "@" }
    guard !text.isEmpty, text.utf8.count <= 64 else { return [] }
    let parts = text.split { $0 == "_" || $0 == "-" }.map(String.init)
    let all = shipped.names.compactMap { try? heading(of: $0) }
    func plainFirst(_ found: [KeyboardHeading]) -> [String] {
      let plain = found.filter { !$0.id.contains("-") }
      return (plain.isEmpty ? found : plain).prefix(8).map(\.id)
    }
    if let exact = all.first(where: { $0.id == text }) { return [exact.id] }
    if parts.count == 2, parts[0].count < 4, parts[1].count == 2 {
      let country = all.filter { $0.id.hasPrefix(parts[1] + "-") || $0.id == parts[1] }
      let spoken = country.filter { $0.language == parts[0] }
      let found = spoken.isEmpty ? country : spoken
      if !found.isEmpty { return plainFirst(found) }
    }
    if let exact = all.first(where: { $0.title.lowercased() == text }) { return [exact.id] }
    let language = parts[0].count < 4 ? all.filter { $0.language == parts[0] } : []
    let titled = all.filter { $0.titleWords.contains(String(text)) }
    if !language.isEmpty || !titled.isEmpty { return plainFirst(titled + language) }
    guard word.nearest(among: all.map(\.id)) == nil,
      let near = String(text).nearest(among: all.flatMap(\.titleWords))
    else { return [] }
    return plainFirst(all.filter { $0.titleWords.contains(near) })
  }

  /// Reads and checks the keyboard in a user's file of at most 256 KiB.
  ///
  /// With `checksOwner`, the file must be owned by this user or root, and only they may write it.
  /// Otherwise another user could change the layout so that it types a different password. A file
  /// with the name of a shipped keyboard must be a copy of that keyboard.
  package func file(
    _ path: String, checksOwner: Bool = true
  ) throws(KeyboardLibraryError) -> KeyboardDefinition {
    let bytes = try faults { () throws(LayoutFileErrors) in
      try UserFile.read(path, checksOwner: checksOwner)
    }
    return try described(by: bytes, path)
  }

  private func faults<Value>(
    _ body: () throws(LayoutFileErrors) -> Value
  ) throws(KeyboardLibraryError) -> Value {
    do throws(LayoutFileErrors) { return try body() } catch { throw .faults(error) }
  }

  private func described(
    by bytes: [UInt8], _ path: String
  ) throws(KeyboardLibraryError) -> KeyboardDefinition {
    let keyboard = try faults { () throws(LayoutFileErrors) in
      try KeyboardDefinition.load(bytes, path: path, source: lenders)
    }
    guard mayBeNamed(keyboard) else {
      throw .faults(KeyboardDefinition.nameIsTaken(keyboard.id, in: bytes, path: path))
    }
    return keyboard
  }

  /// True unless the keyboard has the name of a shipped keyboard but different content.
  package func mayBeNamed(_ keyboard: KeyboardDefinition) -> Bool {
    guard shipped.has(keyboard.id) else { return true }
    return (try? self.keyboard(keyboard.id)) == keyboard
  }

  private var lenders: KeyboardSource {
    let shipped = shipped
    guard let folder else { return shipped }
    var lenders = shipped
    lenders.list = { shipped.names + userNames }
    lenders.bytes = { name in
      shipped.bytes(name) ?? (try? UserFile.read("\(folder)/\(name).yaml", checksOwner: true))
    }
    return lenders
  }
}

/// The parts of a keyboard that a list of keyboards shows.
package struct KeyboardHeading: Sendable {
  package let id: String
  package let title: String
  package let language: String
  package let panels: [PanelName]

  init(_ keyboard: KeyboardDefinition) {
    (id, title, language) = (keyboard.id, keyboard.title, keyboard.language)
    panels = keyboard.panels.map(\.name)
  }

  /// Reads the heading from the file of a shipped keyboard.
  init(_ root: YAMLNode) {
    func field(_ name: String) -> YAMLNode? { root.fields?.first { $0.name == name }?.value }
    id = field("keyboard")?.text ?? ""
    title = field("title")?.text ?? id
    language = field("language")?.text ?? "und"
    panels = field("panels")?.fields?.compactMap { PanelName(rawValue: $0.name) } ?? []
  }

  fileprivate var titleWords: [String] {
    let name = KeyboardDefinition.nameInItself(of: language.prefix { $0 != "-" }) ?? ""
    return "\(title) \(name)".lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
  }
}

/// The reason why a keyboard could not be loaded.
@nonexhaustive
public enum KeyboardLibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no keyboard with that name.
  case unknown(UnknownName)
  /// The file cannot be read or has faults.
  case faults(LayoutFileErrors)

  /// The faults and their remedies, one per line.
  public var description: String {
    switch self {
    case .unknown(let name): name.description
    case .faults(let errors): errors.description
    }
  }
}

extension KeyboardLibrary {
  /// The keyboard that keyboards without Latin letters are paired with.
  static let latin = "latin-qwerty"

  /// The keyboards for a value of `--layout`, which is `A` or the pair `A,B`, without duplicates.
  ///
  /// The initial keyboard comes first, then the ones that `next-keyboard` keys switch to. If the
  /// value is a single name, the `pair` field of its file names the second keyboard. Without that
  /// field, a keyboard that lacks Latin letters is paired with `latin-qwerty`, since many passwords
  /// need such letters.
  package func keyboards(_ text: String) throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    let comma = UInt8(ascii: ",")
    let names =
      text.utf8.contains(comma)
      ? text.utf8.split(separator: comma, omittingEmptySubsequences: false)
        .map { String(Substring($0)) } : [text]
    let first = try keyboard(names[0])
    return try names.count == 1
      ? withPartner(first) : keyboards(first, and: Array(names.dropFirst()))
  }

  package func withPartner(
    _ first: KeyboardDefinition
  ) throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    try keyboards(first, and: [partner(of: first)].compactMap(\.self))
  }

  private func keyboards(
    _ first: KeyboardDefinition, and names: [String]
  ) throws(KeyboardLibraryError) -> [KeyboardDefinition] {
    var keyboards = [first]
    for name in names {
      let other = try keyboard(name)
      if !keyboards.contains(where: { $0.id == other.id }) { keyboards.append(other) }
    }
    return keyboards
  }

  private func partner(of first: KeyboardDefinition) -> String? {
    let isLatinWanted = first.pair == nil && first.lacksLatinLetters
    let name = isLatinWanted && shipped.has(Self.latin) ? Self.latin : first.pair
    return name == KeyboardDefinition.noPartner ? nil : name
  }
}

/// Provides the keyboards from which `{ from: NAME }` imports panels.
package struct KeyboardSource: Sendable {
  package var names: [String] { list() }
  fileprivate var list: @Sendable () -> [String]
  /// The content of a keyboard's file; `nil` if the source has no such file.
  package fileprivate(set) var bytes: @Sendable (String) -> [UInt8]?
  /// Whether a file was checked before it was shipped, so that only its content is read.
  package var isShipped: @Sendable (String) -> Bool = { _ in false }
  package var form: @Sendable (FormName) -> [UInt8]? = { _ in nil }

  package init(
    names: @autoclosure @escaping @Sendable () -> [String],
    bytes: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    list = names
    self.bytes = bytes
  }

  func has(_ name: String) -> Bool { bytes(name) != nil }

  package static let none = KeyboardSource(names: [])
}
