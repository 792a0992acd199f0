/// The sequences that terminals send, and their results: the table of all tests about input.
///
/// A line has the bytes, the result, and the terminals. `CSI`, `SS3`, `OSC`, `ESC`, `ST`, `BEL`,
/// `CAN`, `CR`, `LF`, `SP` (a blank) and `BAR` are those bytes, `<9B>` is a byte by its number, and
/// blanks between them do not count. A result is `nothing`, or several of `text …`, `key …` (with
/// the number of its modifiers), `press …`, `bell`, `alt` and `byte …`, which ring, too.
public enum KeySequences {
  public struct Sample: Sendable, CustomStringConvertible {
    public let bytes: [UInt8]
    public let result: String
    public let description: String

    public var text: String { words(after: "text").joined() }
    public var rings: Bool {
      !Set(result.split(separator: " ")).isDisjoint(with: ["bell", "alt", "byte"])
    }

    private func words(after name: String) -> [String] {
      let words = result.split(separator: " ").map(String.init)
      return zip(words, words.dropFirst()).compactMap { $0 == name ? ($1 == "SP" ? " " : $1) : nil }
    }
  }

  public static let samples: [Sample] = table.split(separator: "\n").compactMap { line in
    guard !line.hasPrefix("#") else { return nil }
    let columns = line.split(separator: "|", maxSplits: 2).map { trimmed($0) }
    return Sample(bytes: bytes(of: columns[0]), result: columns[1], description: columns[0])
  }

  private static let names: [String: [UInt8]] = [
    "CSI": [0x1b, 0x5b], "SS3": [0x1b, 0x4f], "OSC": [0x1b, 0x5d], "ESC": [0x1b],
    "ST": [0x1b, 0x5c], "BEL": [7], "CAN": [0x18], "CR": [0x0d], "LF": [0x0a], "SP": [0x20],
    "BAR": [0x7c],
  ]

  public static func bytes(of sequence: String) -> [UInt8] {
    sequence.split(separator: " ").flatMap { word in
      names[String(word)] ?? literal(word)
    }
  }

