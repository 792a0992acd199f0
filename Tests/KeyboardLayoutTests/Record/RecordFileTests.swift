import CSodium
import Glibc
import Testing

@testable import KeyboardLayout

/// The record beside a user's file: used as long as it belongs to the file, and checked as
/// strictly.
@Suite struct RecordFileTests {
  private let folder: TemporaryFolder
  private var library: KeyboardLibrary

  private static let mine = """
    keyboard: mine
    title: Mine
    panels: { letters: { rows: [ "{dead_acute} e {shift} {delete}" ] }, numbers: { from: number } }
    sequences: { dead_acute: e é }
    """

  init() throws {
    folder = try TemporaryFolder()
    library = KeyboardLibrary(shipped: Shipped.records, folder: folder.path)
    library.records = Self.files(edition: "this")
  }

  private static func files(edition: String) -> RecordFile {
    RecordFile(edition: edition) { bytes in
      var hash = [UInt8](repeating: 0, count: 32)
      crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
      return hash
    }
  }

  private var path: String { "\(folder.path)/mine.yaml" }

  /// Writes a record of the keyboard with another title, which shows that it was read.
  private func writeRecord(
    _ files: RecordFile = files(edition: "this"), mode: mode_t = 0o600,
    _ change: (inout KeyboardDefinition) -> Void = { _ in }
  ) throws {
    var keyboard = try library.described(by: Array(Self.mine.utf8), path)
    keyboard.title = "Record"
    change(&keyboard)
    let bytes = files.bytes(
      KeyboardRecord.text(of: keyboard, in: Shipped.records), of: Array(Self.mine.utf8))
    _ = try folder.write("mine.record", String(decoding: bytes, as: UTF8.self), mode: mode)
  }

  private func title() throws -> String { try library.keyboard("mine").title }

