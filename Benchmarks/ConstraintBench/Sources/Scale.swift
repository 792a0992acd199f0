import ConstraintLayout

// Scenes of hundreds of views in which one change could cost more than the build: too little room,
// deep nesting and long chains. Milliseconds of the processor's time.

/// A root without a log, and views in it.
private struct Scene {
  let engine: LayoutEngine
  var views: [LayoutItem] = []
  var constraints: [LayoutConstraint] = []

  init(width: Double, height: Double) {
    engine = LayoutEngine(rootSize: Size(width: width, height: height), log: nil)
  }

  var last: LayoutItem { views.last ?? engine.root }

  mutating func finish() throws {
    try engine.activate(constraints)
    engine.layout()
  }

  func resize(_ width: Double, _ height: Double) throws {
    try engine.setRootSize(Size(width: width, height: height))
    engine.layout()
  }
}

private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = processorTime()
  try body()
  return (processorTime() - start) / 1e6
}

/// Views in a row, each at least 10 wide; optionally with a natural width and its own levels.
private func row(_ count: Int, width: Double, levels: Int = 0) throws -> Scene {
  var scene = Scene(width: width, height: 100)
  for index in 0..<count {
    let view = try scene.engine.makeItem("v\(index)", in: scene.engine.root)
    if levels > 0 {
      try view.setIntrinsicSize(Size(width: Double(10 + index % 7), height: 20))
      let level = Float(index % levels)
      view.setContentHuggingPriority(LayoutPriority(100 + level), for: .horizontal)
      view.setContentCompressionResistancePriority(
        LayoutPriority(500 + level), for: .horizontal)
    } else {
      scene.constraints.append(view.widthAnchor.constraint(greaterThanOrEqualToConstant: 10))
    }
    let edge = scene.views.last?.trailingAnchor ?? scene.engine.root.leadingAnchor
    scene.constraints.append(view.leadingAnchor.constraint(equalTo: edge))
    scene.views.append(view)
  }
  scene.constraints.append(
    scene.last.trailingAnchor.constraint(equalTo: scene.engine.root.trailingAnchor))
  try scene.finish()
  return scene
}

private func measureRoom() throws {
  var medians: [Double] = []
  var looks: [Double] = []
  for count in [100, 200, 400] {
    let scene = try row(count, width: 320)
    let times = try (0..<20).map { index in
      try milliseconds { try scene.resize(330 + Double(index % 2) * 10, 100) }
    }
    medians.append(median(times))
    looks.append(milliseconds { precondition(scene.engine.conflicts.count > count / 2) })
  }
  print(
    "  too little room, resize: 100 views \(ConstraintBench.rounded(medians[0])), "
      + "200 \(ConstraintBench.rounded(medians[1])), 400 \(ConstraintBench.rounded(medians[2])) "
      + "(limit 30); 400 / 100: \(ConstraintBench.rounded(medians[2] / medians[0])); first look at "
      + "the conflicts of 400 \(ConstraintBench.rounded(looks[2]))")
}

/// Every contradiction of a row becomes another one: without a log, and with one.
private func measureChangingConflicts() throws {
  for count in [200, 400, 800] {
    let scene = try row(count, width: 326)
    var bytes = 0
    let logs: [(name: String, log: ((String) -> Void)?)] = [
      ("no log", nil), ("log", { bytes += $0.utf8.count }),
    ]
    var line = "  \(count) views of 10 points or more, 326 to 262 points and back:"
    for (name, log) in logs {
      scene.engine.log = log
      let times = try (0..<10).map { index in
        try milliseconds { try scene.resize(index % 2 == 0 ? 262 : 326, 100) }
      }
      line += " \(name) \(ConstraintBench.rounded(median(times))),"
    }
    print(line + " \(bytes / 10 / 1000) kB of text (limit 10 at 400, no log)")
  }
}

