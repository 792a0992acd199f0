import Glibc
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardLayout

@Suite struct KeyboardLibraryTests {
  private static let mine = "keyboard: mine\npanels: { numbers: { from: number } }\n"

  private func sentence(_ library: KeyboardLibrary, _ name: String) -> String {
    do throws(KeyboardLibraryError) {
      _ = try library.keyboard(name)
      return "none"
    } catch {
      return error.description
    }
  }

  @Test func theUsersFolder() {
    #expect(KeyboardLibrary.folder(configHome: "/c", home: "/h") == "/c/keyward/keyboards")
    #expect(KeyboardLibrary.folder(configHome: nil, home: "/h") == "/h/.config/keyward/keyboards")
    #expect(KeyboardLibrary.folder(configHome: "c", home: "/h") == "/h/.config/keyward/keyboards")
    #expect(KeyboardLibrary.folder(configHome: "", home: "/h") == "/h/.config/keyward/keyboards")
    #expect(KeyboardLibrary.folder(configHome: nil, home: nil) == nil)
  }

  @Test(arguments: [
    ("latin-qwerty", false), ("./a", true), ("a.yaml", true), ("a.yml", true), ("a.json", true),
    ("a.txt", false),
  ])
  func paths(_ text: String, _ isPath: Bool) {
    #expect(KeyboardLibrary.isPath(text) == isPath)
  }

