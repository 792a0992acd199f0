/// A random order of the keys in the slots of a keyboard's pages, drawn once and then kept.
///
/// ```swift
/// let shuffle = Shuffle(of: keyboard, mode: .all, random: &source)
/// let shown = shuffle.apply(to: layout, of: selection)
/// ```
///
/// Every page is shuffled independently. Keys of a shuffle group trade slots with each other.
/// Function keys never move, nor do the keys `.` and `x` of a pad. Shuffling hides the typed
/// characters from someone who sees only the positions of touches, but not from someone who sees
/// the labels.
package struct Shuffle: Hashable, Sendable {
  /// The replacement for each moved key, indexed by the page and then by the moved key's id.
  private var exchanges: [Place: [String: Key]] = [:]

  /// Draws an order of the keys for which `drawing` returns a key, which is the one to draw.
  package init(
    of keyboard: KeyboardDefinition, mode: ShuffleMode, drawing: (Key) -> Key? = { $0 },
    random: inout some RandomSource
  ) {
    for panel in keyboard.panels where mode == .all || (mode == .digits && panel.name.isPad) {
      let groups = panel.groups.filter { mode == .all || $0.name == "digits" }
      for page in panel.pages {
        var moved: [String: Key] = [:]
        for group in groups {
          let keys = Self.movable(group, on: page).compactMap(drawing)
          for (place, order) in Self.order(of: keys.count, random: &random).enumerated() {
            moved[keys[place].id] = keys[order]
          }
        }
        exchanges[Place(panel.name, page.page, page.width, page.form)] = moved
      }
    }
  }

  /// Returns `layout`, the page of `selection`, with the shuffled keys in its slots.
  ///
  /// The keys of `layout` must be in the order of the file.
  package func apply(to layout: PanelLayout, of selection: PanelSelection) -> PanelLayout {
    let place = Place(selection.panel, selection.page, selection.width, layout.form)
    guard let moved = exchanges[place], !moved.isEmpty else { return layout }
    return layout.exchangingKeys { moved[$0.id] ?? $0 }
  }

  /// Draws a uniformly distributed random permutation of the numbers from 0 to `count` − 1.
  ///
  /// A random source that always returns its maximum gives the identity. A random source that
  /// always returns 0 gives `1 2 3 0` for a count of 4.
  package static func order(of count: Int, random: inout some RandomSource) -> [Int] {
    var order = Array(0..<count)
    for k in (1..<max(1, count)).reversed() {
      order.swapAt(k, random.next(below: k + 1))
    }
    return order
  }

  private static func movable(_ group: ShuffleGroup, on page: PanelPage) -> [Key] {
    let ids = Set(group.ids)
    return page.keys.filter { key in
      let isFixed = page.panel.isPad && (key.id == "." || key.id == "x")
      return key.role == .input && !isFixed && ids.contains(key.id)
    }
  }

  /// A page of a panel in one form.
  ///
  /// Only places on the panel `symbols` are distinguished by page and width, because other panels
  /// have a single page.
  private struct Place: Hashable {
    let selection: PanelSelection
    let form: FormName?

    init(_ panel: PanelName, _ page: SymbolPage, _ width: PanelWidth, _ form: FormName?) {
      selection =
        panel == .symbols
        ? PanelSelection(panel: panel, page: page, width: width) : PanelSelection(panel: panel)
      self.form = form
    }
  }
}

package struct ShuffleGroup: Hashable, Sendable {
  /// The group's name in the file; `--shuffle digits` shuffles only groups with the name `digits`.
  package var name: String
  package var ids: [String]
}

/// The keys to shuffle: the values of `--shuffle`.
@nonexhaustive public enum ShuffleMode: String, CaseIterable, Hashable, Sendable {
  /// No key moves.
  case none
  /// The keys of the group `digits` on the number and ID card panels.
  case digits
  /// The keys of every group on every page.
  case all
}

/// A source of random numbers for the shuffle: libsodium, or a seeded generator in tests.
public protocol RandomSource {
  /// Draws a random number.
  ///
  /// - Parameter bound: The number of possible results, at least 1.
  /// - Returns: A number from 0 to `bound` − 1, uniformly distributed.
  mutating func next(below bound: Int) -> Int
}
