import ConstraintLayout
import Keyward

struct SceneBuilder {
  let file: SceneFile
  let engine: LayoutEngine
  let placement: KeyboardPlacement?
  let window: Rect
  let screen: Size
  var source: SceneSource
  var items: [LayoutItem] = []
  var views: [String: LayoutItem] = [:]
  var guides: [String: LayoutGuide] = [:]

  func errors(_ error: LayoutError) -> SceneFileErrors {
    source.errors ?? SceneFileErrors(file: source.name, error.description)
  }

  mutating func build() throws(LayoutError) -> KeyboardLayoutGuide {
    views["view"] = engine.root
    for view in file.views { add(try engine.makeItem(view.name, in: engine.root)) }
    var stacks: [StackLayout] = []
    for stack in file.stacks {
      stacks.append(try engine.makeStack(stack.view.name, in: engine.root))
    }
    stacks.forEach { add($0) }
    guides["safeArea"] = engine.root.safeAreaLayoutGuide
    let keyboard = try KeyboardLayoutGuide(
      engine: engine, settings: file.guide, keyboard: placement, window: window, screen: screen)
    guides["keyboard"] = keyboard.guide
    nest()
    let all = file.allViews
    for view in all { setFrame(view, among: all) }
    for view in all { try setProperties(view) }
    for (stack, layout) in zip(file.stacks, stacks) { try configure(layout, stack) }
    var constraints: [LayoutConstraint] = []
    for value in file.constraints { constraints += make(value) }
    try engine.activate(constraints)
    for entry in file.tracking {
      let tracked = entry.constraints.flatMap { make($0) }
      if entry.isNear {
        keyboard.setConstraints(tracked, activeWhenNearEdge: entry.edges)
      } else {
        keyboard.setConstraints(tracked, activeWhenAwayFrom: entry.edges)
      }
    }
    return keyboard
  }

  private mutating func add(_ item: LayoutItem) {
    items.append(item)
    views[item.name] = item
  }

  private mutating func nest() {
    var moves = file.allViews.compactMap { view in
      view.parent.map { (view.name, $0.name, $0.value) }
    }
    for stack in file.stacks {
      for item in stack.views { moves.append((item.name, stack.view.name, item.value)) }
    }
    for (name, parent, value) in moves {
      guard let view = views[name], let parent = views[parent] else { continue }
      do throws(LayoutError) {
        try engine.move(view, to: parent)
      } catch {
        source.fault(value, error.description)
      }
    }
  }

  private mutating func setFrame(_ view: SceneView, among all: [SceneView]) {
    guard let frame = view.frame, let item = views[view.name] else { return }
    let parent = all.first { $0.name == item.superview?.name }
    guard let size = parent == nil ? file.size : parent?.frame?.size else {
      return source.fault(
        view.key,
        "“\(view.name)” has a frame, but its parent “\(parent?.name ?? "")” has none; add a frame to the parent."
      )
    }
    do throws(LayoutError) {
      try item.setFrame(frame, autoresizing: view.autoresizing, superviewSize: size)
    } catch {
      source.fault(view.key, error.description)
    }
  }

  private func setProperties(_ view: SceneView) throws(LayoutError) {
    guard let item = views[view.name] else { return }
    for (axis, priority) in view.hugging { item.setContentHuggingPriority(priority, for: axis) }
    for (axis, priority) in view.compression {
      item.setContentCompressionResistancePriority(priority, for: axis)
    }
    if let insets = view.alignmentInsets { try item.setAlignmentInsets(insets) }
    if let margins = view.margins { item.layoutMargins = margins }
    if let baselines = view.baselines {
      try item.setBaselines(first: baselines.first, last: baselines.last)
    }
    if view.isHidden { item.isHidden = true }
    if let size = view.intrinsic { try item.setIntrinsicSize(size) }
    if view.wraps, let label = view.label { try wrap(label, in: item) }
  }

  private func wrap(_ label: String, in item: LayoutItem) throws(LayoutError) {
    let none = LayoutItem.noIntrinsicMetric
    let own = item.intrinsicSize.width
    let width = own == none ? WrappedLabel.width(of: label) : own
    let isLength = width >= 0 && Double.sceneRange.contains(width)
    try item.setIntrinsicSize(Size(width: isLength ? width : 0, height: none))
    try item.setHeightForWidth { WrappedLabel.height(of: label, width: $0) }
  }

