import CKeyward
import KeywardEngine

extension KeyboardConfiguration {
  /// Creates the configuration from the host's options.
  ///
  /// Options that the host's version of the header lacks get their defaults. An invalid option
  /// throws an error that explains the problem.
  init(_ pointer: UnsafePointer<kw_options>?) throws {
    let options = try unsafe Self.known(pointer)
    try self.init(
      unsafe Self.layouts(options),
      metrics: unsafe Self.text(options.metrics, "metrics") ?? "default",
      panel: unsafe Self.choice(PanelName.self, options.panel, "panel"),
      screen: unsafe Self.screen(options))
    title = try unsafe Self.text(options.title, "title") ?? ""
    shuffle = try unsafe Self.choice(ShuffleMode.self, options.shuffle, "shuffle") ?? .none
    allowList = try unsafe Self.text(options.allow, "allow").map(AllowList.characters)
    maxLength = unsafe options.max_length == 0 ? nil : Int(options.max_length)
    let height = unsafe options.panel_height
    guard height.isFinite, height <= ScreenDescription.longestSide else {
      throw EmbeddingError(panelHeight: height)
    }
    panelHeight = height == 0 ? .metrics : height < 0 ? .fill : .points(height)
    direction =
      try unsafe Self.choice(ReadingDirection.self, options.direction, "direction") ?? .leftToRight
    if let name = try unsafe Self.text(options.expect, "expect") {
      guard let kind = EntryKind(name) else {
        throw EmbeddingError("Unknown expect “\(name)”: use one of \(EntryKind.names).")
      }
      expects = kind
    }
    language =
      try unsafe Self.choice(KeyboardLanguage.self, options.language, "language") ?? .ofLocale
    acceptsNewline = unsafe options.accepts_newline != 0
    // These defaults differ from Swift's: a finger covers the key that it presses, and a pad needs
    // a key that finishes the input.
    feedback = .press
    returnType =
      try unsafe Self.choice(ReturnType.self, options.return_type, "return_type") ?? .done
  }

  static func known(_ pointer: UnsafePointer<kw_options>?) throws -> kw_options {
    var options = unsafe kw_options()
    guard let pointer = unsafe pointer else { return unsafe options }
    let size = unsafe Int(pointer.pointee.size)
    guard size >= MemoryLayout<UInt32>.size else {
      throw EmbeddingError("The size of the options is not set: set it to sizeof(kw_options).")
    }
    unsafe withUnsafeMutableBytes(of: &options) { place in
      // Copy whole fields only: half a pointer is not an address.
      let count = min(size / MemoryLayout<UInt>.size * MemoryLayout<UInt>.size, place.count)
      unsafe place.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: count))
    }
    return unsafe options
  }

  private static let lengths = 1...ScreenDescription.longestSide

  private static func screen(_ options: kw_options) throws -> ScreenDescription {
    let size = unsafe Size(width: options.width, height: options.height)
    if size == .zero { return try ScreenDescription(size: Size(width: 480, height: 320)) }
    for (name, length) in [("width", size.width), ("height", size.height)]
    where !lengths.contains(length) {
      throw EmbeddingError(
        "The option \(name) cannot be \(length): give 1 to 100000 points, or 0 for both sides.",
        code: Code.screen)
    }
    return try ScreenDescription(size: size)
  }

  private static func layouts(_ options: kw_options) throws -> [KeyboardDefinition] {
    let name = try unsafe text(options.layout, "layout")
    let library = ShippedLayouts.library()
    guard let file = try unsafe text(options.layout_file, "layout_file") else {
      return try named("layout") { try library.keyboards(name ?? "latin-qwerty") }
    }
    guard name == nil else {
      throw EmbeddingError("Both layout and layout_file are set: set only one of them.")
    }
    return try named("layout_file") { try library.withPartner(library.file(file)) }
  }

  /// Runs `body`; the text of its error then begins with the option's name.
  private static func named<Value>(_ option: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw EmbeddingError("\(option): \(error)") }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _: Choice.Type, _ pointer: UnsafePointer<CChar>?, _ option: String
  ) throws -> Choice? {
    guard let name = try unsafe text(pointer, option) else { return nil }
    if let choice = Choice(rawValue: name) { return choice }
    throw UnknownName(what: option, name: name, known: Choice.allCases.map(\.rawValue))
  }

  private static func text(_ pointer: UnsafePointer<CChar>?, _ option: String) throws -> String? {
    guard let pointer = unsafe pointer else { return nil }
    guard let text = unsafe string(at: pointer) else {
      throw EmbeddingError("The option \(option) is not valid UTF-8.")
    }
    return text.isEmpty ? nil : text
  }
}
