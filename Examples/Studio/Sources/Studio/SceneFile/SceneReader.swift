import ConstraintLayout
import Keyward

struct SceneReader {
  var file: SceneSource
  var scene: SceneFile

  init(_ bytes: [UInt8], name: String) {
    file = SceneSource(bytes, name: name)
    scene = SceneFile(name: "", size: SceneFile.defaultSize, source: file)
  }

  mutating func read() throws(SceneFileErrors) -> SceneFile {
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

  private static let topFields = [
    "scene", "size", "views", "stacks", "constraints", "metrics", "guide", "tracking",
    "superviewSpacing",
  ]

  private mutating func readTop(_ field: SceneField) {
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

  private mutating func readGuide(_ field: SceneField) {
    if ["nearThreshold", "hysteresis"].contains(field.name) { scene.setsNearness = true }
    let names = [
      "followsUndocked", "usesBottomSafeArea", "nearThreshold", "hysteresis",
      "undockedMayBeNearBottom", "lenientTracking", "keyboardDismissPadding", "narrowWidth",
    ]
    switch field.name {
    case "followsUndocked": flag(field, \.followsUndockedKeyboard)
    case "usesBottomSafeArea": flag(field, \.usesBottomSafeArea)
    case "undockedMayBeNearBottom": flag(field, \.undockedMayBeNearBottom)
    case "lenientTracking": flag(field, \.lenientTracking)
    case "nearThreshold": distance(field, \.nearThreshold)
    case "hysteresis": distance(field, \.hysteresis)
    case "narrowWidth": distance(field, \.narrowWidth)
    case "keyboardDismissPadding":
      if let number = number(field.value) { scene.guide.keyboardDismissPadding = number }
    default: unknown(field, among: names)
    }
  }

  private mutating func flag(
    _ field: SceneField, _ path: WritableKeyPath<KeyboardLayoutGuide.Settings, Bool>
  ) {
    if let value = bool(field.value) { scene.guide[keyPath: path] = value }
  }

  private mutating func distance(
    _ field: SceneField, _ path: WritableKeyPath<KeyboardLayoutGuide.Settings, Double>
  ) {
    guard let value = number(field.value) else { return }
    if value < 0 {
      file.fault(field.value, "“\(field.name)” is a distance; write 0 or more.")
    } else {
      scene.guide[keyPath: path] = value
    }
  }

  private static let edges: [RectEdge] = [.top, .leading, .bottom, .trailing]

  private mutating func readTracking(_ field: SceneField) {
    let words = field.name.split(separator: " ")
    guard words.count == 2, words[0] == "near" || words[0] == "away" else {
      return file.fault(
        field.key,
        "Write “near” or “away”, then edges, such as “away top” or “near leading+bottom”.")
    }
    var edges: RectEdge = []
    for word in words[1].split(separator: "+", omittingEmptySubsequences: false) {
      guard let edge = Self.edges.first(where: { $0.names == [String(word)] }) else {
        return file.fault(
          field.key, "“\(word)” is not an edge; use top, leading, bottom or trailing.")
      }
      edges.insert(edge)
    }
    let isNear = words[0] == "near"
    if scene.tracking.contains(where: { $0.isNear == isNear && $0.edges == edges }) {
      return file.fault(field.key, "“\(field.name)” is repeated; combine its constraints.")
    }
    scene.tracking.append((field.name, isNear, edges, texts(field.value)))
  }

  private mutating func checkNames() {
    var names: Set<String> = []
    for view in scene.allViews {
      if !SceneReader.isName(view.name) {
        file.fault(
          view.key,
          "Invalid view name: use ASCII letters, digits and _, with no digit first.")
      } else if ["view", "safeArea", "keyboard"].contains(view.name) {
        file.fault(view.key, "“\(view.name)” already exists; choose another name.")
      } else if !names.insert(view.name).inserted {
        file.fault(view.key, "A view “\(view.name)” already exists; choose another name.")
      }
    }
    let known = names.union(["view"]).sorted()
    for view in scene.allViews {
      if let parent = view.parent, !known.contains(parent.name) {
        file.fault(parent.value, missing(parent.name, among: known))
      }
    }
    checkArranged(known.filter { $0 != "view" })
  }

  private mutating func checkFields() {
    let marked = scene.allViews.filter { $0.isField == true }
    for view in marked.dropFirst() {
      file.fault(
        view.key,
        "“\(marked[0].name)” is already the text field; a scene has only one. Omit “field” here."
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
          file.fault(item.value, "“\(item.name)” is already in the stack “\(owner)”; list it once.")
        }
      }
      let arranged = stack.views.map(\.name)
      for item in stack.customSpacing where !arranged.contains(item.name) {
        file.fault(item.value, "“\(item.name)” is not in this stack; use one of its views.")
      }
    }
    for view in scene.allViews {
      if let parent = view.parent, let owner = owners[view.name], owner != parent.name {
        file.fault(parent.value, "“\(view.name)” is in the stack “\(owner)”; remove “in”.")
      }
    }
  }

  private func missing(_ name: String, among known: [String]) -> String {
    "There is no view “\(name)”" + name.suggestion(among: known)
  }

  private mutating func checkName(_ field: SceneField) {
    if !SceneReader.isName(field.name) {
      file.fault(
        field.key,
        "Invalid metric name: use ASCII letters, digits and _, with no digit first.")
    }
  }

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(48...57).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
    }
  }

  mutating func unknown(_ field: SceneField, among known: [String]) {
    // The field is probably the rest of a value with an unquoted comma; only that value's fault is
    // reported.
    if Double(decimal: field.name) != nil && field.value.isEmpty { return }
    let hint = field.name.nearest(among: known)
    let rest =
      hint.map { "did you mean “\($0)”?" } ?? "use one of \(known.joined(separator: ", "))."
    file.fault(field.key, "“\(field.name)” is not a field here; \(rest)")
  }
}

