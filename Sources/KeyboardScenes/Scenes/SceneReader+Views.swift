import ConstraintLayout

extension SceneReader {
  private static let viewFields = [
    "in", "intrinsic", "hugging", "compression", "frame", "autoresizing", "margins",
    "alignmentInsets", "baselines", "hidden", "label", "wrap", "field",
  ]
  private static let stackFields = [
    "axis", "distribution", "alignment", "spacing", "views", "customSpacing", "marginsRelative",
    "baselineRelative", "proportional",
  ]

  /// Reads a view: `bar: {}` or `field: { in: bar, intrinsic: 60x30 }`.
  mutating func view(_ field: Field) -> SceneView {
    var view = SceneView(name: field.name, key: field.key)
    for item in mapping(field.value) where !readView(item, &view) {
      unknown(item, among: Self.viewFields)
    }
    checkAutoresizing(view)
    if view.wraps && view.label == nil {
      file.fault(view.key, "“\(view.name)” has wrap without a label; give it one.")
    }
    return view
  }

  /// Reads a stack, which takes a view's fields too.
  mutating func stack(_ field: Field) -> SceneStack {
    var stack = SceneStack(view: SceneView(name: field.name, key: field.key))
    for item in mapping(field.value) where !readView(item, &stack.view) {
      if !readStack(item, &stack) { unknown(item, among: Self.viewFields + Self.stackFields) }
    }
    checkAutoresizing(stack.view)
    if stack.view.wraps {
      file.fault(field.key, "A stack wraps no label; write wrap at a view in it.")
    }
    if stack.axis == .vertical,
      stack.alignment == .firstBaseline || stack.alignment == .lastBaseline
    {
      file.fault(field.key, "A vertical stack cannot align baselines; use leading or center.")
    }
    return stack
  }

  /// Reads a field that every view has; `false` for any other.
  private mutating func readView(_ field: Field, _ view: inout SceneView) -> Bool {
    switch field.name {
    case "in": view.parent = text(field.value).map { ($0, field.value) }
    case "intrinsic": view.intrinsic = intrinsicSize(field.value)
    case "hugging": view.hugging = priorities(field.value)
    case "compression": view.compression = priorities(field.value)
    case "frame":
      if let n = numbers(field.value, count: 4, "x, y, width and height") {
        view.frame = Rect(x: n[0], y: n[1], width: n[2], height: n[3])
        if n[2] < 0 || n[3] < 0 {
          file.fault(field.value, "Width and height of a frame are 0 or more.")
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

  private mutating func readStack(_ field: Field, _ stack: inout SceneStack) -> Bool {
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
      file.fault(view.key, "“\(view.name)” has autoresizing without a frame; give it one.")
    }
  }

  /// Reads `none`, or a sum of `width height left right top bottom`.
  private mutating func mask(_ field: Field) -> AutoresizingMask {
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
          "“\(word)” is not a part of a frame; write none, or a sum of width, height, left, right, top and bottom."
        )
        return []
      }
      mask.insert(part)
    }
    return mask
  }
}
