import KeywardEngine
import KeywardPrograms
import SecureMemory

struct LayoutsListCommand: Command {
  static let name = "list"
  static let summary = "List the available keyboards."
  static let discussion = """
    Each line has the name, the language and the title of a keyboard, and its panels where they differ \
    from letters, symbols and numbers. Your own keyboards follow under a heading. With TEXT, lists \
    only the keyboards whose name, language or title contains it.
    """

  private var text = ""

  init(_ settings: ProgramSettings) {}

  static let argument: CommandOption<Self>? = .argument(
    "TEXT", .optional, .text(), "Part of a name, a language such as de, or a title such as German."
  ) { $0.text = $1.lowercased() }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    let library = ShippedLayouts.library()
    let shipped = rows(of: library.shipped.names, in: library)
    let own = rows(of: library.userNames, in: library)
    guard !(shipped + own).isEmpty else {
      throw CommandFailure(
        text.isEmpty
          ? "there are no keyboards."
          : "no keyboard's name, language or title contains “\(text)”; `keyward layouts list` "
            + "lists all.")
    }
    let lines = HelpLayout().table(shipped + own)
    let ownLines = own.isEmpty ? [] : ["Your keyboards:"] + lines.suffix(own.count).joined()
    let groups = [Array(lines.prefix(shipped.count).joined()), ownLines].filter { !$0.isEmpty }
    try StandardStreams.printQuoting(groups.joined(separator: [""]).joined(separator: "\n"))
    return .done
  }

  /// The name, language, title and unusual panels of each keyboard that the text selects.
  private func rows(of names: [String], in library: KeyboardLibrary) -> [[String]] {
    names.compactMap { name in
      do throws(KeyboardLibraryError) {
        let keyboard = try library.heading(of: name)
        let isStandard = keyboard.panels == Self.standardPanels
        let row = [
          keyboard.id, keyboard.language, keyboard.title,
          isStandard ? "" : keyboard.panels.map(\.rawValue).joined(separator: ", "),
        ]
        let isSelected = row.prefix(3).contains { Array($0.lowercased().utf8).holds(text.utf8) }
        return text.isEmpty || isSelected ? row : nil
      } catch {
        // An invalid file of the user must not hide the other keyboards.
        StandardStreams.complain(CommandFailure(error))
        return nil
      }
    }
  }

  private static let standardPanels: [PanelName] = [.letters, .symbols, .numbers]
}
