/// One place of the screen.
package struct Cell: Hashable, Sendable {
  /// The content of a cell.
  package enum Content: Hashable, Sendable {
    /// A character one cell wide.
    case narrow(Character)
    /// A character two cells wide; the next cell is its `tail`.
    case wide(Character)
    /// The second half of the wide character before it.
    case tail
    /// Filled from elsewhere: characters of a secret that are never in a buffer.
    case secret
  }

  package var content: Content
  package var style: Style

  package static let blank = Cell(content: .narrow(" "), style: .plain)

  package init(content: Content, style: Style) {
    self.content = content
    self.style = style
  }
}
