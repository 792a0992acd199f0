/// A rule about several parts of a keyboard file, checked after all of them are read.
protocol LayoutRule: SendableMetatype {
  static func check(_ draft: LayoutDraft, _ reader: inout DiagnosticDecoder)
}

/// All these rules.
enum LayoutRules {
  /// The rules about the rows alone.
  static let ofRows: [any LayoutRule.Type] = [
    TokenRule.self, RowWidthRule.self, RepeatedKeyRule.self, LevelRowsRule.self,
  ]
  static let all: [any LayoutRule.Type] =
    ofRows + [
      UnusedKeyRule.self, GroupRule.self, WayOutRule.self, DeleteKeyRule.self, AltGrKeyRule.self,
      DeadKeyRule.self,
    ]
}