  @Test func itIsReadInThePlaceOfItsFile() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    #expect(try title() == "Mine")
    try writeRecord()
    #expect(try title() == "Record")
    #expect(try library.keyboard(path).title == "Record")
    // A check reads the file.
    #expect(try library.file(path, checksOwner: false).title == "Mine")
  }

  @Test func itIsOfNoUseWhenTheFileHasChanged() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    try writeRecord()
    _ = try folder.write("mine.yaml", Self.mine.replacing("title: Mine", with: "title: Nine"))
    #expect(try title() == "Nine")
  }

  @Test func thatOfAnotherProgramIsNotRead() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    try writeRecord(Self.files(edition: "other"))
    #expect(try title() == "Mine")
  }

  @Test func thatWhichOthersMayWriteIsNotRead() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    try writeRecord(mode: 0o622)
    #expect(try title() == "Mine")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func thatOfAnotherUserIsNotRead() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    try writeRecord()
    #expect(chown("\(folder.path)/mine.record", 65534, 65534) == 0)
    #expect(try title() == "Mine")
  }

  /// The way that a link leads is looked at like that of the keyboard's file.
  @Test func aLinkIsFollowedUnlessOthersCouldExchangeIt() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    try writeRecord()
    let (record, elsewhere) = ("\(folder.path)/mine.record", try TemporaryFolder())
    let copy = try elsewhere.write("copy", String(decoding: bytes(record), as: UTF8.self))
    #expect(unlink(record) == 0 && symlink(copy, record) == 0)
    #expect(try title() == "Record")
    #expect(chmod(elsewhere.path, 0o722) == 0)
    #expect(try title() == "Mine")
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try UserFile.read(path, checksOwner: true)
  }

  @Test func oneThatNoFileCouldSayIsNotRead() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    func key(
      _ change: @escaping (inout Key) -> Void
    ) -> (inout KeyboardDefinition) -> Void {
      { keyboard in
        guard case .key(var key) = keyboard.panels[0].pages[0].content.rows[0].items[1] else {
          return
        }
        change(&key)
        keyboard.panels[0].pages[0].content.rows[0].items[1] = .key(key)
      }
    }
    let changes: [(inout KeyboardDefinition) -> Void] = [
      { $0.id = "yours" }, { $0.title = "a\u{1b}" }, { $0.language = "" }, { $0.pair = "mine" },
      { $0.panels = [] }, { $0.panels[0].pages[0].content.columns = 17 },
      { $0.panels[0].pages[0].content.rows[0].items.removeLast() },
      { $0.panels[0].pages[0].content.columns = 1 },
      { $0.panels[0].groups = [ShuffleGroup(name: "A", ids: ["e"])] },
      { $0.panels.append($0.panels[0]) },
      {
        let items = $0.panels[0].pages[0].content.rows[0].items
        $0.panels[0].pages[0].content.rows[0].items.append(items[1])
      },
      {
        // Equal texts of different bytes are one id.
        let key = { RowItem.key(Key(input: $0, output: "e")) }
        $0.panels[0].pages[0].content.rows[0].items += [key("e\u{301}"), key("é")]
      },
      key { $0.output = "\u{7}" }, key { $0.output = String(repeating: "e", count: 9) },
      key { $0.label = "\u{202E}" }, key { $0.id = "" }, key { $0.facts.role = .altgr },
      key { $0.alternates = Array(repeating: "x", count: 17) },
      key { $0.facts.shifted = "\u{FFFE}" },
    ]
    for (number, change) in changes.enumerated() {
      try writeRecord { change(&$0) }
      #expect(try title() == "Mine", "change \(number)")
    }
    let sound: [(inout KeyboardDefinition) -> Void] = [
      key { $0.output = "ë" },
      {
        let key = { RowItem.key(Key(input: $0, output: "e")) }
        $0.panels[0].pages[0].content.rows[0].items += [key("é"), key("è"), key("f")]
      },
    ]
    for change in sound {
      try writeRecord { change(&$0) }
      #expect(try title() == "Record")
    }
  }

  /// They are checked at the first press of a dead key, and then there are none.
  @Test(arguments: ["\u{7}", "éééééééééé"])
  func sequencesThatNoFileCouldSayAreNone(text: String) throws {
    _ = try folder.write("mine.yaml", Self.mine)
    try writeRecord { keyboard in
      var deadKeys = DeadKeys.none
      if let place = deadKeys.open([.dead("dead_acute")]) {
        deadKeys.add(.insert("e"), typing: text, at: place)
      }
      keyboard.deadKeys = deadKeys
    }
    let keyboard = try library.keyboard("mine")
    #expect(keyboard.title == "Record" && keyboard.deadKeys.isEmpty)
  }

  @Test func aDamagedOneIsNotRead() throws {
    _ = try folder.write("mine.yaml", Self.mine)
    try writeRecord()
    let record = try bytes("\(folder.path)/mine.record")
    for place in stride(from: 0, to: record.count, by: 7) {
      var changed = record
      changed[place] ^= 1
      _ = try folder.write("mine.record", String(decoding: changed, as: UTF8.self))
      #expect(try title() == "Mine", "byte \(place)")
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    let file = try folder.write("mine.yaml", Self.mine)
    #expect(!library.isRecorded("mine"))
    let record = try #require(try library.recordFile(of: file))
    #expect(record.path == "\(folder.path)/mine.record")
    _ = try folder.write("mine.record", String(decoding: record.bytes, as: UTF8.self))
    #expect(library.isRecorded("mine"))
    #expect(library.userNames == ["mine"])
    #expect(try library.keyboard("mine") == library.file(file, checksOwner: false))
  }

  /// The panel may change, and nobody would look.
  @Test func aPanelOfTheUsersOwnHasNoRecord() throws {
    _ = try folder.write(
      "pin.yaml", "keyboard: pin\npanels: { numbers: { rows: [ \"1 {delete}\" ] } }")
    let file = try folder.write(
      "mine.yaml", "keyboard: mine\npanels: { numbers: { from: pin } }")
    #expect(try library.recordFile(of: file) == nil)
    #expect(library.isRecorded("mine"))
  }
}
