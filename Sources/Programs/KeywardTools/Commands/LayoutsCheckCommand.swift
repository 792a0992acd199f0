import Glibc
import KeywardEngine
import KeywardPrograms
import SecureMemory

struct LayoutsCheckCommand: Command {
  static let name = "check"
  static let summary = "Check keyboard files."
  static let discussion = """
    Every fault is reported on standard error as an error FILE:LINE:COLUMN: MESSAGE (FILE: MESSAGE \
    for a file that cannot be read at all), and the exit status is 1. For each valid file, a line is \
    printed on standard output. A key whose capital letter is not the one of the keyboard's language \
    is reported as a warning. Instead of a file, you can give the name of a keyboard, your own or a \
    shipped one.
    """

  private var files: [String] = []

  init(_ settings: ProgramSettings) {}

  static let argument: CommandOption<Self>? = .argument(
    "NAME|FILE", .many, .text(offers: .files), "The keyboards to check."
  ) { $0.files.append($1) }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.done
    for file in files {
      do {
        let (place, definition) = try checked(file)
        for sentence in Self.casing(of: definition) {
          StandardStreams.report.warn("\(place): \(sentence)")
        }
        try StandardStreams.printQuoting("\(place): “\(definition.title)” has no faults.")
      } catch {
        guard error.namesFile else { throw error }
        StandardStreams.complain(error)
        status = .failed
      }
    }
    return status
  }

  /// Describes the keys that type another capital letter with Shift than the language has.
  private static func casing(of keyboard: KeyboardDefinition) -> [String] {
    let keys = keyboard.panel(.letters)?.pages.flatMap(\.keys) ?? []
    var seen: Set<String> = []
    return (keys + keyboard.undrawnKeys).compactMap { key in
      guard let expected = key.expectedCapital(in: keyboard.language), seen.insert(key.id).inserted
      else { return nil }
      return "key “\(key.id)” types “\(key.output(at: .shift))” with Shift, but in language "
        + "“\(keyboard.language)” the capital letter of “\(key.output(at: .plain))” is “\(expected)”"
    }
  }

  /// Reads the file `nameOrFile` if it exists, otherwise the keyboard with this name.
  ///
  /// `place` is the path or the name.
  private func checked(
    _ nameOrFile: String
  ) throws(CommandFailure) -> (place: String, KeyboardDefinition) {
    if !nameOrFile.contains("/"), unsafe access(nameOrFile, F_OK) != 0 {
      if let own = KeyboardDefinition.ownFile(of: nameOrFile) {
        return (own, try KeyboardDefinition.checked(file: own))
      }
      if !KeyboardLibrary.isPath(nameOrFile) {
        return (nameOrFile, try KeyboardDefinition.named(nameOrFile))
      }
    }
    return (nameOrFile, try KeyboardDefinition.checked(file: nameOrFile))
  }
}
