import KeywardEngine
import KeywardPrograms
import SecureMemory

struct LayoutsImportCommand: Command {
  static let name = "import"
  static let summary = "Make keyboards from the system's layouts."
  static let discussion = """
    SOURCE is xkb:LAYOUT, such as xkb:de or xkb:de+neo, or xkb:us,ru for a pair. The keyboard \
    becomes a file in your folder of keyboards, so later changes to the system's layouts do not \
    affect it. The parts that cannot be imported are counted by kind, in one line on standard \
    error.
    """

  private var source: String?
  private var system = false
  private var list = false
  private var form: FormName?
  private var with: String?
  private var out: String?
  private var strict = false
  private var verbose = false

  init(_ settings: ProgramSettings) {}

  static let argument: CommandOption<Self>? = .argument(
    "SOURCE", .optional, .text(), "The layout to import; with --list, the language to list."
  ) { $0.source = $1 }

  static let groups = [
    OptionGroup<Self>([
      .flag("system", "Import the layouts configured on this system.") { $0.system = true },
      .flag("list", "List all system layouts, or those for a language such as de.") {
        $0.list = true
      },
      .value(
        "form", .name,
        """
        Physical form of the keyboard; default: ansi if the country of the layout uses it, \
        otherwise the first of iso, abnt and jis that has all keys of the layout.
        """
      ) { $0.form = $1 },
      .value(
        "with", .text("LAYOUT"),
        "Other keyboard of a pair: an existing one, a system layout, or none; default for a keyboard "
          + "without Latin letters: latin-qwerty."
      ) { $0.with = $1 },
      .value(
        "out", .text("FILE|-", offers: .files),
        "File to write, instead of one in your folder; - is standard output."
      ) { $0.out = $1 },
      .flag("strict", "Write nothing, and end with status 1, if a character cannot be imported.") {
        $0.strict = true
      },
      .flag("verbose", "List what cannot be imported, with the key, the level and the reason.") {
        $0.verbose = true
      },
    ])
  ]

  func validate() throws(UsageError) {
    if system, list { throw UsageError("Choose one of --system and --list.") }
    if system, source != nil {
      throw UsageError("Leave out --system or “\(source ?? "")”: both name what to import.")
    }
    if source == nil, !system, !list {
      throw UsageError("Name a source, such as xkb:de, or give --system or --list.")
    }
  }

  func run(_ hardening: inout ProcessHardening) throws(CommandFailure) -> ExitStatus {
    if list { return try printList() }
    let wanted = try wantedLayouts()
    let made = try orFail { try XKBImport().keyboards(wanted, form: form, with: with) }
    let place = try ImportPlace(out: out, made)
    if !report(made), strict {
      throw CommandFailure("nothing was written; leave out --strict to import everything else.")
    }
    try place.write()
    return .done
  }

  private func wantedLayouts() throws(CommandFailure) -> [XKBLayoutName] {
    guard let source else {
      let found = try orFail { try SystemLayouts() }
      if let name = found.misspelt.first {
        throw CommandFailure("\(found.path) has “\(name)”, which is not the name of a layout.")
      }
      let words = found.names.map(\.word).joined(separator: ",")
      try StandardStreams.printQuoting("\(found.path) has \(words).")
      return found.names
    }
    return try orFail(.usage) { try XKBImport.layouts(of: source) }
  }

  /// Prints the parts of the layouts that could not be imported.
  ///
  /// Returns true if none of these parts is a character.
  private func report(_ made: [ImportedKeyboard]) -> Bool {
    for keyboard in made where !keyboard.losses.isEmpty {
      if verbose {
        for loss in keyboard.losses {
          StandardStreams.writeError("\(keyboard.name): \(loss.description).")
        }
      } else {
        StandardStreams.report.warn(
          "\(keyboard.name): some entries cannot be imported: "
            + "\(ImportLoss.summary(of: keyboard.losses)); --verbose lists them")
      }
    }
    return made.allSatisfy { $0.losses.allSatisfy { !$0.isCharacter } }
  }

  private func printList() throws(CommandFailure) -> ExitStatus {
    let registry = try orFail { try XKBImport().registry }
    var entries = registry.entries
    if let source {
      entries = registry.entries(of: source)
      guard !entries.isEmpty else {
        throw CommandFailure(
          "There is no system layout for the language “\(source)”. Give a tag such as de, or leave "
            + "it out to list all layouts.")
      }
    }
    let rows = entries.map { entry in
      ["xkb:\(entry.name.word)", registry.language(of: entry.name), entry.title, ""]
    }
    try StandardStreams.printQuoting(HelpLayout().table(rows).joined().joined(separator: "\n"))
    return .done
  }
}
