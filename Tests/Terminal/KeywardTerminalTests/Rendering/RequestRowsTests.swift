import KeywardEngine
import Testing

@testable import KeywardTerminal

/// The rows of who asks and for what: which words stay, and that no row beside them is free.
@Suite struct RequestRowsTests {
  private static let endless =
    "apt-get install " + (1...400).map { "package-\($0)" }.joined(separator: " ")

  private static let sizes = [
    (30, 8), (40, 10), (40, 12), (40, 16), (60, 10), (60, 18), (80, 10), (80, 24), (200, 60),
  ]

  private func purpose(_ command: String) -> Purpose {
    var purpose = Purpose()
    purpose.lead = "to run as root:"
    (purpose.plainLead, purpose.note, purpose.command) = ("for:", "as root", command)
    return purpose
  }

  @Test("The user stays while arguments are cut, and so do the first 40 characters")
  func theUserStays() {
    let name = "/usr/local/sbin/rotate-the-backups"
    for count in [0, 1, 2, 3, 5, 9, 14, 30] {
      let command = name + (0..<count).map { " --option-\($0)" }.joined()
      for width in 24...100 {
        for most in 2...5 {
          for mark in [0, 6] {
            let rows = purpose(command).rows(width: width, atMost: most, mark: mark).rows
            let text = rows.joined().filter { $0 != " " }
            // From a card of 40 columns on, the first 40 characters may need both rows.
            let isTight = most == 2 && (32..<38).contains(width)
            #expect(isTight || text.contains("asroot"), "\(width), \(most): \(rows)")
            guard width >= 38 else { continue }
            let head = command.prefix(40).filter { $0 != " " }
            #expect(text.contains(head), "\(width), \(most): \(rows)")
          }
        }
      }
    }
  }

