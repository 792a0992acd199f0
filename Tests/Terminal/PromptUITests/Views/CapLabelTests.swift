import KeyboardLayout
import KeywardGeometry
import Testing

@testable import PromptUI

/// The labels of caps beside plain letters: marks, words for invisible characters, long labels,
/// second labels.
@Suite struct CapLabelTests {
  private func view(
    _ entry: String, columns: Int = 80, rows: Int = 24, form: FormName = .iso, more: String = ""
  ) throws -> KeyboardView {
    let text = ScreenSamples.file(of: form, entry: entry) + "\n" + more
    let definition = try KeyboardFile.load(
      Array(text.utf8), path: "\(form.rawValue).yaml", source: ScreenSamples.library.shipped)
    let screen = try ScreenDescription(columns: columns, lines: rows)
    let page = try #require(
      definition.page(
        PanelSelection(panel: .letters), in: PanelSet(of: definition), room: screen.usableWidth))
    let layout = try KeyboardGeometry(
      screen: screen, profile: ScreenSamples.profile, devices: DeviceCatalog(devices: []),
      hasToolbar: false, grid: definition.heightGrid(in: screen.usableWidth)
    ).layout(of: page)
    var view = KeyboardView(layout: layout, glyphs: Glyphs(isASCII: false))
      .fitted(columns: min(columns, 75), lines: rows > 30 ? 16 : 11)
    view.hasBlocks = true
    return view
  }

  private func lines(of view: KeyboardView) -> [String] {
    var buffer = CellBuffer(columns: view.grid.columns, rows: view.grid.lines)
    view.draw(on: &buffer, column: 0, row: 0)
    return buffer.lines
  }

  /// The label of an input key's cap in so many cells.
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

  @Test func aMarkStandsOnACircleWhereItHasRoom() {
    #expect(shown("\u{301}", cells: 1) == "\u{25CC}\u{301}")
    #expect(shown("\u{102B}", cells: 2) == "\u{25CC}\u{102B}")
    #expect(shown("\u{102B}", cells: 1) == "\u{102B}")
  }

  @Test func wordsAndLongLabelsAreShortened() {
    #expect(shown("ZWNJ", cells: 4) == "ZWNJ" && shown("ZWNJ", cells: 3) == "nj")
    #expect(shown("ZWJ", cells: 2) == "zj" && shown("ZWNJ", cells: 1) == "…")
    #expect(shown("abcdef", cells: 4) == "abc…" && shown("abcdef", cells: 1) == "…")
    #expect(shown("語", cells: 2) == "語" && shown("語", cells: 1) == "…")
  }

  @Test func noLabelIsTooLongForAKeyboard() throws {
    for columns in [40, 60, 80] {
      #expect(try view("abcdefgh", columns: columns).canBeDrawn)
      #expect(try view("{U+200C}", columns: columns).canBeDrawn)
    }
  }

  @Test func aCapShowsWhatAltGrTypes() throws {
    let line = try lines(of: view("q Q @ Ω"))[1]
    #expect(line.hasPrefix(" q @  q @ "), "\(line)")
  }

  @Test func aWideLabelMakesRoomForWhatAltGrTypes() throws {
    let both = try lines(of: view("語 語 @ Ω"))[1]
    #expect(both.hasPrefix("語 @ 語 @ "), "\(both)")
    let alone = try lines(of: view("語"))[1]
    #expect(alone.hasPrefix(" 語   語  "), "\(alone)")
  }

  @Test func aSecondRowShowsShiftToo() throws {
    let all = try lines(of: view("1 ! ¹ ¡", rows: 40))
    #expect(all[1].hasPrefix(" 1    1   ") && all[2].hasPrefix(" ! ¹  ! ¹ "), "\(all)")
    let letters = try lines(of: view("q Q @ Ω", rows: 40))
    #expect(letters[1].hasPrefix(" q    q   ") && letters[2].hasPrefix("   @    @ "), "\(letters)")
  }

  @Test func secondLabelsFollowShiftAndGoWithAltGr() throws {
    var view = try view("q Q @ Ω")
    view.shift = .once
    #expect(lines(of: view)[1].hasPrefix(" q Ω  q Ω "))
    view.altgr = .once
    #expect(lines(of: view)[1].hasPrefix(" q    q   "))
  }

  @Test func whatHasNoRoomIsLeftOut() throws {
    #expect(try lines(of: view("q Q abc", columns: 80))[1].hasPrefix(" q    q   "))
    #expect(try lines(of: view("q Q @", columns: 40))[1].hasPrefix("q  q  q"))
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
  func bothShiftsSayTheSame(form: FormName) throws {
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
    let drawn = lines(of: view)
    #expect(drawn.joined().count { $0 == "⏎" } == 1)
    // No half row is free between the two parts.
    let tile = view.grid.tiles[joined.lower]
    let row = Array(drawn[tile.line] + String(repeating: " ", count: 80))
    let gap = row[tile.column..<tile.column + tile.columns - 1]
    #expect(!gap.contains("▄"), "\(gap)")
    view.isFocused = true
    view.focus = joined.lower
    #expect(view.isMarked(joined.upper) && view.isMarked(joined.lower))
    #expect(try self.view("a", form: .ansi).joined == nil)
  }
}

extension Unicode.Scalar {
  fileprivate var codePointText: String { "U+" + String(value, radix: 16, uppercase: true) }
}