  private func configure(_ layout: StackLayout, _ stack: SceneStack) throws(LayoutError) {
    layout.axis = stack.axis
    layout.distribution = stack.distribution
    layout.alignment = stack.alignment
    layout.spacing = stack.spacing
    layout.isLayoutMarginsRelativeArrangement = stack.isMarginsRelative
    layout.isBaselineRelativeArrangement = stack.isBaselineRelative
    try layout.setProportion(stack.proportion)
    try layout.arrange(stack.views.compactMap { views[$0.name] }.filter { $0.superview === layout })
    for custom in stack.customSpacing {
      if let view = views[custom.name] { try layout.setCustomSpacing(custom.spacing, after: view) }
    }
  }

  /// Creates the constraints of a visual format or of an equation.
  ///
  /// The value is a visual format if it contains `[` or `|`.
  private mutating func make(_ value: SceneNode) -> [LayoutConstraint] {
    guard let text = value.text else { return [] }
    do throws(SceneTextError) {
      let isFormat = text.contains { $0 == "[" || $0 == "|" }
      let made = isFormat ? try format(text) : [try equation(text)]
      for constraint in made { try check(constraint) }
      return made
    } catch {
      source.fault(value, offset: error.offset, error.sentence)
      return []
    }
  }

  private func check(_ constraint: LayoutConstraint) throws(SceneTextError) {
    guard Double.sceneRange.contains(constraint.constant),
      Double.sceneRange.contains(constraint.multiplier)
    else { throw SceneTextError(offset: 0, sentence: SceneReader.rangeSentence) }
    do throws(LayoutError) {
      try engine.check([constraint])
    } catch {
      throw SceneTextError(offset: 0, sentence: error.description)
    }
  }

  private mutating func equation(_ text: String) throws(SceneTextError) -> LayoutConstraint {
    let equation = try SceneEquation(text, metrics: file.metrics)
    let first = try area(equation.first)
    var second: LayoutArea?
    if let side = equation.second { second = try area(side) }
    do throws(LayoutError) {
      return try LayoutConstraint(
        item: first, attribute: equation.first.attribute, relatedBy: equation.relation,
        to: second, attribute: equation.second?.attribute ?? .notAnAttribute,
        multiplier: equation.multiplier, constant: equation.constant,
        priority: equation.priority, identifier: equation.identifier)
    } catch {
      throw SceneTextError(offset: 0, sentence: error.description)
    }
  }

  private mutating func area(_ side: SceneEquation.Side) throws(SceneTextError) -> LayoutArea {
    let words = side.item.split(separator: ".")
    let name = String(words[0])
    if words.count == 1, let area = views[name] ?? guides[name] { return area }
    if words.count == 2, words[1] == "safeArea", let view = views[name] {
      return view.safeAreaLayoutGuide
    }
    let known = (Array(views.keys) + Array(guides.keys)).sorted()
    throw SceneTextError(
      offset: side.offset,
      sentence: "There is no item “\(side.item)”" + name.suggestion(among: known))
  }

  /// Parses a visual format that is followed by options; a space precedes each option.
  private func format(_ text: String) throws(SceneTextError) -> [LayoutConstraint] {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let format = String(words.first ?? "")
    var options: VisualFormat.Options = []
    var offset = format.unicodeScalars.count + 1
    for word in words.dropFirst() {
      if !word.isEmpty {
        guard let option = VisualFormat.Options(name: String(word)) else {
          // The space may be inside the format. In this case, the fault of the incomplete format is
          // reported instead.
          _ = try constraints(format, [])
          throw SceneTextError(
            offset: offset, sentence: "“\(word)” is not a format option such as alignAllTop."
          )
        }
        options.formUnion(option)
      }
      offset += word.unicodeScalars.count + 1
    }
    return try constraints(format, options)
  }

  private func constraints(
    _ format: String, _ options: VisualFormat.Options
  ) throws(SceneTextError) -> [LayoutConstraint] {
    var named: [String: LayoutArea] = views
    for (name, guide) in guides { named[name] = guide }
    do throws(VisualFormat.Error) {
      return try VisualFormat.constraints(
        format, options: options, metrics: file.metrics, views: named,
        superviewSpacing: file.superviewSpacing)
    } catch {
      let column = format.prefix(error.column).unicodeScalars.count
      throw SceneTextError(offset: column, sentence: error.message)
    }
  }
}
