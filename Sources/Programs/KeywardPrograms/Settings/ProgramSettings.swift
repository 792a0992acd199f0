import KeywardEngine
import KeywardTerminal

/// The settings of prompts, each with the option that sets it.
///
/// The defaults are overridden by the configuration file, `KEYWARD_OPTIONS`, `PINENTRY_USER_DATA`
/// (for the pinentry only) and the command line, in this order. Programs that are called by ssh,
/// sudo, git or an agent have no command-line options for these settings.
package struct ProgramSettings: Hashable, Sendable {
  package var look = Look()
  package var protection = Protection()
  package var timeout: DialogueTimeout?
  /// True for prompts that are shown while the computer boots; they can switch the computer off.
  package var isBoot = false
  /// The seconds without a key after which a boot prompt switches the computer off; 0 for never.
  package var idleOff = 300.0
  package var consoleFont: String?
  package var takesUsedTerminal = false
  package var askIn: [Place]?
  /// The terminal emulator for new windows, with its arguments; nil to choose an installed one.
  package var window: [String]?
  /// The program that runs a command in a pane or window, with its arguments; nil for none.
  package var elsewhere: [String]?
  /// The programs for which `attend` shows prompts although they read single keys.
  package var singleKeyPrograms = [
    "sudo", "sudo-rs", "doas", "run0", "systemd-ask-password", "systemd-tty-ask-password-agent",
    "pkttyagent", "cryptsetup",
  ]
  package var devices = DeviceChoice.auto
  /// The rotation of the touch screen in clockwise quarter turns; nil for the console's rotation.
  package var touchRotation: Int?
  package var keyboard = KeyboardOptions()
  /// The caller's terminal, if `PINENTRY_USER_DATA` names it.
  package var terminal: String?
  /// A sentence for each fault of the sources from which the settings were read.
  package private(set) var complaints: [String] = []
  package init() {}

  static let askInName = "ask-in"
  static let consoleFontName = "console-font"
  static let devicesName = "devices"
  static let lists = [askInName, devicesName, KeyboardOptions.layoutName]

  /// The options of all prompts, including prompts for a decision.
  package static let promptGroup = OptionGroup<Self>(
    "Prompt",
    [
      .value(
        "timeout", .seconds,
        """
        End the prompt, with exit status 124, this long after it appears; 0 for never, the default \
        except in pinentry-keyward.
        """
      ) { $0.timeout = $1 > 0 ? .seconds($1) : .never }.setting,
      .value(
        "idle-off", .duration,
        """
        End the prompt with exit status 75 after this time without typing; 0 for never; default: 5m. This \
        works with --boot only (keyward get, keyward agent), and if the prompt has no time limit.
        """
      ) { $0.idleOff = $1 }.setting,
      .either(
        "plain",
        help: """
          Use line mode, plain lines of text, for screen readers and simple terminals; default: no.
          """
      ) { $0.look.isPlain = $1 }.setting,
      .value(
        "language", .name,
        "Language of prompts, if the terminal can show it; default: that of the locale."
      ) { $0.look.language = $1 }.setting,
      .value(
        "form", .name,
        """
        Screen style: full (the default with a keyboard) or card (the default without one). inline (the \
        default in keyward attend) takes a few rows at the cursor and removes them afterwards. docked (the \
        default with a touch screen) has the keyboard across the lower edge.
        """
      ) { $0.look.form = $1 }.setting,
      .value(
        consoleFontName, .text("FILE"),
        """
        Font for the Linux console while a prompt is on it: a PSF file, not compressed. The \
        previous font is restored when the prompt ends; after kill -9 only if the program runs as \
        root.
        """
      ) { $0.consoleFont = $1 }.setting,
      .either(
        "keep",
        help: """
          With --form inline, leave a line with the outcome at the end, such as “Passphrase: ✓”; \
          default: no.
          """
      ) { $0.look.keepsLine = $1 }.setting,
      .either(
        "watcher",
        help: "Start the restore helper, which restores the terminal after kill -9; default: yes."
      ) { $0.protection.usesWatcher = $1 }.setting,
      .value(
        "sandbox", .name,
        """
        Restrict system calls and files once the prompt is on screen: yes (if supported; the \
        default), no, or required.
        """
      ) { $0.protection.sandbox = $1 }.setting,
      .value(
        askInName, .places,
        """
        Places in which to show the prompt, tried in the order given; default: all. terminal is the \
        caller's; attend is the one on which keyward attend was started; lender is one lent by keyward \
        lend. tmux is a popup, window a new terminal window. For gpg, ssh, sudo and git, fallback is the \
        program that the configuration names; it precedes window. systemd, which is tried last and only \
        if named, asks systemd's password agents for get, exec, ssh, sudo and git.
        """
      ) { $0.askIn = $1 }.setting,
      .either(
        "bell",
        help: """
          Ring the bell once when a question appears on a terminal other than the caller's; default: \
          yes.
          """
      ) { $0.look.rings = $1 }.setting,
      .value(
        devicesName, .inputDevices,
        """
        Input devices to read besides the terminal: auto (the default), none, or device files. On a \
        Linux console, auto reads touch screens and gamepads, and also keyboards if the chosen layout \
        assigns characters to physical keys; elsewhere it reads none.
        """
      ) { $0.devices = $1 }.setting,
      .value(
        "touch-rotation", .quarters,
        "Clockwise rotation of touch positions in degrees; default: the console's rotation."
      ) { $0.touchRotation = $1 }.setting,
      .flag(
        "take-terminal",
        "Ask even if another program appears to be using the terminal, for example after a crash."
      ) { $0.takesUsedTerminal = true },
      .flag("require-sandbox", "Like --sandbox required, which no other option then weakens.") {
        $0.protection.requiresSandbox = true
      },
    ])

  package static let secretGroup = OptionGroup<Self>(
    "Secret",
    [
      .value(
        "mask", .name,
        """
        Display of typed characters: bullets (one for each; the default), fixed (always eight \
        bullets), or hidden (nothing).
        """
      ) { $0.look.mask = $1 }.setting,
      .either("allow-reveal", help: "Let Ctrl-T show the typed characters; default: no.") {
        $0.look.allowsReveal = $1
      }.setting,
      .either(
        "allow-unlocked-memory",
        help: "Continue, with a warning on screen, if memory cannot be locked; default: no."
      ) { $0.protection.allowsUnlockedMemory = $1 }.setting,
      .either(
        "secret-memory",
        help: """
          Keep the secret in memory that even root cannot read through the kernel (memfd_secret), \
          if supported; default: yes.
          """
      ) { $0.protection.usesSecretMemory = $1 }.setting,
      .either(
        "keyboard",
        help: """
          Draw the keyboard from the start, the default in keyward type, get and exec; Ctrl-K shows \
          and hides it.
          """
      ) { $0.look.showsKeyboard = $1 }.setting,
      .either("colour", "color", help: "Use colours, if the terminal has them; default: yes.") {
        $0.look.usesColour = $1
      }.setting(spelled: "colors", "colours", yes: "auto"),
      .value(
        "theme", .name,
        "Colour theme: auto (the default) matches the terminal's background."
      ) { $0.look.theme = $1 }.setting,
      .either(
        "mouse",
        help: """
          Let the mouse press drawn keys (the default); otherwise the terminal uses it to select and \
          paste.
          """
      ) { $0.look.usesMouse = $1 }.setting,
      .value(
        "rotate", .rotation,
        """
        Rotate the screen to portrait or landscape this number of seconds after the prompt appears; \
        can be repeated.
        """
      ) {
        $0.look.rotations.append($1)
      },
    ])

  package static let groups: [OptionGroup<Self>] = [
    secretGroup, promptGroup, KeyboardOptions.rulesGroup.within { $1(&$0.keyboard) },
    KeyboardOptions.group.within { $1(&$0.keyboard) },
  ]

  package static let settings: [CommandOption<Self>] =
    groups.flatMap { $0.options.filter(\.isSetting) }

  /// Returns the setting with a name in any spelling: `Colors` → `colour`.
  ///
  /// Another example is `allow_reveal` → `allow-reveal`.
  static func setting(spelled name: String) -> CommandOption<Self>? {
    let name = name.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
    return settings.first { $0.names.contains(name) || $0.spellings.contains(name) }
  }

  /// True if a prompt that has no keyboard by default draws one from the start.
  package var wantsKeyboard: Bool { look.showsKeyboard ?? isBoot || keyboard.input == .screen }

  package static let bootGroup = OptionGroup<Self>(
    "Boot",
    [
      .flag(
        "boot",
        """
        Draw a “Power off” key, for prompts at boot. Pressing it or the computer's power button, or \
        5 minutes without typing (setting: idle-off), ends the prompt with exit status 75; the caller \
        must then switch the computer off.
        """
      ) { $0.isBoot = true }
    ])

  package func apply(to question: inout Question) {
    question.look = look
    question.timeout = timeout?.longest
    question.needsKeyboard = keyboard.input == .screen
    question.missing = [faultNotice].compactMap(\.self)
    question.hasOtherLayouts = keyboard.hasOthers
    question.offersPowerOff = isBoot
    if isBoot, idleOff > 0 { question.idleTimeout = idleOff }
  }

  /// The notice about faults, such as `config.yaml: 2 errors, see keyward doctor`; nil for none.
  private var faultNotice: PromptText? {
    let named = complaints.map { complaint in
      Self.variables.first { complaint.hasPrefix($0 + ":") } ?? ConfigurationFile.name
    }
    let sources = ([ConfigurationFile.name] + Self.variables).filter(named.contains)[...]
      .listed(by: ", ")
    return switch complaints.count {
    case 0: nil
    case 1: .own(.configurationFault, [sources])
    case let count: .own(.configurationFaults, [sources, "\(count)"])
    }
  }

  package func apply(to environment: inout TerminalEnvironment) {
    environment.look = look
    if takesUsedTerminal { environment.takesUsedTerminal = true }
  }

  package var environment: TerminalEnvironment {
    var environment = TerminalEnvironment.current()
    apply(to: &environment)
    return environment
  }

  func devices(on terminal: Int32) -> DeviceSet? {
    let keyboards = keyboard.layout == nil ? nil : try? keyboard.keyboards()
    return DeviceSet(
      devices, rotation: touchRotation, typing: keyboards?.first, on: terminal)
  }

  /// Opens the input devices for a command; throws if a named file is unusable.
  func openDevices(on session: borrowing TerminalSession) throws(CommandFailure) -> DeviceSet? {
    let devices = devices(on: session.descriptor)
    guard let file = devices?.refused.first else { return devices }
    throw CommandFailure(
      "\(file) cannot be read as an input device. Give --devices a device that you may open, such "
        + "as /dev/input/event3, or a pipe.")
  }

  package var places: [Place] { askIn ?? Place.standard }

  /// Returns the preparation of a program, whose sandbox is that of `sandbox`.
  package func preparation(
    _ sandbox: (Sandbox.Use) -> Sandbox,
    faultSentence: StaticString = "keyward: error: the program crashed\n"
  ) -> PromptHost.Preparation {
    var preparation = PromptHost.Preparation(faultSentence: faultSentence)
    preparation.protection = protection
    preparation.sandbox = sandbox(protection.sandbox)
    preparation.longest = keyboard.maxLength
    preparation.remembersKeys = keyboard.hasOthers
    preparation.consoleFont = consoleFont
    return preparation
  }

  /// Creates the keyboard of a prompt; nil if the keyboard cannot be loaded.
  ///
  /// It has a toolbar if `title` is not empty.
  func keyboard(title: String, field: SecretField) -> Keyboard? {
    guard let screen = try? ScreenDescription(columns: 80, lines: 24),
      var configuration = try? keyboard.configuration(on: screen, .standard)
    else { return nil }
    configuration.title = title
    return try? Keyboard(configuration, field: field)
  }

  /// Reads the configuration file and `KEYWARD_OPTIONS`, which overrides it.
  ///
  /// `readsUserData` lets `PINENTRY_USER_DATA` override both.
  package init(readsUserData: Bool = false, environment lookup: (String) -> String?) {
    var layouts: [(name: String, place: String)] = []
    if let file = ConfigurationFile(environment: lookup) {
      complaints = file.complaints
      let place = take(file)
      if let name = keyboard.layout { layouts.append((name, place)) }
    }
    var variables = [(name: Self.optionsVariable, mark: "")]
    if readsUserData {
      variables.append((Self.userData, Self.userDataMark))
      terminal = Self.terminal(userData: lookup(Self.userData))
    }
    for variable in variables {
      keyboard.layout = nil
      if let value = lookup(variable.name), value.hasPrefix(variable.mark) {
        complaints += take(
          words: String(value.dropFirst(variable.mark.count)), from: variable.name)
      }
      if let name = keyboard.layout { layouts.append((name, variable.name)) }
    }
    takeLayout(of: layouts)
    if let places = lookup(Self.placesVariable), !places.isEmpty {
      complaints += take(
        words: "--\(Self.askInName)=" + places.filter { $0 != " " }, from: Self.placesVariable)
    }
  }

  /// Loads the keyboard of the last entry in `layouts` that can be loaded.
  ///
  /// The entries after it are reported with `warn`. If none can be loaded, the default is used.
  private mutating func takeLayout(of layouts: [(name: String, place: String)]) {
    for (index, (name, place)) in layouts.enumerated().reversed() {
      keyboard.layout = name
      do throws(KeyboardLibraryError) {
        return try keyboard.load()
      } catch {
        let outcome = index == 0 ? "The default keyboard is drawn instead." : "It is ignored."
        complaints.append("\(place): \(error.oneSentence) \(outcome)")
      }
    }
    keyboard.layout = nil
  }

  // MARK: Words

  /// Applies the long options in a text, such as `--mask fixed --timeout=20 --no-keyboard`.
  ///
  /// Returns a sentence for each invalid word, beginning with `source`, the name of the text's
  /// origin.
  package mutating func take(words text: String, from source: String) -> [String] {
    var complaints: [String] = []
    let all = text.split(whereSeparator: \.isWhitespace).map(String.init)
    var words = CommandWords(
      all.filter { source != Self.userData || !$0.hasPrefix(Self.terminalMark) }[...])
    while true {
      do throws(UsageError) {
        guard let word = try words.next() else { return complaints }
        try take(word, &words)
      } catch {
        complaints.append(
          "\(source): \(Sanitizer().clean(error.description, as: .prompt)) It is ignored.")
      }
    }
  }

  private mutating func take(
    _ word: CommandWords.Word, _ words: inout CommandWords
  ) throws(UsageError) {
    switch word {
    case .option(let given):
      guard let option = OptionGroup.option(given, in: Self.groups), option.isSetting else {
        throw .unknown(given, among: Self.settings.map(\.name))
      }
      try option.take(given, &words, into: &self)
    case .text(let text): throw UsageError("“\(text)” is not an option.")
    case .end: throw UsageError("“--” is not an option.")
    }
  }

  // MARK: Variables

  package static let optionsVariable = "KEYWARD_OPTIONS"
  private static let placesVariable = "KEYWARD_ASK_IN"
  private static let variables = [optionsVariable, placesVariable, userData]

  /// The variable that a client of GnuPG's agent passes to the pinentry.
  static let userData = "PINENTRY_USER_DATA"
  private static let userDataMark = "keyward:"
  private static let terminalMark = "--ttyname="

  /// Returns the terminal named in the text: `keyward: --ttyname=/dev/pts/3` → `/dev/pts/3`.
  package static func terminal(userData value: String?) -> String? {
    guard let value, value.hasPrefix(userDataMark) else { return nil }
    let words = value.dropFirst(userDataMark.count).split(whereSeparator: \.isWhitespace)
    let word = words.last { $0.hasPrefix(terminalMark) }
    return word.map { String($0.dropFirst(terminalMark.count)) }
  }
}

extension KeyboardLibraryError {
  fileprivate var oneSentence: String {
    let line = advice.split(separator: "\n").first.map(String.init) ?? ""
    return line.hasSuffix(".") || line.hasSuffix("?") ? line : line + "."
  }
}