  @Test(
    "No row is free while the asking program or the command is cut",
    arguments: [ScreenForm.full, .card], [false, true])
  func noRowIsFree(form: ScreenForm, isDecision: Bool) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.form = form
    if isDecision {
      model.question.description = "Delete the volume?"
      model.buttons = [("Delete", .submit), ("Keep", .disagree)].map {
        .init(label: $0, acceleratorIndex: nil, choice: $1)
      }
    } else {
      model.fields = [.init(prompt: "Password", mask: .bullets, characterCount: 3)]
    }
    for count in [4, 9, 26] {
      model.question.purpose = purpose(
        "cmd " + (1...count).map { "package-number-\($0)" }.joined(separator: " "))
      for asker in ["", " ← bash ← lazygit", " ← bash ← python3 ← terminal ← session ← login"] {
        model.question.asker = "asked by sudo, pid 29203, in ~/site" + asker
        for columns in [28, 36, 40, 60, 80] {
          for rows in [8, 10, 11, 16, 20] {
            let lines = model.rendered(columns: columns, rows: rows).buffer.lines
            guard lines.contains(where: { $0.contains("… PgDn") }) else { continue }
            let size = "\(count), \(columns) × \(rows): \(lines)"
            // Buttons never touch a question.
            let buttons = lines.firstIndex { $0.contains("Delete") && !$0.contains("?") }
            let blank = lines.indices.filter { lines[$0].allSatisfy { " │".contains($0) } }
            #expect(blank.allSatisfy { $0 + 1 == buttons }, "\(size)")
            let edge = lines.firstIndex { $0.contains("╭") && !$0.contains("Password") }
            let who = lines.firstIndex { $0.contains("asked by") } ?? rows
            #expect(edge ?? 0 <= who, "\(size)")
          }
        }
      }
    }
  }

  @Test("No row is free beside a word that is longer than the window")
  func longWord() {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.form = .card
    model.fields = [.init(prompt: "Password", mask: .bullets, characterCount: 3)]
    model.question.asker = "asked by sudo, pid 4264, in ~/site ← bash"
    let start = "/usr/sbin/useradd -o -u 0 backdoor --comment "
    model.question.purpose = purpose(start + String(repeating: "c", count: 100_000))
    for columns in [60, 66, 72, 79, 80, 81, 100] {
      for rows in [16, 24] {
        let lines = model.rendered(columns: columns, rows: rows).buffer.lines
        #expect(!lines.contains("") && lines.contains { $0.contains("[…]") }, "\(lines)")
      }
    }
  }

  @Test(
    "The asking program beside the key that scrolls is cut between its parts",
    arguments: ScreenForm.allCases)
  func partsOfTheAsker(form: ScreenForm) {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.form = form
    model.fields = [.init(prompt: "Password", mask: .bullets)]
    for count in [1, 8, 40] {
      model.question.purpose = purpose(
        "cmd " + (1...count).map { "package-number-\($0)" }.joined(separator: " "))
      for folder in ["~", "~/site", "~/a/very/long/folder/of/the/program"] {
        let whole = "asked by sudo, pid 7529, in \(folder) ← bash"
        model.question.asker = whole
        for columns in [34, 38, 40, 44, 51, 60, 80] {
          for rows in [8, 10, 16] {
            let lines = model.rendered(columns: columns, rows: rows).buffer.lines
            let line = lines.first { $0.contains("asked by") && $0.contains("… PgDn") }
            guard let line else { continue }
            let text = TextWrap.trimmed(String(line.prefix { $0 != "…" }).filter { $0 != "│" })
            let parts = ["asked by sudo", ", pid 7529", ", in \(folder)", " ← bash"]
            let heads = parts.indices.map { parts[...$0].joined() }
            #expect(heads.contains(text.trimmed), "\(columns) × \(rows): \(lines)")
          }
        }
      }
    }
  }

  @Test("Opened on a low inline screen, the command begins on the first page")
  func openedInline() {
    var model = PromptViewModel(Question(), on: PromptSurface())
    model.form = .inline
    model.question.asker = "asked by sudo, pid 8085, in ~/site ← keyward"
    model.question.purpose = purpose(
      "/usr/local/sbin/rotate-backups --all --prune --older-than 90d")
    model.fields = [.init(prompt: "[sudo] password for judy:", mask: .bullets)]
    model.descriptionOffset = 1
    let lines = model.rendered(columns: 40, rows: 10).buffer.lines
    #expect(lines.contains { $0.contains("rotate-backups") }, "\(lines)")
    #expect(lines.contains { $0.contains("90d") }, "\(lines)")
  }

  @Test(
    "While keys are dropped, no key is offered, and nothing moves", arguments: ScreenForm.allCases,
    [0, 1])
  func droppedKeys(form: ScreenForm, pages: Int) throws {
    var surface = PromptSurface()
    surface.isInline = form == .inline
    for isDecision in [false, true] {
      for (columns, rows) in Self.sizes {
        let prompt = try PromptHarness.prompt(
          hasKeyboard: false, on: surface,
          more: {
            $0.look.form = form
            if isDecision { ($0.kind, $0.noLabel) = (.decision, "_No") }
            ($0.asker, $0.purpose) = ("asked by sudo, pid 4711, in ~/site", purpose(Self.endless))
          })
        prompt.handle(.window(columns: columns, rows: rows), at: 1)
        func lines() -> [String] { prompt.picture(columns: columns, rows: rows).buffer.lines }
        func offers(_ lines: [String]) -> Bool {
          lines.contains { line in
            ["Enter", "Esc", "PgDn", "PgUp"].contains { line.contains($0) }
          }
        }
        if pages > 0 { prompt.press(.pageDown) }
        let first = lines()
        let size = "\(form), \(columns) × \(rows)"
        #expect(offers(first) && first.contains { $0.contains("… Pg") }, "\(size): \(first)")
        prompt.handle(.questionChanged(until: 2.5), at: 2)
        #expect(!offers(lines()), "\(size): \(lines())")
        prompt.handle(.time, at: 2.5)
        prompt.notify("")
        #expect(lines() == first, "\(size)")
        prompt.handle(.ended(.timedOut), at: 3)
        prompt.handle(.withdrawn, at: 3)
        let last = lines()
        #expect(!offers(last), "\(size): \(last)")
        let places = [first, last].map { $0.firstIndex { $0.contains("apt-get") } }
        #expect(places[0] == places[1], "\(size): \(last)")
      }
    }
  }
}
