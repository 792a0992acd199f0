import ConstraintLayout

/// Reads a scene file, collecting every fault with its place.
struct SceneReader {
  var file: YAMLFile
  var scene: SceneFile

  init(_ bytes: [UInt8], name: String) {
    file = YAMLFile(bytes, name: name)
    scene = SceneFile(name: "", size: SceneFile.defaultSize, bytes: bytes, fileName: name)
  }

  /// Reads the whole file.
  mutating func read() throws(LayoutFileErrors) -> SceneFile {
    if let root = file.root {
      if let fields = root.fields {
        for field in fields { readTop(field) }
        checkNames()
        checkFields()
      } else if !root.isRefused {
        file.fault(root, "A scene file is a mapping; begin it with a line such as scene: chat.")
      }
    }
    if let errors = file.errors { throw errors }
    return scene
  }

  typealias Field = (name: String, key: YAMLFile.Value, value: YAMLFile.Value)

  private static let topFields = [
    "scene", "size", "views", "stacks", "constraints", "metrics", "guide", "tracking",
    "superviewSpacing",
  ]

  private mutating func readTop(_ field: Field) {
    switch field.name {
    case "scene": scene.name = text(field.value) ?? ""
    case "size": scene.size = size(field.value) ?? scene.size
    case "views":
      for item in mapping(field.value) { scene.views.append(view(item)) }
    case "stacks":
      for item in mapping(field.value) { scene.stacks.append(stack(item)) }
    case "constraints": scene.constraints = texts(field.value)
    case "metrics":
      for item in mapping(field.value) {
        checkName(item)
        scene.metrics[item.name] = number(item.value) ?? 0
      }
    case "guide": for item in mapping(field.value) { readGuide(item) }
    case "tracking": for item in mapping(field.value) { readTracking(item) }
    case "superviewSpacing":
      if field.value.text == "margins" {
        scene.superviewSpacing = .margins
      } else if let distance = number(field.value, or: "margins") {
        scene.superviewSpacing = .fixed(distance)
      }
    default: unknown(field, among: Self.topFields)
    }
  }

  // MARK: Guide and tracking

  private mutating func readGuide(_ field: Field) {
    if ["nearThreshold", "hysteresis"].contains(field.name) { scene.setsNearness = true }
    let names = [
      "followsUndocked", "usesBottomSafeArea", "nearThreshold", "hysteresis",
      "undockedMayBeNearBottom", "lenientTracking", "dismissPadding", "narrowWidth",
    ]
    switch field.name {
    case "followsUndocked": flag(field, \.followsUndockedKeyboard)
    case "usesBottomSafeArea": flag(field, \.usesBottomSafeArea)
    case "undockedMayBeNearBottom": flag(field, \.undockedMayBeNearBottom)
    case "lenientTracking": flag(field, \.lenientTracking)
    case "nearThreshold": distance(field, \.nearThreshold)
    case "hysteresis": distance(field, \.hysteresis)
    case "narrowWidth": distance(field, \.narrowWidth)
    case "dismissPadding":
      if let number = number(field.value) { scene.guide.dismissPadding = number }
    default: unknown(field, among: names)
    }
  }

  private mutating func flag(
    _ field: Field, _ path: WritableKeyPath<KeyboardLayoutGuide.Settings, Bool>
  ) {
    if let value = bool(field.value) { scene.guide[keyPath: path] = value }
  }

  private mutating func distance(
    _ field: Field, _ path: WritableKeyPath<KeyboardLayoutGuide.Settings, Double>
  ) {
    guard let value = number(field.value) else { return }
    if value < 0 {
      file.fault(field.value, "\(field.name) is a distance; give 0 or more.")
    } else {
      scene.guide[keyPath: path] = value
    }
  }

  private mutating func readTracking(_ field: Field) {
    let words = field.name.split(separator: " ")
    guard words.count == 2, words[0] == "near" || words[0] == "away" else {
      return file.fault(
        field.key, "Write near or away and edges, such as “away top” or “near leading+bottom”.")
    }
    var edges: RectEdge = []
    for word in words[1].split(separator: "+", omittingEmptySubsequences: false) {
      guard let edge = RectEdge.named.first(where: { $0.name == word })?.edge else {
        return file.fault(
          field.key, "“\(word)” is no edge; there are top, leading, bottom and trailing.")
      }
      edges.insert(edge)
    }
    let isNear = words[0] == "near"
    if scene.tracking.contains(where: { $0.isNear == isNear && $0.edges == edges }) {
      return file.fault(
        field.key, "“\(field.name)” stands here twice; put its constraints together.")
    }
    scene.tracking.append(
      SceneTracking(key: field.name, isNear: isNear, edges: edges, constraints: texts(field.value)))
  }