extension SceneFile {
  /// Reads a scene file.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - name: The file name for messages.
  /// - Throws: `SceneFileErrors`, with a line `file:line:column: message` per fault.
  init(yaml bytes: [UInt8], name: String) throws(SceneFileErrors) {
    var reader = SceneReader(bytes, name: name)
    self = try reader.read()
  }

  /// Reads a scene file.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: `SceneFileErrors`, with a line `file:line:column: message` per fault; also if the
  ///   file cannot be read.
  init(path: String) throws(SceneFileErrors) {
    try self.init(yaml: try SceneSource.bytes(ofFile: path), name: path)
  }
}

extension SceneReader {
  mutating func mapping(_ value: SceneNode) -> [SceneField] {
    if let fields = value.fields { return fields }
    if !value.isEmpty && !value.isRefused {
      file.fault(value, "Expected fields here, such as { in: view }.")
    }
    return []
  }

  mutating func text(_ value: SceneNode) -> String? {
    if let text = value.text, !text.isEmpty { return text }
    if !value.isRefused { file.fault(value, "Expected text here.") }
    return nil
  }

  mutating func texts(_ value: SceneNode) -> [SceneNode] {
    guard let items = value.items else {
      if !value.isEmpty && !value.isRefused {
        file.fault(value, "Expected a list here, as in [ a, b ].")
      }
      return []
    }
    return items.filter { item in
      if item.text != nil { return true }
      if item.isRefused { return false }
      let isFormat = item.items != nil
      file.fault(item, isFormat ? "Put a format in quotation marks." : "Expected text here.")
      return false
    }
  }

  mutating func number(_ value: SceneNode, or word: String? = nil) -> Double? {
    if let text = value.text, let number = Double(decimal: text) {
      return isInRange([number], value) ? number : nil
    }
    if !value.isRefused {
      file.fault(value, "Expected a number" + (word.map { " or \($0)" } ?? "") + " here.")
    }
    return nil
  }

  private mutating func isInRange(_ numbers: [Double], _ value: SceneNode) -> Bool {
    if numbers.allSatisfy(Double.sceneRange.contains) { return true }
    file.fault(value, SceneReader.rangeSentence)
    return false
  }

