extension LayoutSolver {
  /// Which sides of zero a symbol may not go to for now.
  struct Bounds: OptionSet {
    let rawValue: UInt8
    static let notPositive = Bounds(rawValue: 1)
    static let notNegative = Bounds(rawValue: 2)
    static let zero = Bounds(rawValue: 3)
  }

  /// A step of the search: the required constraints, a level, the ties, settling.
  ///
  /// Levels are their priorities, so that a stage compares as it comes: the higher, the earlier.
  enum Stage {
    static let required: Float = 1000
    /// The first level there can be.
    static let levels = Float(1000).nextDown
    static let ties: Float = -1
    static let settling: Float = -2
    /// Comes after all: nothing is left to do.
    static let none: Float = -3
  }

  /// A variable, or the amount by which the left side of a constraint exceeds the right one.
  struct Symbol {
    /// The row of a basic symbol; the complement of the column of a nonbasic one.
    var place: Int32
    /// The other half of a presolved pair, −1 for a symbol in the tableau.
    var peer: Int32 = -1
    /// The rank of the pair a symbol is in.
    var rank = 0
    /// The lowest rank there has been of pairs that mention a variable without being its own.
    var rankLimit = Int.max
    /// The number of constraints that mention a variable.
    var uses: Int32 = 0
    var priority: Float
    /// The stage that forbade positive values.
    var upperStage = Stage.none
    /// The stage that forbade negative values.
    var lowerStage = Stage.none
    var isVariable: Bool
    /// Whether the symbol stands in the list of required ones that have to be looked at.
    var isPending = false
    /// The bounds of the symbol whatever the optimum.
    var requirement: Bounds
    /// The bounds of the symbol in the stage under way.
    var bounds: Bounds
    /// Which of the two costs counts while a level is being minimised; 0 for neither, at zero.
    var side: Int8 = 0
    /// The cost of a positive value per unit: 1 for `==`, `<=` and variables, unless scaled.
    var positiveCost: Double
    /// The cost of a negative value per unit: 1 for `==`, `>=` and variables, unless scaled.
    var negativeCost: Double
    /// The rank among equals: the tie order of constraints, the order of creation of variables.
    var order: UInt64
    /// The part of a constraint that is no variable; the value of a variable that is presolved.
    var constant: Double
    /// The distance from zero that still counts as zero.
    var tolerance: Double
    /// The power of two by which a constraint's numbers were multiplied.
    var scale = 1.0

    @inline(__always)
    var isRequired: Bool { priority == Stage.required }

    /// The bounds that a value breaks.
    @inline(__always)
    static func broken(by value: Double, _ tolerance: Double) -> Bounds {
      value > tolerance ? .notPositive : value < -tolerance ? .notNegative : []
    }

    /// The sides of zero on which a value costs nothing more than at zero.
    @inline(__always)
    var freeOfCost: Bounds {
      var bounds: Bounds = []
      if positiveCost > 0 { bounds.insert(.notPositive) }
      if negativeCost > 0 { bounds.insert(.notNegative) }
      return bounds
    }
  }
}
