/// The widths of a row's items, as far as they follow from the row alone.
///
/// The relevant parts of the keys are copied out once, so that measuring and placing a row does not
/// pass whole keys around.
struct RowShape {
  /// The width of one item before the row is put together.
  enum Width {
    case units(Double)
    /// A unit key that is stretched with its gap.
    case share
    case fill
    /// The space left over by the centred middle of the row.
    case edge
    /// A `panel-*` key beside a `width-*` key, or the reverse.
    case pair
    /// The `return` key of a row with a pair.
    case facingPair
  }

  /// The relevant part of an item: a key's role and its width from the file, or a spacer's units.
  private struct Item {
    /// The role; `nil` for a spacer.
    var role: KeyRole?
    /// The key's own width, else, for input keys, the row's.
    var width: KeyWidth?

    init(_ item: RowItem, rowWidth: KeyWidth?) {
      switch item {
      case .gap(let units): width = .units(units)
      case .key(let key):
        role = key.role
        width = key.width ?? (key.role == .input ? rowWidth : nil)
      }
    }

    func pairs(with other: Item) -> Bool {
      (role?.targetPanel != nil && other.role?.targetWidth != nil)
        || (role?.targetWidth != nil && other.role?.targetPanel != nil)
    }
  }

  /// The width of every item.
  let widths: [Width]
  /// True if the row is stretched to fill the panel.
  let isStretched: Bool

  /// Finds the widths of a row by the file, or by the defaults of roles.
  init(_ row: PanelRow, isPad: Bool) {
    let items = row.items.map { Item($0, rowWidth: row.width) }
    let hasSpace = items.contains { $0.role == .space }
    let hasFill = items.contains { item in
      item.width == .fill || (item.width == nil && item.role == .space && !isPad)
    }
    let sharesByDefault = !isPad && items.first?.role?.targetPage != nil
    isStretched =
      !hasFill
      && items.contains { item in
        item.width == .share || (item.width == nil && sharesByDefault && item.role == .input)
      }
    let hasPair = items.indices.contains { Self.isInPair($0, items) }
    var widths: [Width] = []
    widths.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      // A key alone in its row is in the middle, not at an end.
      let isAtEnd = items.count > 1 && (index == 0 || index == items.count - 1)
      switch (item.width, item.role) {
      case (.units(let count), _): widths.append(.units(count))
      case (.fill, _): widths.append(.fill)
      case (.share, _): widths.append(.share)
      case (nil, _) where isPad: widths.append(.units(1))
      case (nil, let role?) where isAtEnd && !hasSpace && !hasFill && role.standsAtEdges:
        widths.append(.edge)
      case (nil, _) where Self.isInPair(index, items): widths.append(.pair)
      case (nil, .input): widths.append(isStretched ? .share : .units(1))
      case (nil, .space): widths.append(.fill)
      case (nil, .return) where hasPair: widths.append(.facingPair)
      case (nil, .return), (nil, .panelLetters), (nil, .panelSymbols), (nil, .panelNumbers):
        widths.append(.units(hasSpace ? 2 : 1.5))
      default: widths.append(.units(1.5))
      }
    }
    self.widths = widths
  }

  /// The number of unit keys that the row takes at least.
  ///
  /// Edge keys and `fill` count 1, and a pair its width in the narrowest usual grid.
  var neededUnits: Double {
    widths.reduce(0) { sum, width in
      switch width {
      case .units(let count): sum + count
      case .share, .fill, .edge: sum + 1
      case .pair: sum + 1.5
      case .facingPair: sum + 3
      }
    }
  }

  /// Tells whether a `panel-*` and a `width-*` key stand side by side here, this one without a
  /// width.
  private static func isInPair(_ index: Int, _ items: [Item]) -> Bool {
    guard items[index].width == nil else { return false }
    return (index > 0 && items[index].pairs(with: items[index - 1]))
      || (index + 1 < items.count && items[index].pairs(with: items[index + 1]))
  }
}