/// A contradiction that moves by a view with every step of the root's width.
private func measureNesting() throws {
  let count = 1000
  var scene = Scene(width: Double(count), height: 5000)
  for index in 0..<count {
    let (last, view) = (scene.last, try scene.engine.makeItem("v\(index)", in: scene.last))
    scene.constraints += [
      view.leadingAnchor.constraint(equalTo: last.leadingAnchor, constant: 1),
      view.topAnchor.constraint(equalTo: last.topAnchor, constant: 1),
      view.trailingAnchor.constraint(equalTo: last.trailingAnchor, constant: -1),
      view.bottomAnchor.constraint(equalTo: last.bottomAnchor, constant: -1),
    ]
    scene.views.append(view)
  }
  let build = try milliseconds { try scene.finish() }
  let widths = (1...8).map { Double(count + 2 * $0) }
  let growing = try widths.map { width in try milliseconds { try scene.resize(width, 5000) } }
  let shrinking = try widths.dropLast().reversed().map { width in
    try milliseconds { try scene.resize(width, 5000) }
  }
  print(
    "  1,000 nested views with a contradiction: build \(ConstraintBench.rounded(build)), "
      + "growing by a step \(ConstraintBench.rounded(median(growing))), "
      + "shrinking \(ConstraintBench.rounded(median(shrinking))) (limit 16)")
}

private func measureChain() throws {
  var scene = Scene(width: 0, height: 0)
  let build = try milliseconds { scene = try row(1000, width: 20000, levels: 400) }
  let middle = scene.views[500]
  let size = try milliseconds {
    try middle.setIntrinsicSize(Size(width: 40, height: 20))
    scene.engine.layout()
  }
  let removal = try milliseconds {
    try scene.engine.deactivate([scene.constraints[500]])
    scene.engine.layout()
  }
  print(
    "  1,000 chained views at 400 levels: build \(ConstraintBench.rounded(build)), a natural size "
      + "\(ConstraintBench.rounded(size)), a removal \(ConstraintBench.rounded(removal)) "
      + "(limit: the build)")
}

private func measureEqualHeights() throws {
  var scene = Scene(width: 500, height: 50_000)
  for index in 0..<2000 {
    let view = try scene.engine.makeItem("v\(index)", in: scene.engine.root)
    let edge = scene.views.last?.bottomAnchor ?? scene.engine.root.topAnchor
    scene.constraints.append(view.topAnchor.constraint(equalTo: edge))
    if let first = scene.views.first {
      scene.constraints.append(view.heightAnchor.constraint(equalTo: first.heightAnchor))
    }
    scene.views.append(view)
  }
  scene.constraints.append(
    scene.last.bottomAnchor.constraint(equalTo: scene.engine.root.bottomAnchor))
  let build = try milliseconds { try scene.finish() }
  let resize = try milliseconds { try scene.resize(500, 50_001) }
  print(
    "  2,000 equal views filling a height: build \(ConstraintBench.rounded(build)), "
      + "resize \(ConstraintBench.rounded(resize)) (limit: the build)")
}

/// Stacks in stacks: in one transaction, one by one, and one by one with the frames after each.
private func measureStacks(_ depth: Int) throws {
  func build(inOne: Bool, asksEach: Bool) throws -> Double {
    let engine = LayoutEngine(rootSize: Size(width: 2000, height: 2000), log: nil)
    func edit() throws(LayoutError) {
      var outer: StackLayout?
      for index in 0..<depth {
        let stack = try engine.makeStack("s\(index)", in: outer ?? engine.root)
        if let outer {
          try outer.arrange(stack)
        } else {
          try engine.activate([
            stack.leadingAnchor.constraint(equalTo: engine.root.leadingAnchor),
            stack.topAnchor.constraint(equalTo: engine.root.topAnchor),
          ])
        }
        let view = try engine.makeItem("v\(index)", in: stack)
        try view.setIntrinsicSize(Size(width: 10, height: 10))
        try stack.arrange(view)
        if index % 2 == 1 { stack.axis = .vertical }
        if asksEach { engine.layout() }
        outer = stack
      }
    }
    return try milliseconds {
      if inOne {
        try engine.transaction { () throws(LayoutError) in try edit() }
      } else {
        try edit()
      }
      engine.layout()
    }
  }
  let within = try build(inOne: true, asksEach: false)
  let apart = try build(inOne: false, asksEach: false)
  let each = try build(inOne: false, asksEach: true)
  print(
    "  nested stacks, depth \(depth): in one transaction \(ConstraintBench.rounded(within)), one by "
      + "one × \(ConstraintBench.rounded(apart / within)), with a layout after each × "
      + "\(ConstraintBench.rounded(each / within)) (limit 5)")
}

func measureScale() {
  print("large scenes (milliseconds)")
  do {
    try measureRoom()
    try measureChangingConflicts()
    try measureNesting()
    try measureChain()
    try measureEqualHeights()
    for depth in [100, 200, 500] { try measureStacks(depth) }
  } catch {
    print("  not measured: \(error)")
  }
}