  mutating func bool(_ value: SceneNode) -> Bool? {
    switch value.text {
    case "true": return true
    case "false": return false
    default:
      if !value.isRefused { file.fault(value, "Expected true or false here.") }
      return nil
    }
  }

  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ value: SceneNode
  ) -> Choice? {
    if let text = value.text, let choice = Choice(rawValue: text) { return choice }
    if !value.isRefused {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      file.fault(value, "Expected one of \(names) here.")
    }
    return nil
  }

  /// Reads a size such as `320x480`.
  ///
  /// With `isNatural`, `-` instead of a number means that the view has no natural width or height.
  mutating func size(_ value: SceneNode, isNatural: Bool = false) -> Size? {
    let parts = value.text?.split(separator: "x", omittingEmptySubsequences: false) ?? []
    let sides = parts.map { part -> Double? in
      if isNatural && part == "-" { return LayoutItem.noIntrinsicMetric }
      return Double(decimal: String(part)).flatMap { $0 >= 0 ? $0 : nil }
    }
    if sides.count == 2, let width = sides[0], let height = sides[1] {
      guard isInRange([width, height], value) else { return nil }
      return Size(width: width, height: height)
    }
    if !value.isRefused {
      let example = isNatural ? "60x30, or 160x- for the width alone" : "320x480"
      file.fault(value, "Expected width and height here, such as \(example).")
    }
    return nil
  }

  mutating func numbers(_ value: SceneNode, count: Int, _ meaning: String) -> [Double]? {
    let texts =
      value.items?.map(\.text)
      ?? value.text.map { text in text.split(separator: ",").map { Self.trimmed($0) } } ?? []
    let numbers = texts.compactMap { $0.flatMap { Double(decimal: $0) } }
    if numbers.count == count && texts.count == count {
      return isInRange(numbers, value) ? numbers : nil
    }
    if !value.isRefused {
      let example = (1...count).map(String.init).joined(separator: ", ")
      file.fault(
        value,
        "Expected \(meaning) here, as [\(example)] or in quotation marks: an unquoted comma ends a "
          + "value inside { }."
      )
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  mutating func insets(_ value: SceneNode) -> RectInsets? {
    numbers(value, count: 4, "top, left, bottom and right").map {
      RectInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
    }
  }

  /// Reads one priority for both axes, or one for each axis: `{ horizontal: 249, vertical: 250 }`.
  mutating func priorities(_ value: SceneNode) -> [LayoutAxis: LayoutPriority] {
    guard let fields = value.fields else {
      guard let priority = priority(value) else { return [:] }
      return [.horizontal: priority, .vertical: priority]
    }
    var result: [LayoutAxis: LayoutPriority] = [:]
    for field in fields {
      if let axis = LayoutAxis(rawValue: field.name) {
        result[axis] = priority(field.value)
      } else {
        unknown(field, among: LayoutAxis.allCases.map(\.rawValue))
      }
    }
    return result
  }

  static let rangeSentence = "Numbers in a scene must be between -1e9 and 1e9."

  private mutating func priority(_ value: SceneNode) -> LayoutPriority? {
    guard let number = number(value) else { return nil }
    let priority = LayoutPriority(Float(number))
    if priority.isInRange { return priority }
    file.fault(value, "A priority must be greater than 0 and at most 1000.")
    return nil
  }
}

extension LayoutPriority {
  var isInRange: Bool { rawValue > 0 && rawValue <= 1000 }
}

extension Double {
  /// The range of the numbers in a scene file.
  ///
  /// Products of a few such numbers do not overflow. Even the largest numbers are exact to a
  /// thousandth of a point.
  static let sceneRange = -1e9...1e9

  /// Accepts numbers such as `12`, `-0.5` and `1e3`; `nil` for any other text.
  init?(decimal text: String) {
    guard !text.isEmpty, text.utf8.count <= 32,
      text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    self = number
  }
}

extension SceneReader {
  private static let viewFields = [
    "in", "intrinsic", "hugging", "compression", "frame", "autoresizing", "margins",
    "alignmentInsets", "baselines", "hidden", "label", "wrap", "field",
  ]
  private static let stackFields = [
    "axis", "distribution", "alignment", "spacing", "views", "customSpacing", "marginsRelative",
    "baselineRelative", "proportional",
  ]

  mutating func view(_ field: SceneField) -> SceneView {
    var view = SceneView(name: field.name, key: field.key)
    for item in mapping(field.value) where !readView(item, &view) {
      unknown(item, among: Self.viewFields)
    }
    checkAutoresizing(view)
    if view.wraps && view.label == nil {
      file.fault(view.key, "“\(view.name)” has wrap but no label; add a label.")
    }
    return view
  }

  mutating func stack(_ field: SceneField) -> SceneStack {
    var stack = SceneStack(view: SceneView(name: field.name, key: field.key))
    for item in mapping(field.value) where !readView(item, &stack.view) {
      if !readStack(item, &stack) { unknown(item, among: Self.viewFields + Self.stackFields) }
    }
    checkAutoresizing(stack.view)
    if stack.view.wraps {
      file.fault(field.key, "A stack cannot wrap; set wrap on a view in it.")
    }
    if stack.axis == .vertical,
      stack.alignment == .firstBaseline || stack.alignment == .lastBaseline
    {
      file.fault(field.key, "A vertical stack cannot align baselines; use leading or center.")
    }
    return stack
  }

  /// Reads a field that views and stacks have in common; returns `false` for any other field.
  private mutating func readView(_ field: SceneField, _ view: inout SceneView) -> Bool {
    switch field.name {
    case "in": view.parent = text(field.value).map { ($0, field.value) }
    case "intrinsic": view.intrinsic = size(field.value, isNatural: true)
    case "hugging": view.hugging = priorities(field.value)
    case "compression": view.compression = priorities(field.value)
    case "frame":
      if let n = numbers(field.value, count: 4, "x, y, width and height") {
        view.frame = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
        if n[2] < 0 || n[3] < 0 {
          file.fault(field.value, "The width and height of a frame must be 0 or more.")
        }
      }
    case "autoresizing": view.autoresizing = mask(field)
    case "margins": view.margins = insets(field.value)
    case "alignmentInsets": view.alignmentInsets = insets(field.value)
    case "baselines":
      view.baselines = numbers(
        field.value, count: 2,
        "the first baseline's distance from the top and the last one's from the bottom"
      )
      .map { ($0[0], $0[1]) }
    case "hidden": view.isHidden = bool(field.value) ?? false
    case "label": view.label = text(field.value)
    case "wrap": view.wraps = bool(field.value) ?? false
    case "field": view.isField = bool(field.value)
    default: return false
    }
    return true
  }

  private mutating func readStack(_ field: SceneField, _ stack: inout SceneStack) -> Bool {
    switch field.name {
    case "axis": stack.axis = choice(field.value) ?? .horizontal
    case "distribution": stack.distribution = choice(field.value) ?? .fill
    case "alignment": stack.alignment = choice(field.value) ?? .fill
    case "spacing": stack.spacing = number(field.value) ?? 0
    case "marginsRelative": stack.isMarginsRelative = bool(field.value) ?? false
    case "baselineRelative": stack.isBaselineRelative = bool(field.value) ?? false
    case "proportional": stack.proportion = choice(field.value) ?? .uikit
    case "views":
      for item in texts(field.value) { stack.views.append((item.text ?? "", item)) }
    case "customSpacing":
      for item in mapping(field.value) {
        stack.customSpacing.append((item.name, item.key, number(item.value) ?? 0))
      }
    default: return false
    }
    return true
  }

  private mutating func checkAutoresizing(_ view: SceneView) {
    if view.frame == nil && !view.autoresizing.isEmpty {
      file.fault(view.key, "“\(view.name)” has autoresizing but no frame; add a frame.")
    }
  }

  /// Reads `none`, or the flexible parts of a frame joined by `+`, such as `width+left`.
  private mutating func mask(_ field: SceneField) -> AutoresizingMask {
    guard let text = text(field.value), text != "none" else { return [] }
    let parts: [Substring: AutoresizingMask] = [
      "left": .flexibleLeft, "width": .flexibleWidth, "right": .flexibleRight,
      "top": .flexibleTop, "height": .flexibleHeight, "bottom": .flexibleBottom,
    ]
    var mask: AutoresizingMask = []
    for word in text.split(separator: "+", omittingEmptySubsequences: false) {
      guard let part = parts[word] else {
        file.fault(
          field.value,
          "“\(word)” is not a part of a frame; write “none”, or a sum of width, height, left, "
            + "right, top and bottom."
        )
        return []
      }
      mask.insert(part)
    }
    return mask
  }
}