  private static func literal(_ word: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = word[...]
    while let first = rest.first {
      let digits = rest.dropFirst().prefix(2)
      if first == "<", rest.dropFirst(3).first == ">", let byte = UInt8(digits, radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(4)
      } else {
        bytes += Array(String(first).utf8)
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static let table = #"""
    CSI A                            | key up               | all
    CSI B                            | key down             | all
    CSI C                            | key right            | all
    CSI D                            | key left             | all
    SS3 A                            | key up               | application mode
    SS3 B                            | key down             | application mode
    SS3 C                            | key right            | application mode
    SS3 D                            | key left             | application mode
    CSI 1;2A                         | key up+1             | xterm VTE foot
    CSI 1;5C                         | key right+4          | xterm VTE foot
    CSI 1;3D                         | key left+2           | xterm VTE foot
    CSI 1;65A                        | key up+64            | kitty, Caps Lock on
    CSI H                            | key home             | xterm VTE
    CSI F                            | key end              | xterm VTE
    SS3 H                            | key home             | application mode
    SS3 F                            | key end              | application mode
    CSI 1~                           | key home             | console tmux screen
    CSI 4~                           | key end              | console tmux screen
    CSI 7~                           | key home             | rxvt
    CSI 8~                           | key end              | rxvt
    CSI 2~                           | key insert           | all
    CSI 3~                           | key deleteForward    | all
    CSI 3;5~                         | key deleteForward+4  | xterm
    CSI 5~                           | key pageUp           | all
    CSI 6~                           | key pageDown         | all
    CSI Z                            | key backTab          | all
    SS3 P                            | key function(1)      | xterm
    SS3 S                            | key function(4)      | xterm
    CSI P                            | key function(1)      | kitty
    CSI 1;5P                         | key function(1)+4    | xterm VTE
    CSI 1;2S                         | key function(4)+1    | xterm VTE
    CSI 11~                          | key function(1)      | rxvt
    CSI 15~                          | key function(5)      | all
    CSI 17~                          | key function(6)      | all
    CSI 24~                          | key function(12)     | all
    CSI 24;2~                        | key function(12)+1   | xterm
    CSI 25~                          | key function(13)     | screen
    CSI [A                           | key function(1)      | console
    CSI [E                           | key function(5)      | console
    SS3 M                            | key enter            | keypad
    SS3 j                            | text *               | keypad
    SS3 y                            | text 9               | keypad
    CSI 27u                          | key escape           | kitty
    CSI 27;65u                       | key escape+64        | kitty
    CSI 13u                          | key enter            | kitty
    CSI 13;2u                        | key enter+1          | kitty
    CSI 57414u                       | key enter            | kitty
    CSI 9u                           | key tab              | kitty
    CSI 9;2u                         | key backTab+1        | kitty
    CSI 127u                         | key backspace        | kitty
    CSI 127;5u                       | key backspace+4      | kitty
    CSI 99;5u                        | key control(99)+4    | kitty
    CSI 99:67;5u                     | key control(99)+4    | kitty
    CSI 119;69u                      | key control(119)+68  | kitty
    CSI 117;5:1u                     | key control(117)+4   | kitty
    CSI 117;5:3u                     | nothing              | kitty, released
    CSI 109;5u                       | key enter+4          | kitty, Ctrl-M
    CSI 105;5u                       | key tab+4            | kitty, Ctrl-I
    CSI 104;5u                       | key backspace+4      | kitty, Ctrl-H
    CSI 97;3u                        | alt                  | kitty, Alt-a
    CSI 97u                          | text a               | kitty, a as a number
    CSI 99;9u                        | bell                 | kitty, Super-c
    CSI 57419u                       | key up               | kitty keypad
    CSI 27;5;99~                     | key control(99)+4    | xterm modifyOtherKeys
    CSI 27;2;13~                     | key enter+1          | xterm modifyOtherKeys
    ESC a                            | alt                  | Alt-a
    ESC CR                           | key enter+2          | all, Alt-Enter
    ESC LF                           | key enter+2          | line feed mode, Alt-Enter
    ESC CR LF                        | key enter+2          | line feed mode, Alt-Enter
    CSI 13;3u                        | key enter+2          | kitty foot, Alt-Enter
    CSI 13;67u                       | key enter+66         | kitty, Alt-Enter and Caps Lock
    CSI 57414;3u                     | key enter+2          | kitty, Alt-Enter of the keypad
    CSI 27;3;13~                     | key enter+2          | xterm modifyOtherKeys, Alt-Enter
    CSI 13;3:3u                      | nothing              | kitty, Alt-Enter let go
    CSI 13;7u                        | nothing              | kitty, Ctrl-Alt-Enter
    CSI <36;1;1M                     | drag 0,0             | mouse drag with shift
    CSI <35;12;8M                    | nothing              | mouse motion, no button
    CSI <2;12;7m                     | nothing              | mouse right release
    CSI <0;0;7m                      | nothing              | mouse release at 0
    ESC é                            | alt                  | Alt-é
    ESC CSI A                        | key up               | rxvt, Alt-Up
    CSI <0;12;7M                     | press 11,6           | mouse press
    CSI <4;1;1M                      | press 0,0            | mouse press with shift
    CSI <0;12;7m                     | release 11,6         | mouse release
    CSI <32;12;8M                    | drag 11,7            | mouse drag
    CSI <2;12;7M                     | nothing              | mouse right
    CSI <64;12;7M                    | nothing              | mouse wheel
    CSI <0;0;7M                      | nothing              | mouse at 0
    CSI M SP !!                      | nothing              | old mouse
    CSI M SP <C4><80>!               | nothing              | old mouse in UTF-8, a wide window
    CSI M SP <F0>!                   | nothing              | old mouse in bytes, a wide window
    CSI 32;12;7M                     | nothing              | mouse of rxvt
    CSI 24;80R                       | nothing              | cursor position
    CSI 1;1R                         | nothing              | cursor position
    CSI ?62;22c                      | nothing              | primary attributes
    CSI >41;351;0c                   | nothing              | secondary attributes
    CSI 0n                           | nothing              | status
    CSI I                            | nothing              | focus in
    CSI O                            | nothing              | focus out
    CSI ?2026;2$y                    | nothing              | mode report
    CSI ?1u                          | nothing              | keyboard flags
    CSI 8;24;80t                     | nothing              | window size
    OSC 11;rgb:1e1e/1e1e/2e2e ST     | nothing              | colour
    OSC 10;rgb:ffff/ffff/ffff BEL    | nothing              | colour
    OSC 11;rgba:1e/1e/2e/c0 BEL      | nothing              | colour
    OSC 11;rgb:f/f/f ST              | nothing              | colour
    OSC 52;c;aHVudGVyMg== ST         | nothing              | clipboard
    ESC P> BAR kitty(0.35.2) ST      | nothing              | version
    ESC P1+r544e=787465726d ST       | nothing              | termcap
    ESC _Gi=31;OK ST                 | nothing              | graphics
    ESC ^anything ST                 | nothing              | privacy message
    ESC Xanything CAN                | nothing              | start of string
    CSI 201~                         | nothing              | paste end without a start
    # Printable keys of the kitty protocol.
    CSI 32u                          | text SP              | kitty, space
    CSI 32;2u                        | text SP              | kitty, Shift-Space
    CSI 32;65u                       | text SP              | kitty, space with Caps Lock
    CSI 32;129u                      | text SP              | kitty, space with Num Lock
    CSI 97;1u                        | text a               | kitty
    CSI 97;1:1u                      | text a               | kitty, pressed
    CSI 97;1:2u                      | text a               | kitty, repeated
    CSI 97;1:3u                      | nothing              | kitty, released
    CSI 97;2:3u                      | nothing              | kitty, Shift, released
    CSI 97;1:3;97u                   | nothing              | kitty, released with text
    CSI 97;5:3u                      | nothing              | kitty, Ctrl, released
    CSI 97;3:3u                      | nothing              | kitty, Alt, released
    CSI 97;2u                        | text A               | kitty, Shift
    CSI 97:65;2u                     | text A               | kitty, Shift with its code
    CSI 97::99;2u                    | text A               | kitty, Shift with the base code
    CSI 97;65u                       | text A               | kitty, Caps Lock
    CSI 97;129u                      | text a               | kitty, Num Lock
    CSI 97;194u                      | text A               | kitty, Shift and both locks
    CSI 98:66;65u                    | text B               | kitty, Caps Lock with the shifted code
    CSI 49;2u                        | bell                 | kitty, Shift and a digit
    CSI 49:33;2u                     | text !               | kitty, Shift and a digit with its code
    CSI 49;65u                       | text 1               | kitty, Caps Lock and a digit
    CSI 1633;2u                      | bell                 | kitty, Shift and an Arabic digit
    CSI 228;2u                       | text Ä               | kitty, Shift-ä
    CSI 223u                         | text ß               | kitty
    CSI 223;2u                       | text ß               | kitty, no capital of one character
    CSI 223:63;2u                    | text ?               | kitty
    CSI 223::115;;223u               | text ß               | kitty, with text
    CSI 255;2u                       | text Ÿ               | kitty
    CSI 1092;2u                      | text Ф               | kitty, Cyrillic
    CSI 1488;2u                      | text א               | kitty, a script without capitals
    CSI 33;2u                        | text !               | fixterms, already shifted
    CSI 128512u                      | text 😀               | kitty
    CSI 64;1;64u                     | text @               | kitty, AltGr with text
    CSI 113;7;64u                    | text @               | kitty, Ctrl-Alt with text
    CSI 101;3;8364u                  | text €               | kitty, Alt with text
    CSI 0;;229u                      | text å               | kitty, text of no key
    CSI 0;;28450:23383u              | text 漢字              | kitty, text of an input method
    CSI 97;;97:10u                   | text a bell          | kitty, text with a control character
    CSI 97;;10u                      | bell                 | kitty, text of a control character
    CSI 97;;127u                     | bell                 | kitty, text of DEL
    CSI 97;;155u                     | bell                 | kitty, text of a C1 character
    CSI 0;;13u                       | bell                 | kitty, text of Enter
    CSI 97;;u                        | text a               | kitty, empty text
    CSI 97;;97;98u                   | text ab              | one parameter too many
    CSI 55296u                       | bell                 | no character
    CSI 1114112u                     | bell                 | no character
    CSI 99999999999999999999u        | bell                 | no character
    CSI 3u                           | bell                 | a control character as a code
    CSI 155u                         | bell                 | a C1 character as a code
    CSI u                            | nothing              | no key
    CSI 0u                           | nothing              | no key
    # Keys without a character.
    CSI 57441u                       | nothing              | kitty, Shift itself
    CSI 57358;65u                    | nothing              | kitty, Caps Lock itself
    CSI 57376u                       | nothing              | kitty, F13
    # The keypad of the kitty protocol.
    CSI 57399u                       | text 0               | kitty keypad
    CSI 57400;129u                   | text 1               | kitty keypad
    CSI 57400;2u                     | text 1               | kitty keypad with Shift
    CSI 57408u                       | text 9               | kitty keypad
    CSI 57400;129;49u                | text 1               | kitty keypad with text
    CSI 57409u                       | text .               | kitty keypad
    CSI 57409;;44u                   | text ,               | kitty keypad, German
    CSI 57410u                       | text /               | kitty keypad
    CSI 57411u                       | text *               | kitty keypad
    CSI 57412u                       | text -               | kitty keypad
    CSI 57413u                       | text +               | kitty keypad
    CSI 57415u                       | text =               | kitty keypad
    CSI 57416u                       | text ,               | kitty keypad
    CSI 57400;1:3u                   | nothing              | kitty keypad, released
    CSI 57400;5u                     | bell                 | kitty keypad with Ctrl
    CSI 57400;3u                     | alt                  | kitty keypad with Alt
    CSI 57417u                       | key left             | kitty keypad
    CSI 57421u                       | key pageUp           | kitty keypad
    CSI 57423u                       | key home             | kitty keypad
    CSI 57426u                       | key deleteForward    | kitty keypad
    # modifyOtherKeys and fixterms.
    CSI 27;1;97~                     | text a               | xterm modifyOtherKeys
    CSI 27;2;66~                     | text B               | xterm modifyOtherKeys
    CSI 27;2;32~                     | text SP              | xterm modifyOtherKeys
    CSI 27;2;49~                     | bell                 | xterm modifyOtherKeys
    CSI 27;2;33~                     | text !               | xterm modifyOtherKeys
    CSI 27;2;196~                    | text Ä               | xterm modifyOtherKeys
    CSI 27;3;97~                     | alt                  | xterm modifyOtherKeys
    CSI 27;5;32~                     | bell                 | xterm modifyOtherKeys, Ctrl-Space
    CSI 27;6;67~                     | key control(99)+5    | xterm modifyOtherKeys, Ctrl-Shift-C
    CSI 27;7;97~                     | alt                  | xterm modifyOtherKeys, Ctrl-Alt-A
    CSI 27;5;127~                    | key backspace+4      | xterm modifyOtherKeys
    CSI 27;2;8~                      | key backspace+1      | xterm modifyOtherKeys
    CSI 97;5u                        | key control(97)+4    | fixterms
    CSI 91;5u                        | key escape+4         | fixterms, Ctrl-[
    # Ctrl on other keyboards.
    CSI 1089::99;5u                  | key control(99)+4    | kitty, Ctrl-C, Cyrillic
    CSI 1089:1057:99;6u              | key control(99)+5    | kitty, Ctrl-Shift-C, Cyrillic
    CSI 1089;5u                      | bell                 | kitty, Ctrl-С without the base code
    CSI 107::118;5u                  | key control(107)+4   | kitty, Ctrl-K on Dvorak
    CSI 59::122;5u                   | bell                 | kitty, Ctrl-; on Dvorak is not Ctrl-Z
    CSI 233::50;5u                   | bell                 | kitty, Ctrl-é on AZERTY
    CSI 32;5u                        | bell                 | kitty, Ctrl-Space
    CSI 49;5u                        | bell                 | kitty, Ctrl-1
    # Modifiers that make a key another one.
    CSI 97;7u                        | alt                  | kitty, Ctrl-Alt
    CSI 97;4u                        | alt                  | kitty, Alt-Shift
    CSI 228;3u                       | alt                  | kitty, Alt-ä
    CSI 97;11u                       | alt                  | kitty, Super-Alt
    CSI 97;17u                       | bell                 | kitty, Hyper
    CSI 97;33u                       | bell                 | kitty, Meta
    CSI 97;13u                       | bell                 | kitty, Super-Ctrl
    CSI 97;257u                      | bell                 | an unknown modifier
    ESC ä                            | alt                  | Alt-ä
    ESC \                           | alt                  | Alt-backslash
    ESC ~                            | alt                  | Alt-~
    ESC <7F>                         | nothing              | Alt-Backspace
    ESC <08>                         | nothing              | Ctrl-Alt-Backspace
    ESC <09>                         | nothing              | Alt-Tab
    ESC <11>                         | alt                  | Ctrl-Alt-Q
    ESC <03>                         | key control(99)      | Alt-Ctrl-C
    # The keypad in application mode.
    SS3 q SS3 r                      | text 12              | keypad
    SS3 p                            | text 0               | keypad
    SS3 X                            | text =               | keypad
    SS3 k                            | text +               | keypad
    SS3 l                            | text ,               | keypad
    SS3 m                            | text -               | keypad
    SS3 n                            | text .               | keypad
    SS3 o                            | text /               | keypad
    SS3 2p                           | text 0               | keypad with Shift
    SS3 129y                         | text 9               | keypad with Num Lock
    SS3 3p                           | alt                  | keypad with Alt
    SS3 5p                           | bell                 | keypad with Ctrl
    SS3 2P                           | key function(1)+1    | xterm of old, Shift-F1
    SS3 5A                           | key up+4             | xterm of old, Ctrl-Up
    SS3 1;2P                         | key function(1)+1    | Shift-F1
    SS3 R                            | key function(3)      | xterm
    SS3 z                            | bell                 | an unknown key
    CSI E                            | bell                 | keypad 5 without Num Lock
    CSI a                            | bell                 | rxvt, Shift-Up
    CSI 99~                          | bell                 | an unknown key
    # Typed by hand on a German keyboard, with every key reported.
    CSI 64::113;;64u                 | text @               | kitty, AltGr-Q
    CSI 57424;1:1u                   | key end              | foot keypad
    CSI 1;1:1A                       | key up               | foot
    CSI 1;1:3A                       | nothing              | kitty foot, released
    CSI 127;1:3u                     | nothing              | kitty foot, released
    # 8-bit controls, also as UTF-8.
    <9B>A                            | key up               | 8-bit
    <C2><9B>A                        | key up               | 8-bit in UTF-8
    <9B>1;5C                         | key right+4          | 8-bit
    <9B>97u                          | text a               | 8-bit
    <C2><9B>27;2;66~                 | text B               | 8-bit in UTF-8
    <8F>q                            | text 1               | 8-bit
    <C2><8F>P                        | key function(1)      | 8-bit in UTF-8
    <8F>k                            | text +               | 8-bit keypad, xterm
    <9D>11;rgb:1e1e/1e1e/2e2e<9C>    | nothing              | 8-bit
    <C2><9D>0;title<C2><9C>          | nothing              | 8-bit in UTF-8
    <90>1+r544e=78<9C>               | nothing              | 8-bit
    <9F>Gi=31;OK ST                  | nothing              | 8-bit
    OSC 0;Ü<C3><9C>Ü BEL             | nothing              | a title, ST inside characters
    Û                                | text Û               | the byte of CSI inside a character
    <C3><9C>                         | text Ü               | the byte of ST inside a character
    <C2><85>                         | alt                  | a C1 character
    <85>                             | byte 85              | a C1 byte
    <9C>                             | byte 9C              | an end without a beginning
    # Bytes that are not UTF-8.
    <FE>                             | byte FE              | ISO-8859
    <C0><AF>                         | byte C0 byte AF      | overlong
    <F5>                             | byte F5              | too large
    """#
}
