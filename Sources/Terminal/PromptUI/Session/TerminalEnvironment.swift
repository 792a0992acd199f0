import Glibc
import KeyboardEngine

/// The terminal as the environment describes it.
///
///     let environment = TerminalEnvironment.current()
///     environment.palette.depth  // .indexed in an xterm-256color
///
/// It is a value, so that tests, and programs with better knowledge, can fill it in themselves.
package struct TerminalEnvironment: Hashable, Sendable {
  /// The device to use instead of `/dev/tty` (`KEYWARD_TTY`).
  package var device: String?
  package var term: String
  package var termProgram: String
  /// `COLORTERM`.
  package var colorTerm: String
  /// `COLORFGBG`: two or three numbers with semicolons between them, the last one the background.
  package var colorForegroundBackground: String
  /// The wanted colours, whatever the terminal's background.
  package var theme = Theme.auto
  package var usesMouse = true
  /// True if the terminal runs inside a program that has set its own variable: `TMUX`, `STY`,
  /// `INSIDE_EMACS`.
  package var isNested: Bool
  /// Whether `NO_COLOR` is set and not empty.
  package var refusesColor: Bool
  /// True if a terminal is taken that another program reads (`KEYWARD_TAKE_TERMINAL`).
  package var takesUsedTerminal: Bool
  /// True if `KEYWARD_PLAIN` is set and not empty.
  package var asksForPlain: Bool
  /// The locale for characters: the first of `LC_ALL`, `LC_CTYPE`, `LANG` that is not empty.
  package var locale: String
  /// The wanted language of prompts, by the locale for messages.
  package var language: Language
  /// Whether the terminal is an xterm, whose fonts lack the marks of most scripts.
  package var isXterm: Bool
  /// `COLUMNS`, if it is a number from 1.
  package var columns: Int?
  /// `LINES`, if it is a number from 1.
  package var rows: Int?
  /// The pixels of a cell; nil if the terminal does not know them.
  package var pixelsOfCell: Size?
  /// The characters of the font of a Linux console; nil for any other terminal.
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
    // Terminals started from an xterm inherit its variable and have others.
    isXterm =
      term.hasPrefix("xterm") && !term.hasSuffix("-kitty") && !value("XTERM_VERSION").isEmpty
      && ["VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID"].allSatisfy { value($0).isEmpty }
    refusesColor = !value("NO_COLOR").isEmpty
    takesUsedTerminal = value("KEYWARD_TAKE_TERMINAL") == "1"
    asksForPlain = !value("KEYWARD_PLAIN").isEmpty
    locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(value).first { !$0.isEmpty } ?? ""
    language = Language(environment: lookup)
    columns = Int(value("COLUMNS")).flatMap { (1...10_000).contains($0) ? $0 : nil }
    rows = Int(value("LINES")).flatMap { (1...10_000).contains($0) ? $0 : nil }
  }

  package static func current() -> TerminalEnvironment {
    TerminalEnvironment { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
  }

  /// True if only text may be sent: `TERM` unset, empty or `dumb`, or `KEYWARD_PLAIN`.
  package var needsLineMode: Bool { term.isEmpty || term == "dumb" || asksForPlain }

  package var isUTF8: Bool {
    let name = locale.lowercased()
    return name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.utf8.holds("utf-8@".utf8)
      || name.utf8.holds("utf8@".utf8)
  }

  package var glyphs: Glyphs {
    // st and the console draw no mark on another character.
    let drawsNone = ["linux", "st", "stterm"].contains(String(term.prefix { $0 != "-" }))
    return Glyphs(
      isASCII: !isUTF8, firstLoneMark: drawsNone ? 0x300 : isXterm ? 0x370 : .max, font: font)
  }

  package var palette: Palette {
    if font != nil, depth != .none { return .console }
    return switch theme {
    case .light: Palette(depth: depth, isLight: true)
    case .dark: Palette(depth: depth, isLight: false)
    case .auto:
      Palette(depth: depth, isLight: isLight == true, isGuessed: isLight == nil)
    }
  }

  private var depth: Palette.Depth {
    if refusesColor || isColorless { return .none }
    if colorTerm == "truecolor" || colorTerm == "24bit" { return .direct }
    return term.utf8.holds("256color".utf8) ? .indexed : .sixteen
  }

  /// True if it is a terminal or printer from before colour.
  private var isColorless: Bool {
    if term.hasSuffix("-m") || term.hasSuffix("-mono") { return true }
    let name = term.prefix { $0 != "-" }
    return ["vt52", "vt100", "vt102", "vt200", "vt220", "vt320", "vt420", "ansi-m", "unknown"]
      .contains(String(name))
  }

  /// True if the background is light; nil for unknown.
  ///
  /// `15;0` is white on black: 7 and the bright colours from 9 are light backgrounds.
  private var isLight: Bool? {
    guard let background = colorForegroundBackground.split(separator: ";").last.flatMap({ Int($0) })
    else { return nil }
    return background == 7 || (9...15).contains(background)
  }

  /// True if the terminal should be asked for the colour of its background.
  ///
  /// This is so if the answer decides about colours, nobody has set it, and the terminal is known
  /// to understand.
  package var asksForBackground: Bool { palette.hasColor && palette.isGuessed && reportsBackground }

  /// True if the terminal is known to answer OSC 11, by the name it has given itself.
  ///
  /// Variables such as `VTE_VERSION` or `KITTY_WINDOW_ID` prove nothing: every terminal started
  /// from such a window inherits them. Multiplexers answer only if they know the background
  /// themselves, and the Linux console, which would draw part of the question, has a name of its
  /// own.
  private var reportsBackground: Bool {
    guard !isNested else { return false }
    let names = [
      "xterm", "alacritty", "foot", "kitty", "ghostty", "wezterm", "contour", "konsole", "vte",
      "gnome", "mintty", "iterm2", "mlterm", "st", "rio",
    ]
    return names.contains(String(term.prefix { $0 != "-" })) || term.hasPrefix("rxvt-unicode")
  }

  /// True if the terminal is known to have the kitty keyboard protocol.
  package var hasKittyKeyboard: Bool {
    let name = term.lowercased()
    if ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra"].contains(name) { return true }
    // A multiplexer sets TERM, and the abilities of the terminal around it do not get through.
    guard !name.hasPrefix("screen"), !name.hasPrefix("tmux") else { return false }
    return ["WezTerm", "ghostty", "kitty", "rio"].contains(termProgram)
  }
}
