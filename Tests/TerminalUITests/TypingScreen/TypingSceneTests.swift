import KeyboardLayout
import Testing

@testable import TerminalUI

/// The typing screen's constraints, without texts.
@Suite struct TypingSceneTests {
  /// Needs of every kind, in windows of few rows to many.
  private static let samples: [TypingNeeds] = {
    var samples: [TypingNeeds] = []
    // Wide, narrow, and with room for one button; between them the constraints are the same.
    for columns in [2, 40, 131] {
      for keyboard in [nil, Size(lines: 8, strip: true), Size(lines: 8, strip: false)] {
        for (lines, blanks) in [(0, 0), (1, 0), (3, 1), (20, 4)] {
          for (errors, fields) in [(0, 1), (1, 2), (3, 2), (2, 0)] {
            var needs = TypingNeeds(columns: columns, rows: 1)
            needs.descriptionLines = lines
            needs.descriptionBlanks = blanks
            needs.errorRows = errors
            needs.fields = fields
            needs.activeField = max(0, fields - 1)
            // What only the called programs show, in half of the samples.
            if errors > 1 {
              needs.titleRows = 1
              needs.hintRows = 2
              needs.tipRows = columns % 3
              needs.hasQuality = true
            }
            needs.buttonRows = errors > 1 ? (columns < 40 ? 3 : 1) : 0
            needs.promptColumns = 10
            needs.isNarrow = columns < 64
            needs.hasCount = errors != 1
            needs.statusRows = needs.isNarrow ? 2 : 1
            needs.keyboard = keyboard.map {
              .init(
                columns: columns - columns % 2, lines: $0.lines, hasToolbar: $0.strip,
                bottomRows: fields)
            }
            samples.append(needs)
          }
        }
      }
    }
    return samples
  }()

  private struct Size {
    var lines: Int
    var strip: Bool
  }

  /// The samples from the least number of rows to more than they need.
  private static let solved: [(needs: TypingNeeds, frames: TypingFrames)] = samples.flatMap {
    sample in
    var needs = sample
    let first = (needs.keyboard?.lines ?? 0) + 1
    return (Array(first..<first + 20) + [first + 30, first + 60]).map { rows in
      needs.rows = rows
      return (needs, TypingScene.frames(for: needs))
    }
  }

  private func forEachSize(_ body: (TypingNeeds, TypingFrames) -> Void) {
    for (needs, frames) in Self.solved { body(needs, frames) }
  }

  @Test func everythingIsFlushFromTheFirstRowToTheLast() {
    forEachSize { needs, frames in
      var line = 0
      var parts = [frames.header, frames.rule, frames.title, frames.description, frames.error]
      for field in frames.fields {
        if field.prompt.line < field.box.line { parts.append(field.prompt) }
        parts.append(field.box)
      }
      parts += [frames.count, frames.quality, frames.hints, frames.buttons, frames.status]
      parts += [frames.panelEdge, frames.toolbar, frames.panel]
      for part in parts where part.lines > 0 {
        #expect(part.line >= line, "\(needs) \(frames)")
        #expect(part.column >= 0 && part.column + part.columns <= needs.columns, "\(needs)")
        line = part.line + part.lines
      }
      #expect(line <= needs.rows)
      #expect(frames.keyboard.line + frames.keyboard.lines == needs.rows, "\(needs)")
      #expect(frames.status.line + frames.status.lines == frames.panelEdge.line, "\(needs)")
      #expect(frames.panelEdge.line + frames.panelEdge.lines == frames.keyboard.line, "\(needs)")
      if needs.keyboard != nil {
        #expect(frames.toolbar.line == frames.keyboard.line)
        #expect(frames.panel.line == frames.toolbar.line + frames.toolbar.lines)
      }
    }
  }

