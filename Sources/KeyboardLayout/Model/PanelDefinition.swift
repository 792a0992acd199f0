/// A panel of a keyboard: its page or pages and the groups of keys that trade places.
package struct PanelDefinition: Hashable, Sendable {
  /// A page of `symbols`, or a form of another panel.
  ///
  /// Other panels have only the page `digits` in half width.
  package struct Page: Hashable, Sendable {
    /// The name of the page.
    package var page: SymbolPage
    /// The set of characters.
    package var width: PanelWidth
    /// Its rows, with all possible switch keys.
    package var content: PanelPage

    /// A page with these rows.
    package init(page: SymbolPage = .digits, width: PanelWidth = .half, content: PanelPage) {
      self.page = page
      self.width = width
      self.content = content
    }
  }

  /// The name of the panel.
  package var name: PanelName
  /// Its pages: one, two to four of `symbols`, or one for each form.
  package var pages: [Page]
  /// The groups that `--shuffle` moves; ids of keys of this panel.
  package var groups: [ShuffleGroup]

  /// A panel of these pages, unchecked.
  package init(name: PanelName, pages: [Page], groups: [ShuffleGroup] = []) {
    self.name = name
    self.pages = pages
    self.groups = groups
  }

  /// Whether `symbols` has full-width pages.
  package var hasFullWidth: Bool { pages.contains { $0.width == .full } }

  /// Returns the page of a selection; ignores page and width for panels other than symbols.
  ///
  /// - Parameters:
  ///   - page: the page of symbols.
  ///   - width: its width.
  ///   - room: the width of the panel in points; the first form that fits is taken.
  /// - Returns: `nil` if the panel has no such page.
  package func page(
    _ page: SymbolPage, _ width: PanelWidth, in room: Double = .infinity
  ) -> PanelPage? {
    guard name == .symbols else {
      guard pages.count > 1 else { return pages.first?.content }
      return (pages.first { $0.content.hasRoom(in: room) } ?? pages.last)?.content
    }
    return pages.first { $0.page == page && $0.width == width }?.content
  }

  /// Tells whether some page has a key of this role.
  package func contains(_ role: KeyRole) -> Bool {
    pages.contains { $0.content.contains(role) }
  }

  /// Tells whether some page has a key to a panel.
  func leads(to panel: PanelName) -> Bool {
    KeyRole.allCases.contains { $0.targetPanel == panel && contains($0) }
  }

  /// Tells whether every page leads to one with a key to another panel.
  func hasWayOut(to others: [PanelName]) -> Bool {
    WayOutRule.hasWayOut(pages, to: others)
  }
}
