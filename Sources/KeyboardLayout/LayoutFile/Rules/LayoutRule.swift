/// A rule between the parts of a keyboard file, checked when all of them are read.
protocol LayoutRule: SendableMetatype {
  static func check(_ draft: LayoutDraft, _ reader: inout FileReader)
}

/// Every such rule.
enum LayoutRules {
  /// Those of the rows by themselves.
  static let ofRows: [any LayoutRule.Type] = [
    TokenRule.self, RowWidthRule.self, RepeatedKeyRule.self, LevelRowsRule.self,
  ]
  static let all: [any LayoutRule.Type] =
    ofRows + [
      UnusedKeyRule.self, GroupRule.self, WayOutRule.self, DeleteKeyRule.self, AltGrKeyRule.self,
      DeadKeyRule.self,
    ]
}