  @Test func namesAndFiles() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.mine, to: "mine.yaml")
    try folder.write(Self.mine, to: "latin-qwerty.yaml")
    try folder.write("x", to: "notes.txt")
    let library = KeyboardLibrary(shipped: Shipped.source, folder: folder.path)
    #expect(library.userNames == ["mine"])
    #expect(try library.keyboard("mine").id == "mine")
    #expect(try library.keyboard(file).id == "mine")
    #expect(try library.keyboard("latin-qwerty").panels.count == 3)
    #expect(
      sentence(library, "mien").hasPrefix(
        "There is no keyboard “mien”. Did you mean “mine”? There are "))
  }

  /// A locale, a language or its own name leads to its keyboards; a word of two letters without a
  /// match to none, since with another letter it is another word.
  @Test(
    .tags(.slow),
    arguments: [
      ("german", "de"), ("deutsch", "at”, “ch”, “de"), ("de_DE", "de"), ("en_US", "us"),
      ("fr_CA.UTF-8", "ca"), ("русский", "ru"), ("DE", "de"), ("frnech", "ca”, “fr"),
      ("uk", "gb”, “ua"), ("cn", nil), ("zh_CN", nil), ("xx", nil),
    ] as [(String, String?)])
  func unknownNamesLeadToKeyboards(name: String, meant: String?) {
    let library = KeyboardLibrary(shipped: Shipped.source, folder: nil)
    let advice = meant.map { " Did you mean “\($0)”?" } ?? ""
    let count = Shipped.source.names.count
    #expect(
      sentence(library, name)
        == "There is no keyboard “\(name)”.\(advice) There are \(count) keyboards.")
  }

  @Test func panelsOfTheUsersOwnKeyboards() throws {
    let folder = try TemporaryFolder()
    let rows = "keyboard: pin\npanels: { numbers: { rows: [\"1 2 {delete}\"] } }\n"
    try folder.write(rows, to: "pin.yaml")
    try folder.write("keyboard: mine\npanels: { numbers: { from: pin } }\n", to: "mine.yaml")
    let library = KeyboardLibrary(shipped: Shipped.source, folder: folder.path)
    #expect(try library.keyboard("mine").panel(.numbers)?.pages.first?.keys.count == 3)
    try folder.write(rows, to: "pin.yaml", mode: 0o666)
    #expect(sentence(library, "mine").contains("There is no keyboard “pin”."))
  }

  @Test func othersMayNotWriteIt() throws {
    let folder = try TemporaryFolder()
    let library = KeyboardLibrary(shipped: Shipped.source, folder: nil)
    for mode: mode_t in [0o620, 0o602, 0o666] {
      let file = try folder.write(Self.mine, to: "mine.yaml", mode: mode)
      #expect(
        sentence(library, file)
          == "\(file): Other users can write to this file, so the file is not used; "
          + "run “chmod go-w \(file)”.")
      #expect(try library.file(file, checksOwner: false).id == "mine")
    }
    let file = try folder.write(Self.mine, to: "mine.yaml", mode: 0o644)
    #expect(try library.keyboard(file).id == "mine")
  }

  @Test(.enabled(if: geteuid() == 0, "giving a file away takes root"))
  func othersMayNotOwnIt() throws {
    let folder = try TemporaryFolder()
    let library = KeyboardLibrary(shipped: Shipped.source, folder: nil)
    let file = try folder.write(Self.mine, to: "mine.yaml")
    chown(file, 65534, 65534)
    #expect(
      sentence(library, file)
        == "\(file): Another user owns this file, so the file is not used; make your own copy of "
        + "it.")
  }

  @Test func shippedNamesAreTaken() throws {
    let folder = try TemporaryFolder()
    let library = KeyboardLibrary(shipped: Shipped.source, folder: folder.path)
    let changed = "keyboard: number\npanels: { numbers: { rows: [\"1 {delete}\"] } }\n"
    let file = try folder.write(changed, to: "number.yaml")
    #expect(
      sentence(library, file)
        == "\(file):1:11: “number” is the name of a shipped keyboard. Choose another name.")
    let original = try #require(ShippedFiles.keyboard("number"))
    let copy = try folder.write(String(decoding: original, as: UTF8.self), to: "number.yaml")
    #expect(try library.keyboard(copy).id == "number")
    // A comment makes no other keyboard.
    let remarked = try folder.write(
      "# Mine.\n" + String(decoding: original, as: UTF8.self), to: "number.yaml")
    #expect(try library.keyboard(remarked).id == "number")
  }

  @Test func regularFilesOnly() throws {
    let folder = try TemporaryFolder()
    let library = KeyboardLibrary(shipped: Shipped.source, folder: nil)
    #expect(sentence(library, "\(folder.path)/no.yaml").hasSuffix("Check its path."))
    let irregular = "This is not a regular file. Give the path of a YAML file."
    #expect(sentence(library, "/dev/zero") == "/dev/zero: \(irregular)")
    #expect(sentence(library, "\(folder.path)/") == "\(folder.path)/: \(irregular)")
    let pipe = "\(folder.path)/pipe.yaml"
    mkfifo(pipe, 0o600)
    #expect(sentence(library, pipe) == "\(pipe): \(irregular)")
    let big = try folder.write(String(repeating: " ", count: 256 * 1024 + 1), to: "big.yaml")
    #expect(
      sentence(library, big)
        == "\(big): This file is larger than 256 KiB. Divide it into several files.")
  }

  @Test("Programs contain every file of the folders for keyboards and forms, as it is")
  func everyShippedFileIsInThePrograms() throws {
    let files = entryNames(in: "\(Repository.path)/Layouts/keyboards").filter {
      $0.hasSuffix(".yaml")
    }
    #expect(files.count >= 117)
    #expect(files.map { String($0.dropLast(5)) }.sorted() == ShippedFiles.keyboardNames)
    for name in ShippedFiles.keyboardNames {
      let path = "\(Repository.path)/Layouts/keyboards/\(name).yaml"
      #expect(try UserFile.read(path, checksOwner: false) == ShippedFiles.keyboard(name))
    }
    for form in FormName.allCases {
      let path = "\(Repository.path)/Layouts/forms/\(form.rawValue).yaml"
      #expect(try UserFile.read(path, checksOwner: false) == ShippedFiles.form(form))
    }
    #expect(ShippedFiles.keyboard("nothing") == nil && ShippedFiles.keyboard("") == nil)
  }

  @Test("Our own keyboards name their schema in the first line")
  func schemaLine() throws {
    for name in Shipped.ownNames {
      let bytes = try #require(ShippedFiles.keyboard(name))
      let first = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
      #expect(first == "# yaml-language-server: $schema=keyboard.schema.json")
    }
  }
}
