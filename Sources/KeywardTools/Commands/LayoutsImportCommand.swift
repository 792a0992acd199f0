import ArgumentParser
import KeyboardImport
import KeywardEngine
import SecretCommands
import SecureMemory

/// `keyward layouts import`: makes keyboards from the system's layouts.
struct LayoutsImportCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make keyboards from the system's layouts.",
    discussion: """
      SOURCE is xkb:LAYOUT: xkb:de, xkb:de+neo, or xkb:us,ru for a pair. The keyboard becomes a file \
      of yours, so a later change of the system's layouts does not change what you type. Each part \
      that cannot be imported is a line on standard error: key, level, part and reason.
      """)

  @Argument(
    help: ArgumentHelp(
      "The layout to import; with --list a language.", valueName: "source"))
  var source: String?

  @Flag(help: "Import the layouts this system is set to.")
  var system = false

  @Flag(help: "List the system's layouts, all or those of a language such as de.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "The keyboard's form; default: iso.", valueName: "iso|ansi|jis|abnt|compact"))
  var form: FormName?

  @Option(
    help: ArgumentHelp(
      "The other keyboard of a pair: one there is, a layout of the system, or none.",
      valueName: "layout"))
  var with: String?

  @Option(
    help: ArgumentHelp("The file to write; - is standard output.", valueName: "file|-"),
    completion: .file())
  var out: String?

  @Flag(help: "Write nothing, and end with status 1, if a character gets lost.")
  var strict = false

  func validate() throws {
    if system, list { throw ValidationError("Choose one of --system and --list.") }
    if system, source != nil {
      throw ValidationError("Leave out --system or “\(source ?? "")”: both name what to import.")
    }
    if source == nil, !system, !list {
      throw ValidationError(
        "Name a source, such as xkb:de, or give --system or --list.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    var importer = KeyboardImporter(form: form)
    if list { return try printList(&importer) }
    let wanted = try wantedLayouts()
    let made = try orFail { () throws(ImportError) in try importer.make(wanted, with: with) }
    let place = try ImportPlace(out: out, made)
    if !report(made), strict {
      StandardStreams.say("keyward: nothing was written, since --strict wants all of it.")
      return .failed
    }
    try place.write()
    return .done
  }

  private func wantedLayouts() throws(CommandFailure) -> [XKBLayoutName] {
    guard let source else {
      let found = try orFail { () throws(ImportError) in try SystemLayouts() }
      let words = found.names.map(\.word).joined(separator: ",")
      try StandardStreams.printQuoting("\(found.path) says \(words).")
      return found.names
    }
    return try orFail(.usage) { () throws(ImportError) in try KeyboardImporter.layouts(of: source) }
  }

  /// Reports the lost parts, a line each; returns whether no character is lost.
  private func report(_ made: [KeyboardImporter.Made]) -> Bool {
    for made in made {
      for loss in made.keyboard.losses {
        StandardStreams.say("\(made.keyboard.name): \(loss.description).")
      }
    }
    return made.allSatisfy { $0.keyboard.losses.allSatisfy { !$0.isCharacter } }
  }

  private func printList(_ importer: inout KeyboardImporter) throws(CommandFailure) -> ExitStatus {
    let registry = try orFail { () throws(ImportError) in try importer.system().registry }
    var entries = registry.entries
    if let source {
      entries = registry.entries(of: source)
      guard !entries.isEmpty else {
        throw CommandFailure(
          "No layout of the system is for a language “\(source)”. Write a tag such as de, or list all "
            + "of them without one.")
      }
    }
    let words = entries.map { "xkb:\($0.name.word)" }
    let width = words.map(\.count).max() ?? 0
    let lines = zip(entries, words).map { entry, word in
      let blanks = String(repeating: " ", count: width - word.count + 2)
      let language = registry.language(of: entry.name)
      return word + blanks + language + (language.count < 3 ? "   " : "  ") + entry.title
    }
    try StandardStreams.printQuoting(lines.joined(separator: "\n"))
    return .done
  }
}

extension FormName: ExpressibleByArgument {}
