import KeyboardLayout
import Layouts

/// Prints `Layouts/ShippedRecords.swift`, the shipped keyboards and metrics as records.
@main
enum Main {
  static func main() throws {
    var source = KeyboardSource(names: ShippedFiles.keyboardNames) { ShippedFiles.keyboard($0) }
    source.form = { ShippedFiles.form($0.rawValue) }
    let library = KeyboardLibrary(shipped: source, folder: nil)
    print(
      """
      // By `make records`, from the files beside it; a test compares them. Nothing is edited here.

      extension ShippedFiles {
        /// The record of a keyboard, which is read quicker than its file; `nil` if none of that name ships.
        public static func record(_ name: String) -> [UInt8]? { text(ofRecord: name).map(bytes) }

        /// The record of the metrics profiles.
        public static var metricsRecord: [UInt8] { bytes(metricsText) }

        private static func bytes(_ text: StaticString) -> [UInt8] {
          text.withUTF8Buffer { Array($0) }
        }

        private static func text(ofRecord name: String) -> StaticString? {
          switch name {
      """)
    for name in ShippedFiles.ownNames {
      print("    case \"\(name)\":")
      print(literal(KeyboardRecord.text(of: try library.keyboard(name)), indent: 6))
    }
    print("    default: nil\n    }\n  }\n")
    print("  private static var metricsText: StaticString {")
    let metrics = try MetricsFile.load(ShippedFiles.metrics, path: "metrics.yaml")
    print(literal(MetricsRecord.text(of: metrics), indent: 4))
    print("  }\n}")
  }

  /// A literal of lines of at most 100 columns, with a backslash where one goes on in the next.
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

  /// A character as source code has it: nothing that joins others or cannot be seen stands for itself.
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
