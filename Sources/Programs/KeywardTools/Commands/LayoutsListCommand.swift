import KeyboardEngine
import KeywardPrograms
import SecureMemory

struct LayoutsListCommand: Command {
  static let name = "list"
  static let summary = "List the available keyboards."

  init(_ settings: ProgramSettings) {}

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var rows: [[String]] = []
    let library = ShippedLayouts.library()
    for name in library.shipped.names + library.userNames {
      do {
        let definition = try KeyboardDefinition.named(name)
        let panels = definition.panels.map(\.name.rawValue).joined(separator: ", ")
        rows.append([definition.id, definition.language, definition.title, panels])
      } catch {
        // An invalid file of the user must not hide the other keyboards.
        StandardStreams.complain(error)
      }
    }
    try StandardStreams.print(Self.table(rows))
    return .done
  }

  private static func table(_ rows: [[String]]) -> String {
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { text, width in text.padded(to: width + 2) }.joined() + row[3]
    }.joined(separator: "\n")
  }
}
