/// A rule between the parts of a keyboard file, checked when all of them are read.
protocol LayoutRule: SendableMetatype {
  static func check(_ draft: LayoutDraft, _ reader: inout FileReader)
}

/// Every such rule.
enum LayoutRules {
  static let all: [any LayoutRule.Type] = [
    TokenRule.self, RowWidthRule.self, RepeatedKeyRule.self, UnusedKeyRule.self, GroupRule.self,
    WayOutRule.self, DeleteKeyRule.self,
  ]
}
