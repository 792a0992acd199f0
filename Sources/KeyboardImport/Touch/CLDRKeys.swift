import KeyboardLayout

/// The keys of a keyboard of the CLDR by their names, and the rows of its layers.
struct CLDRKeys {
  private var outputs: [String: String] = Self.usual
  private var alternates: [String: [String]] = [:]
  private var silent: Set<String> = ["gap"]

  /// Reads the keys that a file describes.
  init(_ root: XMLElement) {
    for key in root.children("keys").flatMap({ $0.children("key") }) {
      guard let id = key.attributes["id"] else { continue }
      if let output = key.attributes["output"] ?? key.attributes["to"] {
        outputs[id] = Self.text(output)
      } else {
        silent.insert(id)
        outputs[id] = nil
      }
      let more = key.attributes["longPressKeyIds"] ?? ""
      alternates[id] = more.split(separator: " ").map(String.init)
    }
  }

  /// The form of layers for hardware; `nil` for those for touch.
  static func form(of layers: XMLElement) -> FormName? {
    switch layers.attributes["formId"] ?? layers.attributes["form"] {
    case "iso": .iso
    case "us": .ansi
    case "jis": .jis
    case "abnt2": .abnt
    default: nil
    }
  }

  /// The keyboard of layers.
  func keyboard(
    of layers: XMLElement, _ path: String
  ) throws(LayoutFileErrors) -> ImportedKeyboard {
    var levels: [KeyLevel: TouchRows] = [:]
    for layer in layers.children("layer") {
      guard let level = Self.level(of: layer), levels[level] == nil else { continue }
      levels[level] = try rows(of: layer, path, isHardware: Self.form(of: layers) != nil)
    }
    guard levels[.plain] != nil else {
      throw TouchImport.fault(path, line: layers.line, "These layers have none without modifiers.")
    }
    guard let form = Self.form(of: layers) else {
      let joined = try TouchRows.join(levels, path)
      return ImportedKeyboard(
        name: "", title: "", language: "und", origin: "", keys: joined.keys, losses: joined.losses)
    }
    return try keyboard(of: levels, form, path)
  }

  /// A keyboard by positions, from the rows of a form.
  private func keyboard(
    of levels: [KeyLevel: TouchRows], _ form: FormName, _ path: String
  ) throws(LayoutFileErrors) -> ImportedKeyboard {
    for level in levels.values {
      for (row, places) in zip(level.rows, Self.rows(of: form))
      where row.keys.count != places.count {
        throw TouchImport.fault(
          path, line: row.line,
          "This row of “\(level.name)” has \(row.keys.count) keys, but form \(form.rawValue) has "
            + "\(places.count) there. Give a gap for each that types nothing.")
      }
      guard level.rows.count == Self.rows(of: form).count else {
        throw TouchImport.fault(
          path, line: level.rows.first?.line,
          "“\(level.name)” has \(level.rows.count) rows, but form \(form.rawValue) has "
            + "\(Self.rows(of: form).count).")
      }
    }
    var joined = try TouchRows.join(levels.mapValues { $0.withoutLastRow }, path)
    let keys = zip(Self.rows(of: form).dropLast().joined(), joined.rows.joined())
    joined.rows = []
    let positions = Dictionary(
      keys.compactMap { name, key in
        key.isEmpty ? nil : KeyPosition(name).map { ($0, key) }
      }, uniquingKeysWith: { first, _ in first })
    return ImportedKeyboard(
      name: "", title: "", language: "und", origin: "", keys: .positions(positions, [form]),
      losses: joined.losses)
  }

  /// The level of a layer; `nil` for a layer of other modifiers.
  private static func level(of layer: XMLElement) -> KeyLevel? {
    let modifiers = layer.attributes["modifiers"] ?? layer.attributes["modifier"]
    guard let modifiers else {
      switch layer.attributes["id"] {
      case "base": return .plain
      case "shift": return .shift
      default: return nil
      }
    }
    for set in modifiers.split(separator: ",") {
      switch Set(set.split(separator: " ").map(String.init)) {
      case ["none"]: return .plain
      case ["shift"]: return .shift
      case ["altR"]: return .altgr
      case ["altR", "shift"]: return .altgrShift
      default: continue
      }
    }
    return nil
  }

