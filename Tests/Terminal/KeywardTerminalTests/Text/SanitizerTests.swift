import KeywardTestSupport
import Testing

@testable import KeywardTerminal

@Suite struct SanitizerTests {
  private let sanitizer = Sanitizer()

  @Test(arguments: InjectionCorpus.texts, [CallerText.line, .prompt, .error, .description, .name])
  func nothingHarmfulComesThrough(_ bytes: [UInt8], _ kind: CallerText) {
    let clean = sanitizer.clean(bytes, as: kind)
    for scalar in clean.unicodeScalars {
      let value = scalar.value
      if value == 0x0a, kind.hasLines { continue }
      #expect(value >= 0x20 && !(0x7f...0x9f).contains(value), "U+\(String(value, radix: 16))")
      #expect(![0x61c, 0x200b, 0x200c, 0x200e, 0x200f, 0xfeff, 0x2028, 0x2029].contains(value))
      #expect(!(0x202a...0x202e).contains(value) && !(0x2060...0x206f).contains(value))
      #expect(!(0xe0000...0xe0fff).contains(value))
    }
    for character in clean { #expect((0...2).contains(CharacterWidth.of(character))) }
    #expect(sanitizer.clean(clean, as: kind) == clean, "a clean text stays as it is")
    let ascii = Sanitizer(isASCII: true).clean(bytes, as: kind)
    #expect(ascii.utf8.max() ?? 0 < 0x80)
  }

  @Test func controlsBecomeReplacementCharacters() {
    #expect(sanitizer.clean("\u{1b}]0;x\u{7}", as: .line) == "\u{fffd}]0;x\u{fffd}")
    #expect(sanitizer.clean("a\tb", as: .line) == "a b")
    #expect(sanitizer.clean("a\nb", as: .line) == "a\u{fffd}b")
    #expect(sanitizer.clean("a\nb", as: .description) == "a\nb")
    #expect(sanitizer.clean("a\r\nb", as: .description) == "a\nb")
    #expect(sanitizer.clean("a\rb", as: .description) == "a\u{fffd}b")
    #expect(Sanitizer(isASCII: true).clean("ü\u{7}•", as: .line) == "???")
  }

  @Test func eachBrokenPartIsReplaced() {
    #expect(sanitizer.clean([0x61, 0x9b, 0x62], as: .line) == "a\u{fffd}b")
    #expect(sanitizer.clean([0xc0, 0xaf], as: .line) == "\u{fffd}\u{fffd}")
    #expect(sanitizer.clean([0xe2, 0x82], as: .line) == "\u{fffd}")
  }

  @Test func markupIsText() {
    #expect(sanitizer.clean("<b>[x]&amp;</b>", as: .line) == "<b>[x]&amp;</b>")
  }

  @Test func joinersStayBetweenPictographs() {
    let family = "👨\u{200d}👩\u{200d}👧"
    #expect(sanitizer.clean(family, as: .line) == family)
    #expect(sanitizer.clean("👩🏽\u{200d}🚀", as: .line) == "👩🏽\u{200d}🚀")
    #expect(sanitizer.clean("❤\u{fe0f}\u{200d}🔥", as: .line) == "❤\u{fe0f}\u{200d}🔥")
    #expect(sanitizer.clean("a\u{200d}b", as: .line) == "a\u{fffd}b")
    #expect(sanitizer.clean("👩\u{200d}", as: .line) == "👩\u{fffd}")
    #expect(sanitizer.clean("👩\u{200d}1", as: .line) == "👩\u{fffd}1")
  }

  @Test func aBaseKeepsFourMarks() {
    let marks = String(repeating: "\u{301}", count: 4)
    #expect(sanitizer.clean("e" + marks, as: .line) == "e" + marks)
    let many = sanitizer.clean("e" + marks + "\u{301}\u{301}x", as: .line)
    #expect(Array(many.unicodeScalars) == Array(("e" + marks + "x").unicodeScalars))
  }

  // MARK: Caps

  @Test func longLinesEndWithAnEllipsis() {
    let line = String(repeating: "é", count: 256)
    #expect(sanitizer.clean(line, as: .line) == line)
    #expect(sanitizer.clean(line + "x", as: .line) == line + "…")
    #expect(
      Sanitizer(isASCII: true).clean(String(repeating: "a", count: 300), as: .line)
        == String(repeating: "a", count: 256) + "...")
  }

