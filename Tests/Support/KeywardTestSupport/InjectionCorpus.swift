/// Texts with which a hostile caller attacks a terminal.
public enum InjectionCorpus {
  public static let texts: [[UInt8]] =
    [
      "\u{1b}]0;title\u{7}", "\u{1b}]52;c;aGk=\u{1b}\\",
      "\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{7}",
      "\u{1b}]777;notify;a;b\u{7}", "\u{1b}]1337;File=:AAAA\u{7}", "\u{1b}P$q\"p\u{1b}\\",
      "\u{1b}_Gf=24;AAAA\u{1b}\\", "\u{1b}^pm\u{1b}\\", "\u{1b}Xsos\u{1b}\\", "\u{1b}[2J\u{1b}[H",
      "\u{1b}[?1049l", "\u{1b}c", "\u{9b}2J", "\u{9d}0;t\u{9c}", "\u{90}q\u{9c}", "\u{85}",
      "\u{7f}",
      "a\u{8}\u{8}b", "\r\rspoof", "\u{b}\u{c}", "\u{e}\u{f}", "\u{7}\u{7}\u{7}", "\0nul",
      "\u{202e}evil\u{202c}", "\u{2066}x\u{2069}", "\u{61c}\u{200e}\u{200f}", "\u{2028}\u{2029}",
      "zero\u{200b}width\u{200c}joiner\u{200d}\u{2060}\u{feff}", "\u{e0041}\u{e007f}tags",
      "\u{ad}soft", "\u{34f}grapheme joiner", "\u{3164}\u{115f}\u{ffa0}fillers", "\u{180e}",
      "\u{fff9}a\u{fffa}b\u{fffb}", "\u{2061}\u{206a}",
      "e" + String(repeating: "\u{301}", count: 5000), String(repeating: "\u{301}", count: 100),
      "👩" + String(repeating: "\u{200d}👩", count: 500), "\u{200d}👩", "👩\u{200d}", "a\u{200d}b",
      String(repeating: "\u{1100}", count: 500), "<b>&amp;[markup]</b>", "tab\there", "%s%n",
      "\u{1b}[2J\u{1b}[1;1Hkeyward", "\u{1b}[6n", "\u{1b}P1$r0m\u{1b}\\",
      String(repeating: "long ", count: 3000), String(repeating: "line\n", count: 500),
    ].map { Array($0.utf8) }
    + [
      [0x9b, 0x32, 0x4a], [0xc0, 0xaf], [0xe0, 0x80, 0x9b], [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff, 0xfe], [0x41, 0xe2, 0x82], [0xc2], [0xc2, 0x1b, 0x5b, 0x32, 0x4a],
      [0xf0, 0x9f, 0x1b, 0x63],
      Array(0...255),
    ]

  /// The same texts as a few program arguments, without zero bytes.
  public static let arguments = stride(from: 0, to: texts.count, by: 4).map { start in
    texts[start..<min(start + 4, texts.count)].map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: " ").replacing("\0", with: "")
  }
}