  // MARK: Names

  /// Checks that names of views are distinct and fit for formats.
  private mutating func checkNames() {
    var names: Set<String> = []
    for view in scene.views + scene.stacks.map(\.view) {
      if !SceneReader.isName(view.name) {
        file.fault(
          view.key,
          "The name of a view is a letter from a to z or _, then such letters, digits and _.")
      } else if ["view", "safeArea", "keyboard"].contains(view.name) {
        file.fault(view.key, "“\(view.name)” is there already; choose another name.")
      } else if !names.insert(view.name).inserted {
        file.fault(view.key, "There is a view “\(view.name)” already; choose another name.")
      }
    }
    let known = names.union(["view"]).sorted()
    for view in scene.views + scene.stacks.map(\.view) {
      if let parent = view.parent, !known.contains(parent.name) {
        file.fault(parent.value, missing(parent.name, among: known))
      }
    }
    checkArranged(known.filter { $0 != "view" })
  }

  /// Checks that there is at most one field.
  private mutating func checkFields() {
    let marked = (scene.views + scene.stacks.map(\.view)).filter { $0.isField == true }
    for view in marked.dropFirst() {
      file.fault(
        view.key,
        "“\(marked[0].name)” is the field already; a scene has one. Leave field: out here."
      )
    }
  }

  private mutating func checkArranged(_ known: [String]) {
    var owners: [String: String] = [:]
    for stack in scene.stacks {
      for item in stack.views {
        if !known.contains(item.name) {
          file.fault(item.value, missing(item.name, among: known))
        } else if let owner = owners.updateValue(stack.view.name, forKey: item.name) {
          file.fault(item.value, "“\(item.name)” is in the stack “\(owner)” already; name it once.")
        }
      }
      let arranged = stack.views.map(\.name)
      for item in stack.customSpacing where !arranged.contains(item.name) {
        file.fault(item.value, "“\(item.name)” is not in this stack; name one of its views.")
      }
    }
    for view in scene.views + scene.stacks.map(\.view) {
      if let parent = view.parent, let owner = owners[view.name], owner != parent.name {
        file.fault(parent.value, "“\(view.name)” is in the stack “\(owner)”; leave in: out.")
      }
    }
  }

  func missing(_ name: String, among known: [String]) -> String {
    let hint = YAMLFile.suggestion(for: name, among: known).map { "; did you mean “\($0)”?" }
    return "There is no view “\(name)”" + (hint ?? ".")
  }

  private mutating func checkName(_ field: Field) {
    if !SceneReader.isName(field.name) {
      file.fault(
        field.key,
        "The name of a metric is a letter from a to z or _, then such letters, digits and _.")
    }
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
    }
  }

  mutating func unknown(_ field: Field, among known: [String]) {
    // The rest of a value that an unquoted comma has cut off; the value before it is the fault.
    if SceneNumber.decimal(field.name) != nil && field.value.isEmpty { return }
    let hint = YAMLFile.suggestion(for: field.name, among: known)
    let rest =
      hint.map { "did you mean “\($0)”?" } ?? "there are \(known.joined(separator: ", "))."
    file.fault(field.key, "“\(field.name)” is no field here; \(rest)")
  }
}

extension SceneFile {
  /// Reads a scene file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: the file as its user named it.
  /// - Throws: `LayoutFileErrors`, one `file:line:column: sentence` per fault.
  public init(yaml bytes: [UInt8], name: String) throws(LayoutFileErrors) {
    var reader = SceneReader(bytes, name: name)
    self = try reader.read()
  }

  /// Reads a scene file.
  ///
  /// - Parameter path: the file.
  /// - Throws: `LayoutFileErrors`, one `file:line:column: sentence` per fault, even if the file
  ///   cannot be read.
  public init(path: String) throws(LayoutFileErrors) {
    try self.init(yaml: try YAMLFile.bytes(ofFile: path), name: path)
  }
}
