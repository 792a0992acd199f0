import Glibc
import KeywardEngine

/// The terminal as environment variables describe it.
package struct TerminalEnvironment: Hashable, Sendable {
  /// `KEYWARD_TTY`: the device to use instead of `/dev/tty`.
  package var device: String?
  /// The number of the calling program's controlling terminal, packed as in `/proc`; nil if it is
  /// unknown.
  package var callersTerminal: UInt32?
  package var term: String
  package var termProgram: String
  package var colorTerm: String
  /// `COLORFGBG`: two or three numbers with semicolons between them, the last one the background.
  package var colorForegroundBackground: String
  /// The look that the person has chosen, which the variables yield to.
  package var look = Look()
  /// True inside tmux, screen or Emacs.
  package var isNested: Bool
  private let hasScreenVariable: Bool
  private let hasNoColor: Bool
  /// True if a prompt may take a terminal that another program reads (`KEYWARD_TAKE_TERMINAL`).
  package var takesUsedTerminal: Bool
  package var asksForPlain: Bool
  /// The locale that determines the character encoding; the language of messages is `language`.
  package var locale: String
  /// The language of the locale for messages.
  package var language: Language
  /// True for xterm itself, whose fonts lack the combining marks of most scripts.
  package var isXterm: Bool
  /// `COLUMNS` and `LINES`; nil unless from 1 to 10,000.
  package var columns: Int?
  package var rows: Int?
  package var pixelsOfCell: Size?
  package var font: FontMap?

  package init(lookup: (String) -> String?) {
    func value(_ name: String) -> String { lookup(name) ?? "" }
    let path = value("KEYWARD_TTY")
    device = path.isEmpty ? nil : path
    term = value("TERM")
    termProgram = value("TERM_PROGRAM")
    colorTerm = value("COLORTERM")
    colorForegroundBackground = value("COLORFGBG")
    isNested = ["TMUX", "STY", "INSIDE_EMACS"].contains { !value($0).isEmpty }
    hasScreenVariable = !value("STY").isEmpty && value("TMUX").isEmpty
    // Terminals started from xterm inherit `XTERM_VERSION`, but set variables that identify them.
    isXterm =
      term.hasPrefix("xterm") && !term.hasSuffix("-kitty") && !value("XTERM_VERSION").isEmpty
      && ["VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID"].allSatisfy { value($0).isEmpty }
    hasNoColor = !value("NO_COLOR").isEmpty
    takesUsedTerminal = value("KEYWARD_TAKE_TERMINAL") == "1"
    asksForPlain = !value("KEYWARD_PLAIN").isEmpty
    locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(value).first { !$0.isEmpty } ?? ""
    language = Language(environment: lookup)
    columns = Int(value("COLUMNS")).flatMap { (1...10_000).contains($0) ? $0 : nil }
    rows = Int(value("LINES")).flatMap { (1...10_000).contains($0) ? $0 : nil }
  }

  package static func current() -> TerminalEnvironment {
    TerminalEnvironment(lookup: environmentVariable)
  }

  /// True inside GNU screen.
  ///
  /// With mouse reports on, it keeps an Esc until the next key. Unless `altscreen on` is set, it has
  /// no alternate screen, and a full screen would erase what it shows.
  package var isGNUScreen: Bool { hasScreenVariable || term.hasPrefix("screen.") }

  package var needsLineMode: Bool { term.isEmpty || term == "dumb" || asksForPlain }

  package var isUTF8: Bool {
    let name = locale.lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.utf8.holds("utf-8@".utf8)
      || name.utf8.holds("utf8@".utf8)
  }

  package var glyphs: Glyphs {
    // st and the console do not combine marks with other characters.
    let drawsNone = ["linux", "st", "stterm"].contains(family)
    return Glyphs(
      isASCII: !isUTF8, firstLoneMark: drawsNone ? 0x300 : isXterm ? 0x370 : .max, font: font)
  }

  /// Stores the theme that the terminal has reported, unless the person has chosen one.
  package mutating func adopt(_ detected: Theme?) {
    if look.theme == .auto, let detected { look.theme = detected }
  }

  package var palette: Palette {
    if font != nil, depth != .none { return .console }
    return switch look.theme {
    case .light: Palette(depth: depth, isLight: true)
    case .dark: Palette(depth: depth, isLight: false)
    case .auto:
      Palette(depth: depth, isLight: isLight == true, isGuessed: isLight == nil)
    }
  }

  package var refusesColor: Bool { hasNoColor || !look.usesColour }

  private var depth: Palette.Depth {
    if refusesColor || isColorless { return .none }
    if colorTerm == "truecolor" || colorTerm == "24bit" { return .direct }
    if Self.directFamilies.contains(terminal) || term.hasSuffix("-direct") { return .direct }
    return term.utf8.holds("256color".utf8) ? .indexed : .sixteen
  }

  /// Terminals that have 24-bit colours in every version.
  ///
  /// `COLORTERM`, which would show it, is lost over ssh, by sudo and in containers.
  private static let directFamilies: Set = [
    "kitty", "foot", "alacritty", "wezterm", "ghostty", "iterm", "iterm2", "iterm2.app",
    "iterm.app",
  ]

  /// The name of the terminal in `TERM`: `kitty` for `xterm-kitty`, `foot` for `foot-extra`.
  private var terminal: String {
    let name = term.lowercased()
    return String((name.hasPrefix("xterm-") ? name.dropFirst(6) : name[...]).prefix { $0 != "-" })
  }

  private var isColorless: Bool {
    if term.hasSuffix("-m") || term.hasSuffix("-mono") { return true }
    return ["vt52", "vt100", "vt102", "vt200", "vt220", "vt320", "vt420", "unknown"].contains(
      family)
  }

  /// `TERM` without variants: `xterm` for `xterm-256color`.
  private var family: String { String(term.prefix { $0 != "-" }) }

  /// True if the background is light; nil if it is unknown.
  ///
  /// The last number in `COLORFGBG` is the background: `15;0` is white on black. The light colours
  /// are 7 and 9 to 15.
  private var isLight: Bool? {
    guard let background = colorForegroundBackground.split(separator: ";").last.flatMap({ Int($0) })
    else { return nil }
    return background == 7 || (9...15).contains(background)
  }

  /// True if the colours depend on the background, and the terminal is known to report it.
  package var asksForBackground: Bool { palette.hasColor && palette.isGuessed && reportsBackground }

  /// True for terminals that are known to answer OSC 11.
  ///
  /// Variables such as `VTE_VERSION` are ignored, because a terminal that is started from another
  /// terminal's shell inherits the other terminal's variables. Multiplexers answer only if they
  /// know the background themselves, and the Linux console would print part of the query.
  private var reportsBackground: Bool {
    guard !isNested else { return false }
    let names = [
      "xterm", "alacritty", "foot", "kitty", "ghostty", "wezterm", "contour", "konsole", "vte",
      "gnome", "mintty", "iterm2", "mlterm", "st", "rio",
    ]
    return names.contains(family) || term.hasPrefix("rxvt-unicode")
  }

  package var hasKittyKeyboard: Bool {
    let name = term.lowercased()
    if ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra"].contains(name) { return true }
    // A multiplexer does not pass on the protocols of the terminal around it.
    guard !name.hasPrefix("screen"), !name.hasPrefix("tmux") else { return false }
    return ["WezTerm", "ghostty", "kitty", "rio"].contains(termProgram)
  }
}
