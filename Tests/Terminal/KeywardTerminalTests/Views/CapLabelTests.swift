import KeywardEngine
import KeywardGeometry
import KeywardLayout
import Testing

@testable import KeywardTerminal

/// The labels of caps beside plain letters: marks, words for invisible characters, long labels,
/// second labels.
@Suite struct CapLabelTests {
  private func view(
    _ entry: String, columns: Int = 80, rows: Int = 24, form: FormName = .iso, more: String = ""
  ) throws -> KeyboardView {
    let text = ScreenSamples.file(of: form, entry: entry) + "\n" + more
    let definition = try KeyboardDefinition.load(
      Array(text.utf8), path: "\(form.rawValue).yaml", source: ScreenSamples.library.shipped)
    let screen = try ScreenDescription(columns: columns, lines: rows)
    let page = try #require(
      definition.page(
        PanelSelection(panel: .letters), in: PanelSet(of: definition), room: screen.usableWidth))
    let layout = try KeyboardGeometry(
      screen: screen, profile: .standard, hasToolbar: false,
      grid: definition.heightGrid(in: screen.usableWidth)
    ).layout(of: page)
    var view = KeyboardView(layout: layout, glyphs: Glyphs(isASCII: false))
      .fitted(columns: min(columns, 75), lines: rows > 30 ? 21 : 11)
    view.hasBlocks = true
    return view
  }

  private func shown(_ label: String, cells: Int) -> String {
    var buffer = CellBuffer(columns: 8, rows: 1)
    let text = CapLabel(Key(input: "a", label: label), glyphs: Glyphs(isASCII: false))
      .form(fitting: cells)
    buffer.put(text ?? "?", column: 0, row: 0, limit: cells)
    return buffer.lines[0]
  }

  /// Three Burmese vowels join no base in Unicode's sense; all were drawn as a circle alone.
  @Test func everyMarkIsDrawn() {
    for value in UInt32(0x300)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark: break
      default: continue
      }
      if scalar.properties.isDefaultIgnorableCodePoint { continue }
      for cells in [1, 2] {
        let text = shown(String(scalar), cells: cells)
        #expect(text.unicodeScalars.contains(scalar), "\(scalar.codePointText) in \(cells)")
      }
    }
  }

  @Test func aMarkIsDrawnOnACircleWhereItFits() {
    for mark in ["\u{64E}", "\u{301}", "\u{E31}", "\u{93E}"] {
      #expect(shown(mark, cells: 2) == "\u{25CC}" + mark)
      #expect(CapLabel(Key(input: mark), glyphs: Glyphs(isASCII: true)).forms == ["?"])
    }
    #expect(shown("\u{301}", cells: 1) == "\u{25CC}\u{301}")
    #expect(shown("\u{102B}", cells: 2) == "\u{25CC}\u{102B}")
    #expect(shown("\u{102B}", cells: 1) == "\u{102B}")
  }

  @Test func wordsAndLongLabelsAreShortened() {
    #expect(shown("ZWNJ", cells: 4) == "ZWNJ" && shown("ZWNJ", cells: 3) == "nj")
    #expect(shown("ZWJ", cells: 2) == "zj" && shown("ZWNJ", cells: 1) == "…")
    #expect(shown("abcdef", cells: 4) == "abc…" && shown("abcdef", cells: 1) == "…")
    #expect(shown("語", cells: 2) == "語" && shown("語", cells: 1) == "…")
    #expect(CapLabel(Key(input: "語"), glyphs: Glyphs(isASCII: false)).form(fitting: 0) == nil)
  }

  @Test func noLabelIsTooLongForAKeyboard() throws {
    for columns in [40, 60, 80] {
      #expect(try view("abcdefgh", columns: columns).canBeDrawn)
      #expect(try view("{U+200C}", columns: columns).canBeDrawn)
    }
  }

  /// The rows of the first caps, whose tiles have five cells in high rows.
  private func caps(
    _ entry: String, rows: Int = 40, _ change: (inout KeyboardView) -> Void = { _ in }
  ) throws -> [String] {
    var view = try view(entry, rows: rows)
    change(&view)
    let line = view.grid.tiles[0].line
    return view.drawn.lines[line + 1...line + view.grid.lineHeight - 1].map {
      String($0.dropFirst(view.grid.caps.lowerBound).prefix(9))
    }
  }

  @Test func theAltGrLabelIsAtTheRight() throws {
    #expect(try caps("q Q @ Ω") == ["", " q    q  ", "  @    @ "])
    #expect(try caps("語 語")[1].hasPrefix(" 語  語"))
  }

  @Test func theShiftLabelIsAbove() throws {
    #expect(try caps("1 !") == [" !   !   ", " 1   1   ", ""])
  }

  @Test func secondLabelsFollowShiftAndGoWithAltGr() throws {
    #expect(try caps("q Q @ Ω") { $0.shift = .once }[2] == "  Ω    Ω ")
    #expect(try caps("q Q @ Ω") { $0.altgr = .once } == ["", " q    q  ", ""])
  }

  /// A second label that would touch the label, or has no row, is left out.
  @Test func labelsWithoutRoomAreLeftOut() throws {
    #expect(try caps("1 ! ¹ ¡") == [" !    !  ", " 1    1  ", "  ¹    ¹ "])
    #expect(try !caps("語 語 @ Ω").joined().contains("@"))
    #expect(try caps("q Q @ Ω", rows: 24) == [" q   q   "])
  }

  @Test func secondLabelsAreQuiet() throws {
    let view = try view("1 !", rows: 40)
    let buffer = view.drawn
    let tile = view.grid.tiles[0]
    #expect(buffer[tile.column + 1, tile.line + 1].style.foreground == .secondLabel)
    #expect(buffer[tile.column + 1, tile.line + 2].style.foreground == .label)
  }

  /// Words or signs, for all three at once, by the narrowest of their keys.
  @Test(arguments: FormName.allCases)
  func shiftDeleteAndReturnSpeakOneLanguage(form: FormName) throws {
    guard form != .compact else { return }
    for columns in 50...90 {
      for rows in [24, 40] {
        let view = try view("a A", columns: columns, rows: rows, form: form)
        let slots = view.layout.keys.indices.filter {
          [.shift, .delete, .return].contains(view.layout.keys[$0].key.role)
        }
        let labels = Set(slots.compactMap(view.label(of:)).filter { !$0.isEmpty })
        let words: Set = ["shift", "delete", "return"]
        #expect(labels == words || labels == ["⇧", "⌫", "⏎"], "\(columns): \(labels)")
      }
    }
  }

  @Test("Where the terminal cannot draw a mark, its name is drawn")
  func marksThatCannotBeDrawnHaveNames() {
    let glyphs = Glyphs(isASCII: false, firstLoneMark: 0x370)
    func text(_ mark: String) -> String { CapLabel.text(Key(input: mark).label, glyphs) }
    #expect(text("\u{E31}") == "◌ha" && text("\u{E34}") == "◌i")
    #expect(text("\u{94D}") == "◌vm" && text("\u{945}") == "◌ce")
    #expect(text("\u{301}") == "\u{25CC}\u{301}")
    // xterm cuts off the right part of a vowel beside its letter.
    #expect(text("\u{93E}") == "◌aa" && text("\u{94A}") == "◌so" && text("\u{94B}") == "◌o")
    #expect(text("\u{17C1}\u{17C7}") == "◌er" && text("\u{F39}") == "F39")
    func shown(_ mark: String, in cells: Int) -> String? {
      CapLabel(Key(input: mark), showing: text(mark), glyphs: glyphs).form(fitting: cells)
    }
    #expect(shown("\u{94D}", in: 4) == "◌vm" && shown("\u{94D}", in: 3) == "vm")
    #expect(shown("\u{94D}", in: 2) == "vm" && shown("\u{E34}", in: 2) == "◌i")
    let label = CapLabel(Key(input: "a", label: "102B"), glyphs: glyphs)
    #expect(label.form(fitting: 3) == "02B" && label.form(fitting: 2) == "2B")
    #expect(CapLabel(Key(input: "a", label: "94A"), glyphs: glyphs).form(fitting: 2) == "4A")
    func terminal(_ variables: [String: String]) -> Glyphs {
      TerminalEnvironment { variables[$0] }.glyphs
    }
    let xterm = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "XTERM_VERSION": "XTerm(379)"]
    #expect(terminal(xterm) == glyphs)
    #expect(terminal(xterm.merging(["VTE_VERSION": "7006"]) { $1 }).firstLoneMark == .max)
    #expect(terminal(xterm.merging(["TERM": "xterm-kitty"]) { $1 }).firstLoneMark == .max)
    for term in ["linux", "st-256color", "stterm"] {
      #expect(terminal(["TERM": term, "LANG": "C.UTF-8"]).firstLoneMark == 0x300)
    }
  }

  private static let terminals = [
    Glyphs(isASCII: false), Glyphs(isASCII: false, firstLoneMark: 0x370),
    Glyphs(isASCII: false, firstLoneMark: 0x300),
  ]

  @Test("Keys with different marks have different labels, which are whole, on every terminal")
  func marksHaveDifferentNames() throws {
    for name in ShippedLayouts.keyboardNames {
      let definition = try ShippedLayouts.keyboard(named: name)
      let keys = definition.panels.flatMap { $0.pages.flatMap(\.keys) }
      for glyphs in Self.terminals {
        var marks: [String: String] = [:]
        for text in Set(keys.flatMap { $0.actions.map(\.text) + $0.alternates }) {
          guard !text.isEmpty, text.unicodeScalars.allSatisfy(\.isMark) else { continue }
          let label = CapLabel.text(text, glyphs)
          let former = marks.updateValue(text, forKey: label)
          #expect(former == nil, "\(name): \(label) for \(text.unicodeScalars)")
          let letters = label.unicodeScalars.filter { $0 != "\u{25CC}" && !$0.isMark }
          #expect(letters.count <= 2, "\(name): \(label)")
        }
      }
    }
  }

  @Test("No label of a shipped keyboard is cut into another word", .tags(.slow))
  func labelsAreWhole() throws {
    for name in ShippedLayouts.keyboardNames {
      let definition = try ShippedLayouts.keyboard(named: name)
      let set = try PanelSet(of: definition)
      var tested: Set<String> = []
      for columns in 20...160 {
        let screen = try ScreenDescription(columns: columns, lines: 24)
        guard
          let page = definition.page(
            PanelSelection(panel: .letters), in: set, room: screen.usableWidth),
          let layout = try? KeyboardGeometry(
            screen: screen, profile: .standard, hasToolbar: false,
            grid: definition.heightGrid(in: screen.usableWidth)
          ).layout(of: page)
        else { continue }
        let view = KeyboardView(layout: layout, glyphs: Self.terminals[1])
          .fitted(columns: min(columns, 76), lines: 21)
        // Only the widths of caps matter, which many windows share.
        guard
          tested.insert(view.grid.tiles.map { String($0.columns) }.joined(separator: " ")).inserted
        else { continue }
        for glyphs in Self.terminals {
          var view = KeyboardView(layout: layout, glyphs: glyphs)
            .fitted(columns: min(columns, 76), lines: 21)
          view.hasBlocks = true
          guard view.canBeDrawn else { continue }
          for slot in layout.keys.indices where layout.keys[slot].key.role == .input {
            let room = view.grid.tiles[slot].columns - 1
            let key = layout.keys[slot].key
            let shown = view.label(of: slot)
            let whole = CapLabel.text(key.label, glyphs)
            #expect(isWhole(shown, of: whole), "\(name) \(columns): \(shown ?? "") of \(whole)")
            for second in [key.shiftLabel, key.altgrLabel(at: .plain), key.altgrLabel(at: .shift)] {
              guard let shown = CapLabel.text(second, glyphs, fitting: room) else { continue }
              let whole = CapLabel.text(second, glyphs)
              #expect(isWhole(shown, of: whole), "\(name) \(columns): \(shown) of \(whole)")
            }
          }
        }
      }
    }
  }

  /// True for a whole label, one without its dotted circle, and the end of a code point.
  private func isWhole(_ shown: String?, of label: String) -> Bool {
    guard let shown else { return false }
    if shown == label || "\u{25CC}" + shown == label { return true }
    let isCode = label.utf8.count > 2 && label.allSatisfy { $0.isHexDigit && !$0.isLowercase }
    if isCode { return label.hasSuffix(shown) }
    // Names of invisible characters have abbreviations in lower case.
    return shown == shown.lowercased() && label == label.uppercased() && shown.utf8.count == 2
  }

  @Test func upAndDownLeaveReturnOverTwoRows() throws {
    let view = try view("a")
    let joined = try #require(view.joined)
    let keys = view.layout.keys
    func row(from slot: Int, towards key: TerminalKey) -> Int? {
      view.layout.neighbor(of: slot, towards: key).map { keys[$0].row }
    }
    #expect(row(from: joined.upper, towards: .down) == 3)
    #expect(row(from: joined.lower, towards: .down) == 3)
    #expect(row(from: joined.lower, towards: .up) == 0)
  }

  @Test(arguments: [FormName.iso, .ansi, .jis, .abnt])
  func bothShiftsHaveTheSameLabel(form: FormName) throws {
    for columns in [76, 80, 120] {
      let view = try view("a A", columns: columns, form: form)
      let labels = view.layout.keys.indices.filter { view.layout.keys[$0].key.role == .shift }
        .map(view.label(of:))
      #expect(labels.count == 2 && Set(labels).count == 1, "\(labels)")
    }
  }

  @Test func returnOverTwoRowsIsOneKey() throws {
    var view = try view("a")
    let joined = try #require(view.joined)
    #expect(view.layout.keys[joined.upper].key.id == "return")
    #expect(view.layout.keys[joined.lower].key.id == "return-2")
    let drawn = view.drawn.lines
    #expect(drawn.joined().count { $0 == "⏎" } == 1)
    // No half row is free between the two parts.
    let tile = view.grid.tiles[joined.lower]
    let row = Array(drawn[tile.line] + String(repeating: " ", count: 80))
    let gap = row[tile.column..<tile.column + tile.columns - 1]
    #expect(!gap.contains("▀"), "\(gap)")
    view.isFocused = true
    view.focus = joined.lower
    #expect(view.isMarked(joined.upper) && view.isMarked(joined.lower))
    #expect(try self.view("a", form: .ansi).joined == nil)
  }
}

extension Unicode.Scalar {
  fileprivate var codePointText: String { "U+" + String(value, radix: 16, uppercase: true) }
}
