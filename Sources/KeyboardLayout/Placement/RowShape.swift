/// What the widths of a row's keys depend on besides the keys themselves.
struct RowShape {
  /// The width of one item before the row is put together.
  enum Width {
    case units(Double)
    /// A unit key that is stretched with its gap.
    case share
    case fill
    /// What the centred middle of the row leaves over.
    case edge
    /// A `panel-*` or `width-*` key beside one of the other.
    case pair
    /// The `return` of a row with a pair.
    case facingPair
  }

  let row: PanelRow
  private let isPad: Bool
  private let hasSpace: Bool
  private let hasFill: Bool
  private let hasPair: Bool
  /// Whether the row is stretched to fill the panel.
  let isStretched: Bool

  init(_ row: PanelRow, isPad: Bool) {
    self.row = row
    self.isPad = isPad
    let roles = row.items.lazy.map { $0.key?.role }
    let hasSpace = roles.contains(.space)
    let hasFill = row.items.contains { item in
      guard let key = item.key else { return false }
      let width = Self.explicitWidth(of: key, in: row)
      return width == .fill || (width == nil && key.role == .space && !isPad)
    }
    self.hasSpace = hasSpace
    self.hasFill = hasFill
    hasPair = row.items.indices.contains { Self.isInPair($0, row) }
    let sharesByDefault = !isPad && row.items.first?.key?.role.targetPage != nil
    isStretched =
      !hasFill
      && row.items.contains { item in
        guard let key = item.key else { return false }
        let width = Self.explicitWidth(of: key, in: row)
        return width == .share || (width == nil && sharesByDefault && key.role == .input)
      }
  }

  /// Whether the item is a key that stands flush at an end of the row.
  private func isEdge(_ index: Int) -> Bool {
    guard !isPad, !hasSpace, !hasFill, index == 0 || index == row.items.count - 1,
      let key = row.items[index].key, key.role.standsAtEdges
    else { return false }
    return Self.explicitWidth(of: key, in: row) == nil
  }

  /// The width of an item in its row, by what the file says or the defaults of roles.
  func width(of index: Int) -> Width {
    guard let key = row.items[index].key else {
      if case .gap(let units) = row.items[index] { return .units(units) }
      return .units(1)
    }
    switch Self.explicitWidth(of: key, in: row) {
    case .units(let count): return .units(count)
    case .fill: return .fill
    case .share: return .share
    case nil: break
    }
    if isPad { return .units(1) }
    if isEdge(index) { return .edge }
    if Self.isInPair(index, row) { return .pair }
    switch key.role {
    case .input: return isStretched ? .share : .units(1)
    case .space: return .fill
    case .return where hasPair: return .facingPair
    case .return, .panelLetters, .panelSymbols, .panelNumbers: return .units(hasSpace ? 2 : 1.5)
    default: return .units(1.5)
    }
  }

  /// How many unit keys the row takes at least; edge keys and `fill` count 1, and a pair what it
  /// takes in the narrowest usual grid.
  var neededUnits: Double {
    row.items.indices.reduce(0) { sum, index in
      switch width(of: index) {
      case .units(let count): sum + count
      case .share, .fill, .edge: sum + 1
      case .pair: sum + 1.5
      case .facingPair: sum + 3
      }
    }
  }

  /// The width the file asks for: the key's own, else for input keys the row's.
  private static func explicitWidth(of key: Key, in row: PanelRow) -> KeyWidth? {
    key.width ?? (key.role == .input ? row.width : nil)
  }

  /// Whether a `panel-*` and a `width-*` key stand side by side here, without widths of their own.
  private static func isInPair(_ index: Int, _ row: PanelRow) -> Bool {
    guard let key = row.items[index].key, key.width == nil else { return false }
    return isPair(key, index - 1, row) || isPair(key, index + 1, row)
  }

  private static func isPair(_ key: Key, _ beside: Int, _ row: PanelRow) -> Bool {
    guard row.items.indices.contains(beside), let other = row.items[beside].key else {
      return false
    }
    return (key.role.targetPanel != nil && other.role.targetWidth != nil)
      || (key.role.targetWidth != nil && other.role.targetPanel != nil)
  }
}
