import KeyboardLayout
import KeywardKeyboardFiles
import KeywardLayouts
import RecordWriting

/// Prints `Layouts/ShippedRecords.swift`: the shipped keyboards as records; with an argument, the
/// metrics and devices as Swift.
@main
enum Main {
  static func main() throws {
    if CommandLine.argc > 1 { return print(try ShippedMetrics.source(), terminator: "") }
    var source = KeyboardSource(names: KeyboardFiles.names) { KeyboardFiles.file($0) }
    source.form = { ShippedFiles.form($0.rawValue) }
    let library = KeyboardLibrary(shipped: source, folder: nil)
    let keyboards = try KeyboardFiles.names.map { try library.keyboard($0) }
    let sequences = KeyboardRecord.sequences(of: keyboards)

    let lenders = Dictionary(
      uniqueKeysWithValues: keyboards.filter { $0.panels.count == 1 }.map { keyboard in
        (keyboard.id, Array(KeyboardRecord.text(of: keyboard, in: .none).utf8))
      })
    var shelf = KeyboardSource(names: [], record: { lenders[$0] })
    shelf.sequences = { Array(sequences.utf8) }
    let records = keyboards.map { KeyboardRecord.text(of: $0, in: shelf) }
    show(records, sequences)
  }

  private static func show(_ records: [String], _ sequences: String) {
    print(
      """
      // swift-format-ignore-file
      // By `make records`, from the files beside it; a test compares them. Nothing is edited here.

      extension ShippedFiles {
        /// The names of all keyboards in alphabetical order.
        public static let keyboardNames = [
      """)
    for name in KeyboardFiles.names { print("    \"\(name)\",") }
    print(
      """
        ]

        /// The record of a keyboard, which is read quicker than its file; `nil` if none of that name ships.
        public static func record(_ name: String) -> [UInt8]? { text(ofRecord: name).map(bytes) }

        /// The sequences of the dead keys of all keyboards.
        public static var sequencesRecord: [UInt8] { bytes(sequencesText) }

        private static func bytes(_ text: StaticString) -> [UInt8] {
          text.withUTF8Buffer { Array($0) }
        }

        private static func text(ofRecord name: String) -> StaticString? {
          switch name {
      """)
    for (name, record) in zip(KeyboardFiles.names, records) {
      print("    case \"\(name)\":")
      print(literal(record, indent: 6))
    }
    print("    default: nil\n    }\n  }\n")
    print("  private static var sequencesText: StaticString {")
    print(literal(sequences, indent: 4))
    print("  }\n}")
  }

  /// A literal with lines of at most 100 columns, and a backslash at the end of each continued
  /// line.
  private static func literal(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines = [""]
    for scalar in text.unicodeScalars {
      let escaped = escaped(scalar)
      // Some characters are two columns wide.
      if lines[lines.count - 1].unicodeScalars.count + escaped.count > 80 { lines.append("") }
      lines[lines.count - 1] += escaped
    }
    let body = lines.map { margin + $0 }.joined(separator: "\\\n")
    return "\(margin)\"\"\"\n\(body)\n\(margin)\"\"\""
  }

  /// A character in source form: joining or invisible characters are escaped.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber, .dashPunctuation,
      .otherPunctuation, .openPunctuation, .closePunctuation, .mathSymbol, .currencySymbol:
      scalar == "\\" || scalar == "\"" ? "\\" + String(scalar) : String(scalar)
    default:
      scalar == " " ? " " : "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }
}