  @Test func nothingIsHalved() {
    forEachSize { needs, frames in
      let heights = Set(frames.fields.map(\.box.lines))
      #expect(heights.isSubset(of: [0, 1, 3]) && heights != [0, 3] && heights != [1, 3])
      let last = needs.fields > 0 ? frames.fields[needs.activeField].box : frames.buttons
      #expect(last.lines > 0, "\(needs)")
      #expect([0, 1, 3].contains(frames.toolbar.lines))
      guard let keyboard = needs.keyboard else { return }
      let below = needs.rows - frames.panel.line - frames.panel.lines
      #expect(frames.panel.lines == keyboard.lines && [0, keyboard.bottomRows].contains(below))
    }
  }

  /// What a part got, and what it wanted, in the order of giving way; parts that are all or nothing
  /// may leave rows over, so the description stands behind the boxes as well.
  private func shares(_ needs: TypingNeeds, _ frames: TypingFrames) -> [(got: Int, wanted: Int)] {
    let boxes = frames.fields.contains { $0.box.lines == 3 }
    let lines = needs.descriptionLines
    let other = frames.fields.indices.filter { $0 != needs.activeField }
      .map { min(1, frames.fields[$0].box.lines) }
    return [
      (max(0, frames.hints.lines - needs.hintRows), needs.tipRows),
      (max(0, frames.description.lines - lines), needs.descriptionBlanks),
      (frames.rule.lines, 1),
      (boxes ? 1 : 0, needs.hasBoxes && needs.fields > 0 ? 1 : 0),
      (min(frames.hints.lines, needs.hintRows), needs.hintRows),
      (frames.title.lines, needs.titleRows),
      (frames.status.lines, needs.statusRows),
      (needs.fields > 0 ? frames.buttons.lines : 0, needs.fields > 0 ? needs.buttonRows : 0),
      (max(0, frames.error.lines - 1), max(0, needs.errorRows - 1)),
      needs.fields > 0 ? (0, 0) : (frames.buttons.lines - 1, needs.buttonRows - 1),
      (min(1, frames.description.lines), min(1, lines)),
      (frames.toolbar.lines, needs.keyboard?.hasToolbar == true ? 3 : 0),
      (frames.quality.lines, needs.hasQuality ? 1 : 0),
      (min(1, frames.error.lines), min(1, needs.errorRows)),
      (other.first ?? 0, other.count),
      (frames.header.lines, 1),
    ]
  }

  @Test func whatComesFirstHasGivenWayBeforeWhatComesLater() {
    forEachSize { needs, frames in
      let shares = shares(needs, frames)
      for (index, later) in shares.enumerated() where later.got < later.wanted {
        // A strip gives up two rows at once, which others may take.
        let isStrip = index == 11
        for former in shares[..<index] where !isStrip {
          #expect(former.got == 0, "\(index): \(shares) \(needs)")
        }
      }
    }
  }

  @Test func noRowIsTakenWhereThereIsRoomForAll() {
    for var needs in Self.samples {
      needs.rows = 100
      let frames = TypingScene.frames(for: needs)
      for share in shares(needs, frames) { #expect(share.got == share.wanted, "\(needs)") }
      #expect(frames.description.lines == needs.descriptionLines + needs.descriptionBlanks)
    }
  }

  @Test(arguments: [(27, 3), (29, 3), (30, 4), (32, 4), (33, 5), (99, 27)])
  func aThirdOfTheRowsTooManyIsAboveTheText(rows: Int, line: Int) {
    var needs = TypingNeeds(columns: 80, rows: rows)
    needs.descriptionLines = 10
    needs.statusRows = 1
    #expect(TypingScene.frames(for: needs).description.line == line)
  }

  @Test func aSecondFrameOfTheSameNeedsIsNotSolvedAgain() throws {
    var content = try SketchContent.content(columns: 80, rows: 24)
    var former = TypingScreen(content).compose(columns: 80, rows: 24)
    // Frames no solution has: whoever uses them has not solved.
    former.layout?.frames.status.line -= 1
    content.notice = "Caps Lock is on"
    let second = TypingScreen(content).compose(columns: 80, rows: 24, after: former)
    #expect(second.buffer.lines[11].hasPrefix(" Caps Lock is on"))
    let wider = TypingScreen(content).compose(columns: 81, rows: 24, after: former)
    #expect(wider.buffer.lines[12].hasPrefix(" Caps Lock is on"))
  }
}