  @Test(
    "Descriptions and errors keep the line breaks inside them",
    arguments: [
      CallerText.description, .error,
    ])
  func lineBreaksInside(kind: CallerText) {
    #expect(sanitizer.clean("\na\n\nb\r\n\n", as: kind) == "a\n\nb")
    #expect(sanitizer.clean("\n\n", as: kind).isEmpty)
    #expect(sanitizer.clean("a\nb\n", as: .prompt) == "a\u{fffd}b\u{fffd}")
  }

  @Test func errorsHaveOneKibibyte() {
    let text = String(repeating: "a", count: 1024)
    #expect(sanitizer.clean(text, as: .error) == text)
    #expect(sanitizer.clean(text + "b", as: .error) == text + "…")
  }

  @Test func descriptionsHaveTwoHundredLines() {
    let lines = Array(repeating: "x", count: 200).joined(separator: "\n")
    #expect(sanitizer.clean(lines, as: .description) == lines)
    #expect(sanitizer.clean(lines + "\ny", as: .description) == lines + "…")
    let long = String(repeating: "a", count: 8192)
    #expect(sanitizer.clean(long, as: .description) == long)
    #expect(sanitizer.clean(long + "b", as: .description) == long + "…")
  }

  @Test func hugeTextsCostLittle() {
    let huge = [UInt8](repeating: 0x9b, count: 10_000_000)
    let start = processorTime()
    _ = sanitizer.clean(huge, as: .description)
    // About a second here; an algorithm that compares every byte with every byte would take hours.
    #expect(processorTime() - start < 20)
  }

  /// A mark on a dotted circle that is known at a glance comes out like one examined closely.
  @Test func marksOnCirclesStay() {
    for value in UInt32(0x300)...0xeff {
      guard let mark = Unicode.Scalar(value) else { continue }
      switch mark.properties.generalCategory {
      case .nonspacingMark, .spacingMark:
        let text = Sanitizer().clean("\u{25cc}\(mark)", as: .name)
        let closely = Sanitizer().clean("\u{25cc}\(mark)\u{2500}", as: .name)
        #expect(closely == text + "\u{2500}", "\(value)")
      case .unassigned:
        let text = Sanitizer().clean("\u{25cc}\(mark)", as: .name)
        #expect(text != "\u{25cc}\(mark)", "\(value)")
      default: continue
      }
    }
  }

  /// A text that the quick check accepts comes out like one examined closely.
  @Test func singleLettersStay() {
    let han = stride(from: UInt32(0x3100), through: 0x9fff, by: 89)
    for value in Array(UInt32(0x20)...0x30ff) + han {
      guard let scalar = Unicode.Scalar(value) else { continue }
      // A line is never known at a look.
      let closely = Sanitizer().clean("\(scalar)\u{2500}", as: .name)
      let text = Sanitizer().clean("\(scalar)", as: .name)
      #expect(closely == text + "\u{2500}", "\(value)")
      // A dot reph, which is not known at a look, belongs to the letter after it.
      #expect(closely.count == text.count + 1 || value == 0xd4e, "\(value)")
    }
  }

  @Test(
    "A name that is no plain ASCII word is quoted, and mixed scripts are marked",
    arguments: [
      ("gpg", "gpg"), ("git-remote-http", "git-remote-http"), ("gpg, pid 1", "\"gpg, pid 1\""),
      ("\u{455}sh", "\"\u{455}sh\" (U+0455)"), ("gp\"g", "\"gp'g\""),
      ("h\u{f6}rer", "\"h\u{f6}rer\""),
      ("\u{441}\u{43e}", "\"\u{441}\u{43e}\""),
    ])
  func quotedNames(name: String, shown: String) {
    #expect(Sanitizer.quoted(name) == shown)
  }
}
