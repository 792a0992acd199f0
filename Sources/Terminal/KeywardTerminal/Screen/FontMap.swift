/// The characters of a console's font.
package struct FontMap: Hashable, Sendable {
  private let characters: Set<UInt16>

  package init(_ characters: some Sequence<UInt16>) {
    // Assume ASCII in any font.
    self.characters = Set(characters).union(0x20...0x7e)
  }

  package func has(_ scalar: Unicode.Scalar) -> Bool {
    UInt16(exactly: scalar.value).map(characters.contains) ?? false
  }

  /// The scalar itself, the most similar one in the font, or `?`.
  package func drawable(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    if has(scalar) { return scalar }
    let alternatives = Self.alternatives.first { $0.0.unicodeScalars.contains(scalar) }?.1 ?? "?"
    return alternatives.unicodeScalars.first(where: has) ?? "?"
  }

  /// Characters and their replacements, the best replacement first.
  private static let alternatives = [
    ("╭┏", "┌+"), ("╮┓", "┐+"), ("╰┗", "└+"), ("╯┛", "┘+"), ("┌┐└┘├┤┬┴┼", "+"),
    ("┣", "├+"), ("┫", "┤+"), ("┳", "┬+"), ("┻", "┴+"), ("╋", "┼+"), ("━", "─-"), ("┃▏", "│|"),
    ("─–—", "-"), ("│", "|"), ("•", "●∙·*"), ("✗", "×x"), ("✓", "√v"), ("·", "∙:"), ("…", "."),
    ("█", "#"), ("░◌", "."), ("⇧", "↑^"), ("⇑", "▲A"), ("⇪", "▲A"), ("⏎", "↵<"), ("⌫", "←<"),
    ("␣", "_"), ("⇄", "↔>"), ("⎇", "G"), ("‘’", "'"), ("“”„", "\""), ("\u{a0}", " "),
  ]
}

extension CellBuffer {
  /// Replaces characters that the font lacks, since a console would draw all of them alike.
  mutating func keep(only font: FontMap) {
    for row in 0..<rows {
      for (column, cell) in grid[row].enumerated() {
        guard !cell.isASCII, let scalar = character(column, row)?.unicodeScalars.first,
          cell.isCluster || !font.has(scalar)
        else { continue }
        fill(
          column: column, row: row, width: 1, glyph: font.drawable(for: scalar), style: cell.style)
      }
    }
  }
}
