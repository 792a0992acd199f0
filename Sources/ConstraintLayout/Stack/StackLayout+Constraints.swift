extension StackLayout {
  /// The parts by which a stack recognises a constraint it made earlier.
  struct ConstraintKey: Hashable {
    var first: Int
    var firstAttribute: LayoutAttribute
    var relation: LayoutRelation
    var second: Int?
    var secondAttribute: LayoutAttribute
    var priority: LayoutPriority
    var identifier: String
  }

  /// The attributes along or across the stack.
  struct Edges {
    var start: LayoutAttribute
    var end: LayoutAttribute
    var size: LayoutAttribute
    var center: LayoutAttribute

    init(_ axis: LayoutAxis) {
      switch axis {
      case .horizontal: (start, end, size, center) = (.leading, .trailing, .width, .centerX)
      case .vertical: (start, end, size, center) = (.top, .bottom, .height, .centerY)
      }
    }
  }

  /// Collects the constraints the stack should have now.
  struct Plan {
    /// The constraint as the stack wants it now.
    struct Part {
      var key: ConstraintKey
      var first: LayoutArea
      var second: LayoutArea?
      var multiplier: Double
      var constant: Double
    }

    var constraints: [Part] = []

    mutating func add(
      _ identifier: String, _ first: LayoutArea, _ firstAttribute: LayoutAttribute,
      _ relation: LayoutRelation, _ second: LayoutArea?, _ secondAttribute: LayoutAttribute,
      multiplier: Double = 1, constant: Double = 0, at priority: Float = 1000
    ) {
      let key = ConstraintKey(
        first: first.rank, firstAttribute: firstAttribute, relation: relation,
        second: second?.rank, secondAttribute: secondAttribute, priority: .level(priority),
        identifier: "KWSV-" + identifier)
      constraints.append(
        Part(key: key, first: first, second: second, multiplier: multiplier, constant: constant))
    }

    /// `area.size == 0` at a priority.
    mutating func shrink(
      _ identifier: String, _ area: LayoutArea, _ size: LayoutAttribute, at priority: Float = 1000
    ) {
      add(identifier, area, size, .equal, nil, .notAnAttribute, at: priority)
    }
  }

  /// Exchanges the stack's constraints for those it should have now.
  func updateConstraints(in engine: LayoutEngine) {
    var plan = Plan()
    let canvas: LayoutArea = isMarginsRelative ? guide(\.marginsGuide, "margins", in: engine) : self
    planAlong(canvas, &plan, engine)
    if !arrangedViews.isEmpty { planAcross(canvas, &plan, engine) }
    let wanted = Set(plan.constraints.map(\.key))
    for (key, constraint) in made.sorted(by: { $0.value.serial < $1.value.serial })
    where !wanted.contains(key) { engine.deactivate(constraint) }
    let old = made
    engine.onRollback { self.made = old }
    for item in plan.constraints {
      let key = item.key
      let constraint =
        made[key]
        ?? LayoutConstraint(
          item.first, key.firstAttribute, key.relation, item.second, key.secondAttribute,
          multiplier: item.multiplier, constant: item.constant, priority: key.priority,
          identifier: key.identifier, source: .stack)
      made[key] = constraint
      let (oldMultiplier, oldConstant) = (constraint.multiplier, constraint.constant)
      engine.onRollback {
        constraint.multiplier = oldMultiplier
        constraint.constant = oldConstant
      }
      constraint.multiplier = item.multiplier
      constraint.constant = item.constant
      if constraint.isActive { engine.lower(constraint) } else { engine.activate(constraint) }
    }
  }

  // MARK: Guides

  /// A guide of the stack, made when it is first needed.
  func guide(
    _ path: ReferenceWritableKeyPath<StackLayout, LayoutGuide?>, _ name: String,
    in engine: LayoutEngine
  ) -> LayoutGuide {
    if let guide = self[keyPath: path] { return guide }
    let guide = makeGuide(name, path == \.marginsGuide ? .margins : nil, in: engine)
    engine.onRollback { self[keyPath: path] = nil }
    self[keyPath: path] = guide
    return guide
  }

  /// The guide between one visible view and the next.
  func gap(_ index: Int, in engine: LayoutEngine) -> LayoutGuide {
    if index < gaps.count { return gaps[index] }
    let guide = makeGuide("gap\(index + 1)", nil, in: engine)
    let old = gaps
    engine.onRollback { self.gaps = old }
    gaps.append(guide)
    return guide
  }

  private func makeGuide(
    _ name: String, _ placement: LayoutArea.Placement?, in engine: LayoutEngine
  ) -> LayoutGuide {
    engine.registerGuide(self.name + "." + name, in: self, placement)
  }
}
