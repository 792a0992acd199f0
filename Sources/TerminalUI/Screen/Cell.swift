/// One place of the screen.
public struct Cell: Hashable, Sendable {
  /// What stands in a cell.
  public enum Content: Hashable, Sendable {
    /// A character one cell wide.
    case narrow(Character)
    /// A character two cells wide; the next cell is its `tail`.
    case wide(Character)
    /// The second half of the wide character before it.
    case tail
    /// Shown by somebody else: characters of a secret that never are in a buffer.
    case secret
  }

  public var content: Content
  public var style: Style

  public static let blank = Cell(content: .narrow(" "), style: .plain)

  public init(content: Content, style: Style) {
    self.content = content
    self.style = style
  }
}
