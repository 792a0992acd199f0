import Testing

/// What terminals send for keys, and what each must come to; none of it is text.
enum KeySequences {
  struct Sample: Sendable, CustomTestStringConvertible {
    let terminals: String
    let bytes: String
    let event: String?

    init(_ terminals: String, _ bytes: String, _ event: String?) {
      self.terminals = terminals
      self.bytes = bytes
      self.event = event
    }

    var testDescription: String { "\(terminals): ESC\(bytes.dropFirst())" }
  }

  /// Keys of xterm, VTE, foot, kitty, the Linux console, tmux and screen.
  static let keys: [Sample] = [
    Sample("all", "\u{1b}[A", "up"),
    Sample("all", "\u{1b}[B", "down"),
    Sample("all", "\u{1b}[C", "right"),
    Sample("all", "\u{1b}[D", "left"),
    Sample("application mode", "\u{1b}OA", "up"),
    Sample("application mode", "\u{1b}OB", "down"),
    Sample("application mode", "\u{1b}OC", "right"),
    Sample("application mode", "\u{1b}OD", "left"),
    Sample("xterm VTE foot", "\u{1b}[1;2A", "up+1"),
    Sample("xterm VTE foot", "\u{1b}[1;5C", "right+4"),
    Sample("xterm VTE foot", "\u{1b}[1;3D", "left+2"),
    Sample("kitty, Caps Lock on", "\u{1b}[1;65A", "up+64"),
    Sample("xterm VTE", "\u{1b}[H", "home"),
    Sample("xterm VTE", "\u{1b}[F", "end"),
    Sample("application mode", "\u{1b}OH", "home"),
    Sample("application mode", "\u{1b}OF", "end"),
    Sample("console tmux screen", "\u{1b}[1~", "home"),
    Sample("console tmux screen", "\u{1b}[4~", "end"),
    Sample("rxvt", "\u{1b}[7~", "home"),
    Sample("rxvt", "\u{1b}[8~", "end"),
    Sample("all", "\u{1b}[2~", "insert"),
    Sample("all", "\u{1b}[3~", "deleteForward"),
    Sample("xterm", "\u{1b}[3;5~", "deleteForward+4"),
    Sample("all", "\u{1b}[5~", "pageUp"),
    Sample("all", "\u{1b}[6~", "pageDown"),
    Sample("all", "\u{1b}[Z", "backTab"),
    Sample("xterm", "\u{1b}OP", "function(1)"),
    Sample("xterm", "\u{1b}OS", "function(4)"),
    Sample("kitty", "\u{1b}[P", nil),
    Sample("xterm VTE", "\u{1b}[1;5P", "function(1)+4"),
    Sample("xterm VTE", "\u{1b}[1;2S", "function(4)+1"),
    Sample("rxvt", "\u{1b}[11~", "function(1)"),
    Sample("all", "\u{1b}[15~", "function(5)"),
    Sample("all", "\u{1b}[17~", "function(6)"),
    Sample("all", "\u{1b}[24~", "function(12)"),
    Sample("xterm", "\u{1b}[24;2~", "function(12)+1"),
    Sample("screen", "\u{1b}[25~", "function(13)"),
    Sample("console", "\u{1b}[[A", "function(1)"),
    Sample("console", "\u{1b}[[E", "function(5)"),
    Sample("keypad", "\u{1b}OM", "enter"),
    Sample("keypad", "\u{1b}Oj", nil),
    Sample("keypad", "\u{1b}Oy", nil),
    Sample("kitty", "\u{1b}[27u", "escape"),
    Sample("kitty", "\u{1b}[27;65u", "escape+64"),
    Sample("kitty", "\u{1b}[13u", "enter"),
    Sample("kitty", "\u{1b}[13;2u", "enter+1"),
    Sample("kitty", "\u{1b}[57414u", "enter"),
    Sample("kitty", "\u{1b}[9u", "tab"),
    Sample("kitty", "\u{1b}[9;2u", "backTab+1"),
    Sample("kitty", "\u{1b}[127u", "backspace"),
    Sample("kitty", "\u{1b}[127;5u", "backspace+4"),
    Sample("kitty", "\u{1b}[99;5u", "control(99)+4"),
    Sample("kitty", "\u{1b}[99:67;5u", "control(99)+4"),
    Sample("kitty", "\u{1b}[119;69u", "control(119)+68"),
    Sample("kitty", "\u{1b}[117;5:1u", "control(117)+4"),
    Sample("kitty, released", "\u{1b}[117;5:3u", nil),
    Sample("kitty, Ctrl-M", "\u{1b}[109;5u", "enter+4"),
    Sample("kitty, Ctrl-I", "\u{1b}[105;5u", "tab+4"),
    Sample("kitty, Ctrl-H", "\u{1b}[104;5u", "backspace+4"),
    Sample("kitty, Alt-a", "\u{1b}[97;3u", nil),
    Sample("kitty, a as a number", "\u{1b}[97u", nil),
    Sample("kitty, Super-c", "\u{1b}[99;9u", nil),
    Sample("kitty keypad", "\u{1b}[57419u", "up"),
    Sample("xterm modifyOtherKeys", "\u{1b}[27;5;99~", "control(99)+4"),
    Sample("xterm modifyOtherKeys", "\u{1b}[27;2;13~", "enter+1"),
    Sample("Alt-a", "\u{1b}a", nil),
    Sample("all, Alt-Enter", "\u{1b}\r", "enter+2"),
    Sample("line feed mode, Alt-Enter", "\u{1b}\n", "enter+2"),
    Sample("kitty foot, Alt-Enter", "\u{1b}[13;3u", "enter+2"),
    Sample("kitty, Alt-Enter and Caps Lock", "\u{1b}[13;67u", "enter+66"),
    Sample("kitty, Alt-Enter of the keypad", "\u{1b}[57414;3u", "enter+2"),
    Sample("xterm modifyOtherKeys, Alt-Enter", "\u{1b}[27;3;13~", "enter+2"),
    Sample("kitty, Alt-Enter let go", "\u{1b}[13;3:3u", nil),
    Sample("kitty, Ctrl-Alt-Enter", "\u{1b}[13;7u", nil),
    Sample("mouse drag with shift", "\u{1b}[<36;1;1M", "drag 0,0"),
    Sample("mouse motion, no button", "\u{1b}[<35;12;8M", nil),
    Sample("mouse right release", "\u{1b}[<2;12;7m", nil),
    Sample("mouse release at 0", "\u{1b}[<0;0;7m", nil),
    Sample("Alt-é", "\u{1b}é", nil),
    Sample("rxvt, Alt-Up", "\u{1b}\u{1b}[A", "up"),
    Sample("mouse press", "\u{1b}[<0;12;7M", "press 11,6"),
    Sample("mouse press with shift", "\u{1b}[<4;1;1M", "press 0,0"),
    Sample("mouse release", "\u{1b}[<0;12;7m", "release 11,6"),
    Sample("mouse drag", "\u{1b}[<32;12;8M", "drag 11,7"),
    Sample("mouse right", "\u{1b}[<2;12;7M", nil),
    Sample("mouse wheel", "\u{1b}[<64;12;7M", nil),
    Sample("mouse at 0", "\u{1b}[<0;0;7M", nil),
    Sample("old mouse", "\u{1b}[M !!", nil),
  ]

