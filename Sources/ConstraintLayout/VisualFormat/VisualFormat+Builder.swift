extension VisualFormat {
  /// Makes the constraints of a picture.
  struct Builder {
    let format: String
    let picture: Picture
    let options: Options
    let metrics: [String: Double]
    let views: [String: LayoutArea]
    let superviewSpacing: SuperviewSpacing

    func constraints() throws(Error) -> [LayoutConstraint] {
      try checkOptions()
      var areas: [LayoutArea] = []
      for view in picture.views { areas.append(try area(view.name)) }
      let superview = try superview(of: areas)
      var result: [LayoutConstraint] = []
      for (index, view) in picture.views.enumerated() {
        if index == 0, let link = picture.start, let superview {
          result += try edge(link, .start, areas[0], superview)
        } else if let link = view.link {
          result += try gap(link, areas[index - 1], areas[index])
        }
        for size in view.sizes { result.append(try thickness(size, areas[index])) }
      }
      if let link = picture.end, let superview, let last = areas.last {
        result += try edge(link, .end, last, superview)
      }
      for (before, after) in zip(areas, areas.dropFirst()) {
        for attribute in options.alignment {
          result.append(LayoutConstraint(before, attribute, .equal, after, attribute))
        }
      }
      for constraint in result { try check(constraint) }
      return result
    }

    // MARK: Links

    private enum Side { case start, end }

    /// The constraints between a view and an edge of its superview.
    private func edge(
      _ link: Link, _ side: Side, _ view: LayoutArea, _ superview: LayoutItem
    ) throws(Error) -> [LayoutConstraint] {
      let attribute = side == .start ? startAttribute : endAttribute
      var outer = attribute
      var gaps: [Gap]
      switch link {
      case .flush: gaps = [Gap()]
      case .gaps(let predicates): gaps = try read(predicates)
      case .standard:
        switch superviewSpacing {
        case .fixed(let distance): gaps = [Gap(constant: distance)]
        case .margins:
          gaps = [Gap()]
          outer = attribute.margin
        }
      }
      return gaps.map { gap in
        // Constants are distances inwards: the item farther along the axis comes first.
        (side == .start) == runsForward
          ? make(view, attribute, superview, outer, gap)
          : make(superview, outer, view, attribute, gap)
      }
    }

    /// The constraints between two views that follow each other.
    private func gap(
      _ link: Link, _ before: LayoutArea, _ after: LayoutArea
    ) throws(Error) -> [LayoutConstraint] {
      let gaps: [Gap]
      switch link {
      case .flush: gaps = [Gap()]
      case .standard: gaps = [Gap(constant: SystemSpacing.siblings)]
      case .gaps(let predicates): gaps = try read(predicates)
      }
      let isBaselines =
        picture.axis == .vertical && options.contains(.spacingBaselineToBaseline)
      return gaps.map { gap in
        if isBaselines { return make(after, .firstBaseline, before, .lastBaseline, gap) }
        return runsForward
          ? make(after, startAttribute, before, endAttribute, gap)
          : make(before, endAttribute, after, startAttribute, gap)
      }
    }

    private func make(
      _ first: LayoutArea, _ firstAttribute: LayoutAttribute, _ second: LayoutArea,
      _ secondAttribute: LayoutAttribute, _ gap: Gap
    ) -> LayoutConstraint {
      LayoutConstraint(
        first, firstAttribute, gap.relation, second, secondAttribute, constant: gap.constant,
        priority: gap.priority)
    }

    /// Whether coordinates grow along the picture.
    private var runsForward: Bool {
      picture.axis == .vertical || !options.contains(.directionRightToLeft)
    }

    private var startAttribute: LayoutAttribute {
      if picture.axis == .vertical { return .top }
      if options.contains(.directionRightToLeft) { return .right }
      return options.contains(.directionLeftToRight) ? .left : .leading
    }

    private var endAttribute: LayoutAttribute {
      if picture.axis == .vertical { return .bottom }
      if options.contains(.directionRightToLeft) { return .left }
      return options.contains(.directionLeftToRight) ? .right : .trailing
    }

    // MARK: Predicates

    /// A predicate on a distance, its names looked up.
    private struct Gap {
      var relation = LayoutRelation.equal
      var constant = 0.0
      var priority = LayoutPriority.required
    }

    private func read(_ predicates: [Predicate]) throws(Error) -> [Gap] {
      var gaps: [Gap] = []
      for predicate in predicates {
        gaps.append(
          Gap(
            relation: predicate.relation, constant: try number(predicate.value),
            priority: try priority(predicate.priority)))
      }
      return gaps
    }

    private func thickness(
      _ predicate: Predicate, _ view: LayoutArea
    ) throws(Error) -> LayoutConstraint {
      let size = picture.axis.size
      let priority = try priority(predicate.priority)
      if case .name(let name) = predicate.value, metrics[name.text] == nil,
        let other = views[name.text]
      {
        return LayoutConstraint(view, size, predicate.relation, other, size, priority: priority)
      }
      return LayoutConstraint(
        view, size, predicate.relation, nil, constant: try number(predicate.value),
        priority: priority)
    }

    private func priority(_ value: Value?) throws(Error) -> LayoutPriority {
      guard let value else { return .required }
      guard let priority = LayoutPriority(rawValue: Float(try number(value))) else {
        throw fail("A priority must be greater than 0 and at most 1000", column(of: value))
      }
      return priority
    }

    private func number(_ value: Value) throws(Error) -> Double {
      switch value {
      case .number(let number, _): return number
      case .name(let name):
        guard let metric = metrics[name.text] else {
          throw fail(
            "Encountered metric with name \"\(name.text)\", but value was not specified in metrics or views dictionaries",
            name.end)
        }
        guard metric.isFinite else {
          throw fail("The metric \"\(name.text)\" is NaN or infinite", name.end)
        }
        return metric
      }
    }

    private func column(of value: Value) -> Int {
      switch value {
      case .number(_, let column): column
      case .name(let name): name.end
      }
    }

    // MARK: Views

    private func area(_ name: Name) throws(Error) -> LayoutArea {
      guard let area = views[name.text] else {
        throw fail("Unable to find view with name \(name.text)", name.end)
      }
      return area
    }

    /// The superview that `|` stands for, if there is a `|`.
    private func superview(of areas: [LayoutArea]) throws(Error) -> LayoutItem? {
      guard picture.start != nil || picture.end != nil else { return nil }
      guard let superview = areas[0].superview else {
        throw fail(
          "Unable to interpret '|' character, because the related view doesn't have a superview",
          picture.views[0].end)
      }
      for (view, area) in zip(picture.views, areas) where area.superview !== superview {
        throw fail(
          "Unable to interpret '|' character, because \(view.name.text) has another superview",
          view.end)
      }
      return superview
    }

    // MARK: Checks

    private func checkOptions() throws(Error) {
      let horizontal: Options = [
        .alignAllTop, .alignAllBottom, .alignAllCenterY, .alignAllFirstBaseline,
        .alignAllLastBaseline,
      ]
      let vertical: Options = [
        .alignAllLeft, .alignAllRight, .alignAllLeading, .alignAllTrailing, .alignAllCenterX,
      ]
      let others: Options = [
        .directionLeftToRight, .directionRightToLeft, .spacingBaselineToBaseline,
      ]
      guard options.isSubset(of: others.union(horizontal).union(vertical)) else {
        throw fail("There is no option with the raw value \(options.rawValue)", 0)
      }
      guard !options.isSuperset(of: [.directionLeftToRight, .directionRightToLeft]) else {
        throw fail("Views follow each other from left to right or from right to left, not both", 0)
      }
      guard options.isSubset(of: others.union(picture.axis == .horizontal ? horizontal : vertical))
      else { throw fail("Views cannot be aligned along the axis they follow each other on", 0) }
    }

    /// Checks a constraint made from names that fit, such as a guide that has no baseline.
    private func check(_ constraint: LayoutConstraint) throws(Error) {
      do throws(LayoutError) {
        try constraint.checkForm()
      } catch {
        throw fail("\(error)", 0)
      }
    }

    private func fail(_ message: String, _ column: Int) -> Error {
      Error(message: message, format: format, column: column)
    }
  }
}