  private func rows(
    of layer: XMLElement, _ path: String, isHardware: Bool
  ) throws(LayoutFileErrors) -> TouchRows {
    let name = layer.attributes["modifiers"] ?? layer.attributes["modifier"] ?? "base"
    var rows: [TouchRows.Row] = []
    for row in layer.children("row") {
      var keys: [TouchRows.Key] = []
      for id in (row.attributes["keys"] ?? "").split(whereSeparator: \.isWhitespace) {
        let id = String(id)
        if silent.contains(id) {
          // On hardware a gap keeps the place of a key.
          if isHardware { keys.append(TouchRows.Key(text: "")) }
          continue
        }
        guard let text = outputs[id] else {
          throw TouchImport.fault(
            path, line: row.line,
            "No key is called “\(id)”. Describe it under “keys”: an import of other files is not "
              + "followed.")
        }
        let more = alternates[id, default: []].compactMap { outputs[$0] }
        keys.append(TouchRows.Key(text: text, alternates: more))
      }
      if !keys.isEmpty { rows.append(TouchRows.Row(line: row.line, keys: keys)) }
    }
    return TouchRows(name: name, rows: rows)
  }

  /// The positions of a form, row by row.
  private static func rows(of form: FormName) -> [[String]] {
    func row(_ prefix: String, _ count: Int) -> [String] {
      (1...count).map { prefix + ($0 < 10 ? "0" : "") + String($0) }
    }
    let digits = ["TLDE"] + row("AE", form == .jis ? 13 : 12)
    let letters = row("AB", form == .jis || form == .abnt ? 11 : 10)
    let hasLSGT = form == .iso || form == .abnt
    let isANSI = form == .ansi
    return [
      digits, row("AD", 12) + (isANSI ? ["AC12"] : []), row("AC", isANSI ? 11 : 12),
      (hasLSGT ? ["LSGT"] : []) + letters, ["SPCE"],
    ]
  }

  /// The text of an output: `\u{20AC}` → `€`; a marker, which types nothing, is dropped.
  private static func text(_ output: String) -> String {
    var text = ""
    var rest = output[...]
    while let slash = rest.firstIndex(of: "\\") {
      text += rest[..<slash]
      let behind = rest[slash...].dropFirst()
      guard let kind = behind.first, behind.dropFirst().first == "{",
        let end = behind.firstIndex(of: "}")
      else {
        text += behind.prefix(1)
        rest = behind.dropFirst()
        continue
      }
      let codes = behind[..<end].dropFirst(2)
      for code in codes.split(separator: " ") where kind == "u" {
        if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
          text.unicodeScalars.append(scalar)
        }
      }
      rest = behind[end...].dropFirst()
    }
    return text + rest
  }

  /// The keys that every file may name: letters, digits, and signs by the CLDR's own names.
  private static let usual: [String: String] = {
    var usual = ["space": " "]
    for value in UInt8(ascii: "0")...UInt8(ascii: "z") {
      let text = String(UnicodeScalar(value))
      if text.first?.isLetter == true || text.first?.isNumber == true { usual[text] = text }
    }
    let names = """
      amp & apos ' asterisk * at @ backslash \\ bang ! caret ^ close-angle > close-curly } \
      close-paren ) close-square ] colon : comma , degree ° double-quote " equal = grave ` hash # \
      hyphen - micro µ not ¬ open-angle < open-curly { open-paren ( open-square [ percent % period . \
      pipe | plus + question ? section § semi-colon ; slash / tilde ~ underscore _ dollar $ euro € \
      pound £ yen ¥ cruzeiro ₢ cent ¢
      """.split(separator: " ").map(String.init)
    for index in stride(from: 0, to: names.count - 1, by: 2) {
      usual[names[index]] = names[index + 1]
    }
    return usual
  }()
}

extension TouchRows {
  /// The rows above the space bar's.
  fileprivate var withoutLastRow: TouchRows {
    TouchRows(name: name, rows: rows.dropLast())
  }
}