  /// What terminals answer or report without having been asked by us.
  static let replies: [Sample] = [
    Sample("cursor position", "\u{1b}[24;80R", nil),
    Sample("cursor position", "\u{1b}[1;1R", nil),
    Sample("primary attributes", "\u{1b}[?62;22c", nil),
    Sample("secondary attributes", "\u{1b}[>41;351;0c", nil),
    Sample("status", "\u{1b}[0n", nil),
    Sample("focus in", "\u{1b}[I", nil),
    Sample("focus out", "\u{1b}[O", nil),
    Sample("mode report", "\u{1b}[?2026;2$y", nil),
    Sample("keyboard flags", "\u{1b}[?1u", nil),
    Sample("window size", "\u{1b}[8;24;80t", nil),
    Sample("colour", "\u{1b}]11;rgb:1e1e/1e1e/2e2e\u{1b}\\", nil),
    Sample("colour", "\u{1b}]10;rgb:ffff/ffff/ffff\u{7}", nil),
    Sample("clipboard", "\u{1b}]52;c;aHVudGVyMg==\u{1b}\\", nil),
    Sample("version", "\u{1b}P>|kitty(0.35.2)\u{1b}\\", nil),
    Sample("termcap", "\u{1b}P1+r544e=787465726d\u{1b}\\", nil),
    Sample("graphics", "\u{1b}_Gi=31;OK\u{1b}\\", nil),
    Sample("privacy message", "\u{1b}^anything\u{1b}\\", nil),
    Sample("start of string", "\u{1b}Xanything\u{18}", nil),
    Sample("paste end without a start", "\u{1b}[201~", nil),
  ]
}
