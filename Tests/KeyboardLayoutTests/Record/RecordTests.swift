import Layouts
import Testing

@testable import KeyboardLayout

/// A record is the keyboard its file gives, or nothing.
@Suite struct RecordTests {
  @Test(arguments: ShippedFiles.ownNames)
  func theShippedRecordIsItsFile(name: String) throws {
    let record = try #require(ShippedFiles.record(name))
    let file = try Shipped.library.keyboard(name)
    #expect(KeyboardRecord.keyboard(record) == file, "run make records")
  }

  @Test func theRecordOfTheMetricsIsTheirFile() throws {
    let file = try MetricsFile.load(ShippedFiles.metrics, path: "metrics.yaml")
    #expect(MetricsRecord.catalog(ShippedFiles.metricsRecord) == file, "run make records")
  }

  @Test func everythingAFileCanSayIsInIt() throws {
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
    do { keyboard = try KeyboardFile.load(bytes, path: "everything.yaml") } catch {
      Issue.record("\(error)")
      return
    }
    let record = Array(KeyboardRecord.text(of: keyboard).utf8)
    #expect(KeyboardRecord.keyboard(record) == keyboard)
  }

  @Test func formsAreInIt() throws {
    let keyboard = try FormPlacementTests.keyboard(.iso, forms: "forms: jis ansi")
    let record = Array(KeyboardRecord.text(of: keyboard).utf8)
    #expect(KeyboardRecord.keyboard(record) == keyboard)
    #expect(keyboard.panel(.letters)?.pages.map(\.content.form) == [.iso, .jis, .ansi])
  }

  @Test func aDamagedRecordIsNothingOrAKeyboard() throws {
    let record = try #require(ShippedFiles.record("latin-qwerty"))
    #expect(KeyboardRecord.keyboard(record) != nil)
    #expect(KeyboardRecord.keyboard(record + [48]) == nil)
    for end in record.indices {
      #expect(KeyboardRecord.keyboard(Array(record[..<end])) == nil)
      for byte in [0x2f, 0x30, 0x6f, 0xff] as [UInt8] {
        var changed = record
        changed[end] = byte
        // It ends, without reading or making more than there is.
        _ = KeyboardRecord.keyboard(changed)
      }
    }
  }
}
