extension VisualFormat {
  /// A format as it is written, names not yet looked up.
  struct Picture {
    var axis = LayoutAxis.horizontal
    /// From the superview's start edge to the first view.
    var start: Link?
    var views: [View] = []
    /// From the last view to the superview's end edge.
    var end: Link?
  }

  struct View {
    var name: Name
    /// From the view before; the first view has none.
    var link: Link?
    var sizes: [Predicate] = []
    /// Just behind the bracket.
    var end = 0
  }

  enum Link {
    /// Nothing between.
    case flush
    /// A single `-`.
    case standard
    case gaps([Predicate])
  }

  struct Predicate {
    var relation = LayoutRelation.equal
    var value: Value
    var priority: Value?
  }

  enum Value {
    case name(Name)
    /// A number and where it begins.
    case number(Double, column: Int)
  }

  struct Name {
    var text: String
    /// Just behind the last character.
    var end: Int
  }
}
