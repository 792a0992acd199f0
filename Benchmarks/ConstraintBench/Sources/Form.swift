/// A linear system for both sides: variables by number, constraints in order.
///
/// Level 0 is required, 1 the strongest optional level, and so on.
struct Form {
  struct Constraint {
    var level: Int
    var relation: Int
    var constant: Double
    var terms: [(variable: Int, coefficient: Double)]
  }

  var variables: [String] = []
  var constraints: [Constraint] = []
  /// Variables whose value is suggested.
  var edits: [Int] = []

  private var numbers: [String: Int] = [:]

  mutating func variable(_ name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = variables.count
    variables.append(name)
    return variables.count - 1
  }

  /// Adds `Σ coefficient × variable relation constant`; the relation is -1, 0 or 1.
  mutating func add(
    _ level: Int, _ terms: [(String, Double)], _ relation: Int, _ constant: Double
  ) {
    constraints.append(
      Constraint(
        level: level, relation: relation, constant: constant,
        terms: terms.map { (variable($0.0), $0.1) }))
  }

  /// The constraints as numbers, for the program on the other side.
  var text: String {
    var lines = ["\(variables.count) \(constraints.count)"]
    for constraint in constraints {
      var line = "\(constraint.level) \(constraint.relation) \(constraint.constant)"
      line += " \(constraint.terms.count)"
      for term in constraint.terms { line += " \(term.variable) \(term.coefficient)" }
      lines.append(line)
    }
    lines.append("\(edits.count) " + edits.map(String.init).joined(separator: " "))
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Form {
  /// The dialogue of 37 variables and 111 constraints: three labels, three fields, a combo box.
  static func dialogue() -> Form {
    var form = Form()
    let widgets = ["l1", "l2", "l3", "f1", "f2", "f3", "c"]
    let parts = ["left", "top", "width", "height"]
    for part in parts { _ = form.variable("window." + part) }
    for edge in ["left", "right", "top", "bottom"] { _ = form.variable("contents." + edge) }
    _ = form.variable("midline")
    for widget in widgets { for part in parts { _ = form.variable(widget + "." + part) } }
    form.edits = [form.variable("window.width"), form.variable("window.height")]
    form.addWindow(["window"] + widgets, parts)
    form.addSizes()
    form.addAlignment()
    form.addGaps()
    return form
  }

  private mutating func addWindow(_ boxes: [String], _ parts: [String]) {
    for box in boxes { for part in parts { add(0, [(box + "." + part, 1)], 1, 0) } }
    add(0, [("contents.left", 1), ("window.left", -1)], 0, 10)
    add(0, [("contents.right", 1), ("window.left", -1), ("window.width", -1)], 0, -10)
    add(0, [("contents.top", 1), ("window.top", -1)], 0, 10)
    add(0, [("contents.bottom", 1), ("window.top", -1), ("window.height", -1)], 0, -10)
    add(4, [("window.width", 1)], 0, 0)
    add(4, [("window.height", 1)], 0, 0)
  }

  private mutating func addSizes() {
    for (label, width) in [("l1", 67.0), ("l2", 66.0), ("l3", 24.0)] {
      add(1, [(label + ".width", 1)], 1, width)
      add(1, [(label + ".height", 1)], 1, 16)
      add(1, [(label + ".height", 1)], 0, 16)
      add(5, [(label + ".width", 1)], 0, width)
    }
    for field in ["f1", "f2", "f3"] {
      add(1, [(field + ".width", 1)], 1, 125)
      add(1, [(field + ".height", 1)], 1, 21)
      add(1, [(field + ".height", 1)], 0, 21)
    }
    add(2, [("c.width", 1)], 1, 119)
    add(2, [("c.width", 1)], -1, 16_777_200)
    add(2, [("c.height", 1)], 1, 24)
    add(2, [("c.height", 1)], -1, 24)
  }

  private mutating func addAlignment() {
    for box in ["f1", "f2", "c"] { add(1, [(box + ".left", 1), ("midline", -1)], 0, 0) }
    for (a, b) in [("l1", "f1"), ("l2", "f2"), ("l3", "c")] {
      let first = [(a + ".top", 1.0), (a + ".height", 0.5)]
      add(1, first + [(b + ".top", -1), (b + ".height", -0.5)], 0, 0)
    }
  }

  private mutating func addGaps() {
    for box in ["l1", "l2", "l3", "f3"] { gap([(box + ".left", 1), ("contents.left", -1)], 0) }
    for box in ["f1", "f2", "c", "f3"] {
      gap([("contents.right", 1), (box + ".left", -1), (box + ".width", -1)], 0)
    }
    for box in ["l1", "f1"] { gap([(box + ".top", 1), ("contents.top", -1)], 0) }
    for _ in 0..<2 { gap([("contents.bottom", 1), ("f3.top", -1), ("f3.height", -1)], 0) }
    for (a, b) in [("l1", "f1"), ("l2", "f2"), ("l3", "c")] {
      gap([(b + ".left", 1), (a + ".left", -1), (a + ".width", -1)], 10)
    }
    let down = [("l1", "l2"), ("l2", "l3"), ("l3", "f3"), ("f1", "f2"), ("f2", "c"), ("c", "f3")]
    for (a, b) in down { gap([(b + ".top", 1), (a + ".top", -1), (a + ".height", -1)], 10) }
  }

  private mutating func gap(_ terms: [(String, Double)], _ size: Double) {
    add(0, terms, 1, size)
    add(3, terms, 0, size)
  }
}

extension Form {
  /// A form of n views on both axes: n/2 rows of a label and a field, as plain linear constraints.
  static func rows(_ count: Int) -> Form {
    var form = Form()
    form.edits = [form.variable("root.width")]
    var above: String?
    for row in 0..<count / 2 {
      let (label, field) = ("label\(row)", "field\(row)")
      for box in [label, field] {
        for part in ["width", "left", "height", "top"] { _ = form.variable(box + "." + part) }
        form.add(0, [(box + ".width", 1)], 1, 0)
        form.add(0, [(box + ".height", 1)], 1, 0)
      }
      form.addNaturalSize(label, 60 + Double(row % 7) * 5, 16)
      form.addNaturalSize(field, 120, 22)
      form.add(0, [(label + ".left", 1)], 0, 8)
      form.add(0, [(field + ".left", 1), (label + ".left", -1), (label + ".width", -1)], 0, 8)
      form.add(
        0, [("root.width", 1), (field + ".left", -1), (field + ".width", -1)], 0, 8)
      form.add(0, [(label + ".top", 1), (field + ".top", -1)], 0, 4)
      if let above {
        form.add(0, [(label + ".width", 1), ("label0.width", -1)], 0, 0)
        form.add(0, [(label + ".top", 1), (above + ".top", -1), (above + ".height", -1)], 0, 8)
      } else {
        form.add(0, [(label + ".top", 1)], 0, 8)
      }
      above = label
    }
    return form
  }

  private mutating func addNaturalSize(_ box: String, _ width: Double, _ height: Double) {
    for (part, length) in [(".width", width), (".height", height)] {
      add(1, [(box + part, 1)], 1, length)
      add(5, [(box + part, 1)], -1, length)
    }
  }

  /// A tree of nodes that divide their parent among up to three, in rows and columns by turns.
  static func nested(_ count: Int) -> Form {
    var form = Form()
    form.edits = [form.variable("0.width"), form.variable("0.height")]
    for part in ["left", "top"] { form.add(0, [("0." + part, 1)], 0, 0) }
    // The parts along the division and across it, by the depth of the parent.
    let parts = [("left", "width", "top", "height"), ("top", "height", "left", "width")]
    var depths = [0]
    for node in 1..<count {
      let parent = (node - 1) / 3
      depths.append(depths[parent] + 1)
      let (place, length, otherPlace, otherLength) = parts[depths[parent] % 2]
      let first = 3 * parent + 1
      let isLast = node == min(first + 2, count - 1)
      for part in [otherPlace, otherLength] {
        form.add(0, [("\(node).\(part)", 1), ("\(parent).\(part)", -1)], 0, 0)
      }
      if node == first {
        form.add(0, [("\(node).\(place)", 1), ("\(parent).\(place)", -1)], 0, 0)
      } else {
        let before = node - 1
        form.add(
          0, [("\(node).\(place)", 1), ("\(before).\(place)", -1), ("\(before).\(length)", -1)],
          0, 0)
        form.add(0, [("\(node).\(length)", 1), ("\(before).\(length)", -1)], 0, 0)
      }
      if isLast {
        form.add(
          0,
          [
            ("\(node).\(place)", 1), ("\(node).\(length)", 1), ("\(parent).\(place)", -1),
            ("\(parent).\(length)", -1),
          ], 0, 0)
      }
    }
    return form
  }

  /// The form with a name: `dialogue`, `nested`, or a number of views.
  static func named(_ name: String) -> Form {
    name == "nested" ? nested(1000) : Int(name).map(rows) ?? dialogue()
  }
}
