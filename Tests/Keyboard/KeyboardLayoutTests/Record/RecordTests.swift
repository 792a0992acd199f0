import KeywardKeyboardFiles
import KeywardLayouts
import KeywardTestSupport
import RecordWriting
import Testing

@testable import KeyboardLayout

/// A record is the keyboard its file gives, or nothing.
@Suite struct RecordTests {
  @Test(.tags(.slow), arguments: KeyboardFiles.names)
  func theShippedRecordIsItsFile(name: String) throws {
    let record = try #require(ShippedFiles.record(name))
    let file = try Shipped.library.keyboard(name)
    let read = try #require(KeyboardRecord.keyboard(record, in: Shipped.records))
    #expect(read == file, "run make records")
    #expect(KeyboardRecord.text(of: read, in: Shipped.records).utf8.elementsEqual(record))
  }

  @Test func allKeyboardsHaveRecords() {
    #expect(ShippedFiles.keyboardNames == KeyboardFiles.names, "run make records")
  }

  @Test func theMetricsAndDevicesAreThoseOfTheirFiles() throws {
    let bytes = try UserFile.read(
      "\(Repository.path)/\(ShippedMetrics.path)", checksOwner: false)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(try ShippedMetrics.source() == text, "run make records")
  }

  @Test func everyFieldOfAFileIsInTheRecord() throws {
    let bytes = Array(
      """
      keyboard: everything
      title: Everything
      language: de
      pair: none
      panels:
        letters:
          rows: [ "{dead_acute} e ё {gap:1.5} {altgr} {shift}", "x {space} {next-keyboard} {delete}" ]
          shift: [ "{dead_grave} {upper} {none}", "{same}" ]
          altgr: [ "{same} {dead_tilde} {U+200D}", "{none}" ]
      sequences:
        dead_grave dead_acute: e x
        dead_tilde: e ẽ
        dead_acute: e é
      keys:
        e: { alternates: ê ë, width: 1.5 }
        shift: { width: fill, label: up }
      """.utf8)
    let keyboard: KeyboardDefinition
    do { keyboard = try KeyboardDefinition.load(bytes, path: "everything.yaml") } catch {
      Issue.record("\(error)")
      return
    }
    let record = Array(KeyboardRecord.text(of: keyboard, in: Shipped.records).utf8)
    #expect(KeyboardRecord.keyboard(record, in: Self.source(of: keyboard)) == keyboard)
  }

  private static func source(of keyboard: KeyboardDefinition) -> KeyboardSource {
    var source = Shipped.records
    source.sequences = { Array(KeyboardRecord.sequences(of: [keyboard]).utf8) }
    return source
  }

  @Test func formsAreInIt() throws {
    let keyboard = try FormPlacementTests.keyboard(.iso, forms: "forms: jis ansi")
    let record = Array(KeyboardRecord.text(of: keyboard, in: Shipped.records).utf8)
    #expect(KeyboardRecord.keyboard(record, in: Shipped.records) == keyboard)
    #expect(keyboard.panel(.letters)?.pages.map(\.form) == [.iso, .jis, .ansi])
  }

  /// U+0387 and U+00B7 are one character to Swift, and two to a password.
  @Test func textsAreKeptByteByByte() throws {
    let file = """
      keyboard: dots
      panels: { letters: { rows: [ "a b {dead_acute} {altgr} {delete}" ], altgr: [ "{U+0387} {U+00B7} {none}" ] } }
      sequences: { dead_acute: "{U+0387} x {U+00B7} y" }
      keys: { a: { alternates: "{U+00E9} e{U+0301}" } }
      """
    let keyboard = try KeyboardDefinition.load(Array(file.utf8), path: "dots.yaml")
    let record = Array(KeyboardRecord.text(of: keyboard, in: .none).utf8)
    let read = try #require(KeyboardRecord.keyboard(record, in: Self.source(of: keyboard)))
    for one in [keyboard, read] {
      let dead = KeyAction.dead("dead_acute")
      guard case .waits(let place) = one.deadKeys.step(from: .start, with: dead) else {
        Issue.record("no sequence")
        return
      }
      #expect(one.deadKeys.step(from: place, with: .insert("\u{387}")) == .types("x"))
      #expect(one.deadKeys.step(from: place, with: .insert("\u{B7}")) == .types("y"))
      let keys = try #require(one.panel(.letters)?.page(.digits, .half)?.keys)
      #expect(Array(keys[0].output(at: .altgr).utf8) == [0xCE, 0x87])
      #expect(Array(keys[1].output(at: .altgr).utf8) == [0xC2, 0xB7])
      #expect(keys[0].alternates.map { Array($0.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    }
  }

  @Test(.tags(.slow), arguments: ["latin-qwerty", "de", "symbols", "gr-polytonic"])
  func aDamagedRecordIsNothingOrAKeyboard(name: String) throws {
    let record = try #require(ShippedFiles.record(name))
    let source = Shipped.records
    #expect(KeyboardRecord.keyboard(record, in: source) != nil)
    #expect(KeyboardRecord.keyboard(record + [48], in: source) == nil)
    for end in record.indices {
      #expect(KeyboardRecord.keyboard(Array(record[..<end]), in: source) == nil)
      for byte in [0x2f, 0x30, 0x6f, 0xff] as [UInt8] {
        var changed = record
        changed[end] = byte
        // It ends, without reading or making more than there is.
        _ = KeyboardRecord.keyboard(changed, in: .none)?.deadKeys.isEmpty
      }
    }
  }

  /// The largest numbers are no width and no place, and nothing is reckoned with before that is
  /// known.
  @Test(arguments: [Int.min, -1, 34, Int.max])
  func aNumberThatIsNoWidthIsRefused(number: Int) throws {
    var writer = RecordWriter()
    writer.write(number)
    let bytes = Array(writer.text.utf8)
    var reader = RecordReader(bytes)
    #expect(reader.width() == nil && reader.isBroken)
    reader = RecordReader(bytes)
    _ = reader.units()
    #expect(reader.isBroken)
    reader = RecordReader(bytes)
    #expect(reader.count() == 0 && reader.isBroken)
    reader = RecordReader(bytes)
    _ = reader.action()
    #expect(reader.isBroken)
    reader = RecordReader(bytes)
    #expect(reader.text().isEmpty && reader.isBroken)
  }
}
