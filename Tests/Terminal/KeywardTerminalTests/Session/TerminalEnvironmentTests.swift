import Testing

@testable import KeywardTerminal

@Suite struct TerminalEnvironmentTests {
  private func environment(_ variables: [String: String]) -> TerminalEnvironment {
    TerminalEnvironment { variables[$0] }
  }

  @Test(
    "Colours depend on TERM and COLORTERM; a terminal known to have 24 bits needs no COLORTERM",
    arguments: [
      (["TERM": "xterm-256color"], Palette.Depth.indexed),
      (["TERM": "xterm-kitty"], .direct), (["TERM": "kitty"], .direct), (["TERM": "foot"], .direct),
      (["TERM": "foot-extra"], .direct), (["TERM": "alacritty"], .direct),
      (["TERM": "wezterm"], .direct), (["TERM": "xterm-ghostty"], .direct),
      (["TERM": "iTerm2.app"], .direct), (["TERM": "xterm-direct"], .direct),
      (["TERM": "xterm-kitty", "NO_COLOR": "1"], .none), (["TERM": "xterm"], .sixteen),
      (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .direct),
      (["TERM": "xterm", "COLORTERM": "24bit"], .direct),
      (["TERM": "xterm", "COLORTERM": "yes"], .sixteen),
      (["TERM": "linux"], .sixteen), (["TERM": "no-such-terminal"], .sixteen),
      (["TERM": "vt100"], .none), (["TERM": "vt220"], .none), (["TERM": "xterm-mono"], .none),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed),
    ])
  func colours(_ variables: [String: String], _ depth: Palette.Depth) {
    #expect(environment(variables).palette.depth == depth)
  }

  @Test(
    "In GNU screen the inline form is the default",
    arguments: [
      (["TERM": "screen.xterm-256color"], true), (["TERM": "screen", "STY": "1.pts"], true),
      (["TERM": "screen-256color", "TMUX": "/tmp/tmux,1,0"], false),
      (["TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0", "STY": "1.pts"], false),
      (["TERM": "xterm-256color"], false),
    ])
  func gnuScreen(_ variables: [String: String], _ isInside: Bool) {
    let environment = environment(variables)
    #expect(environment.isGNUScreen == isInside)
    #expect(PromptSurface(environment).isInline == isInside)
    var full = Look()
    full.form = .full
    #expect(!PromptSurface(environment, full).isInline)
    #expect(!PromptSurface(environment, needsKeyboard: true).isInline)
  }

  @Test(arguments: [
    ("0;15", true), ("0;default;15", true), ("12;7", true), ("15;0", false), ("7;8", false),
    ("", false),
    ("nonsense", false),
  ])
  func backgroundOfTheTerminal(_ value: String, _ isLight: Bool) {
    #expect(environment(["COLORFGBG": value]).palette.isLight == isLight)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
    ([:], false),
    (["LANG": "C.UTF-8", "LC_ALL": "C"], false), (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], true),
    (["LC_ALL": "", "LC_CTYPE": "C", "LANG": "C.UTF-8"], false),
    (["LANG": "de_DE.UTF-8@euro"], true),
    (["LANG": "de_DE.ISO-8859-1"], false),
  ])
  func charactersOfTheLocale(_ variables: [String: String], _ isUTF8: Bool) {
    #expect(environment(variables).isUTF8 == isUTF8)
    #expect(environment(variables).glyphs.isASCII == !isUTF8)
  }

  @Test(arguments: [
    ([:], true), (["TERM": ""], true), (["TERM": "dumb"], true), (["TERM": "unheard-of"], false),
    (["TERM": "xterm", "KEYWARD_PLAIN": "1"], true),
    (["TERM": "xterm", "KEYWARD_PLAIN": ""], false),
  ])
  func lineModeIsChosenByTheEnvironment(_ variables: [String: String], _ needsLines: Bool) {
    #expect(environment(variables).needsLineMode == needsLines)
  }

  @Test(arguments: [
    (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true), (["TERM": "xterm-256color"], false),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"], false),
    (["TERM": "screen", "TERM_PROGRAM": "kitty"], false),
  ])
  func theKeyboardProtocolIsKnownByTheEnvironment(_ variables: [String: String], _ hasIt: Bool) {
    #expect(environment(variables).hasKittyKeyboard == hasIt)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "xterm"], true), (["TERM": "xterm-kitty"], true),
    (["TERM": "alacritty"], true), (["TERM": "foot-extra"], true), (["TERM": "st-256color"], true),
    (["TERM": "rxvt-unicode-256color"], true), (["TERM": "rxvt"], false),
    (["TERM": "linux", "COLORTERM": "truecolor"], false), (["TERM": "screen-256color"], false),
    (["TERM": "tmux-256color"], false), (["TERM": "vt220"], false), (["TERM": "dumb"], false),
    (["TERM": "eterm-color"], false), (["TERM": "unheard-of"], false), ([:], false),
    // Inside another program the name is that of the terminal around it.
    (["TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"], false),
    (["TERM": "xterm-256color", "STY": "1.pts-0.host"], false),
    (["TERM": "xterm-256color", "INSIDE_EMACS": "vterm"], false),
    (["TERM": "xterm-256color", "TMUX": ""], true),
    // Every program started from such a window inherits these.
    (["TERM": "linux", "KONSOLE_VERSION": "221203", "VTE_VERSION": "7006"], false),
    // The background is known, or it changes nothing.
    (["TERM": "xterm-256color", "COLORFGBG": "15;0"], false),
    (["TERM": "xterm-256color", "COLORFGBG": "default;default"], true),
    (["TERM": "xterm-256color", "NO_COLOR": "1"], false), (["TERM": "xterm-mono"], false),
  ])
  func theBackgroundQueryDependsOnTheEnvironment(_ variables: [String: String], _ asks: Bool) {
    var environment = environment(variables)
    #expect(environment.asksForBackground == asks)
    for theme in [Theme.light, .dark] {
      environment.look.theme = theme
      #expect(!environment.asksForBackground)
    }
  }

  @Test func sizesAreNumbersFromOne() {
    let known = environment(["COLUMNS": "100", "LINES": "30"])
    #expect(known.columns == 100 && known.rows == 30)
    let unknown = environment(["COLUMNS": "0", "LINES": "many"])
    #expect(unknown.columns == nil && unknown.rows == nil)
  }

  @Test func everyDepthNamesItsColours() {
    let style = Style(foreground: .label, background: .focus, attributes: [.bold])
    func sequence(_ depth: Palette.Depth) -> String {
      Palette(depth: depth, isLight: true).graphicRendition(of: style)
    }
    #expect(sequence(.none) == "\u{1b}[1m")
    // Bold black would be grey.
    #expect(sequence(.sixteen) == "\u{1b}[30;46m")
    #expect(sequence(.direct) == "\u{1b}[1;38;2;0;0;0;48;2;20;88;214m")
    #expect(sequence(.indexed).hasPrefix("\u{1b}[1;38;5;16;48;5;"))
  }

  @Test func theNearestOfTheFixedColours() {
    #expect(Palette.RGB(255, 255, 255).nearestIndexed == 231)
    #expect(Palette.RGB(0, 0, 0).nearestIndexed == 16)
    #expect(Palette.RGB(255, 0, 0).nearestIndexed == 196)
    #expect(Palette.RGB(128, 128, 128).nearestIndexed == 244)
  }
}
