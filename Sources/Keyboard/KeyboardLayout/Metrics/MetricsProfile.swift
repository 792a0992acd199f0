import KeywardGeometry

/// The numbers behind heights and key frames, and the way to compute with them.
package struct MetricsProfile: Hashable, Sendable {
  /// The arithmetic of ratios.
  package enum Arithmetic: String, CaseIterable, Hashable, Sendable {
    /// In whole numbers.
    case exact
    /// In `Float`, as JGSourceBase does.
    case float32
  }

  /// The moment at which JGSourceBase computed its sizes, which decides what landscape subtracts.
  package enum FirstUse: String, CaseIterable, Hashable, Sendable {
    /// Landscape loses the top and bottom insets of portrait.
    case portrait
    /// Landscape loses its own side insets.
    case landscape
    /// There was no window yet, so nothing is subtracted.
    case noWindow
  }

  /// The source of base heights.
  package enum Heights: String, CaseIterable, Hashable, Sendable {
    /// The formula and its limits.
    case formula
    /// A device's measured height; in landscape that of the nearest device.
    case device
  }

  /// The name that `--metrics` takes.
  package var name: String
  /// The height of a toolbar, in points.
  package var toolbar: Double
  /// The arithmetic of ratios.
  package var arithmetic: Arithmetic
  /// The moment of JGSourceBase; `nil` computes sizes for the present screen, with its own insets.
  package var firstUse: FirstUse?
  /// The source of base heights.
  package var heights: Heights
  /// The constants of a phone held upright.
  package var phonePortrait: GridMetrics
  /// The constants of a phone on its side.
  package var phoneLandscape: GridMetrics
  /// The constants of a pad held upright.
  package var padPortrait: GridMetrics
  /// The constants of a pad on its side.
  package var padLandscape: GridMetrics

  /// The constants for an idiom and an orientation.
  package subscript(idiom: Idiom, orientation: Orientation) -> GridMetrics {
    get {
      switch (idiom, orientation) {
      case (.phone, .portrait): phonePortrait
      case (.phone, .landscape): phoneLandscape
      case (.pad, .portrait): padPortrait
      case (.pad, .landscape): padLandscape
      }
    }
    set {
      switch (idiom, orientation) {
      case (.phone, .portrait): phonePortrait = newValue
      case (.phone, .landscape): phoneLandscape = newValue
      case (.pad, .portrait): padPortrait = newValue
      case (.pad, .landscape): padLandscape = newValue
      }
    }
  }
}

/// A ratio of two whole numbers, written `3/4`.
package struct Ratio: Hashable, Sendable {
  /// The numerator, 1 to 10,000.
  package var numerator: Int
  /// The denominator, 1 to 10,000.
  package var denominator: Int

  /// The ratio of two whole numbers from 1 to 10,000.
  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The quotient as JGSourceBase had it: computed in `Float`, then widened.
  var floatQuotient: Double { Double(Float(numerator) / Float(denominator)) }
}

/// The constants of one idiom in one orientation, in points.
package struct GridMetrics: Hashable, Sendable {
  /// The free space between two keys of a row.
  package var gap: Double
  /// The free space between two rows, above the first and below the last.
  package var line: Double
  /// The ratio of key width to key height.
  package var ratio: Ratio
  /// The lowest base height, if there is one.
  package var minHeight: Double?
  /// The greatest base height, if there is one.
  package var maxHeight: Double?

  /// Constants in points.
  package init(
    gap: Double, line: Double, ratio: Ratio, minHeight: Double? = nil, maxHeight: Double? = nil
  ) {
    self.gap = gap
    self.line = line
    self.ratio = ratio
    self.minHeight = minHeight
    self.maxHeight = maxHeight
  }

  /// A base height, brought within the limits.
  func clamped(_ height: Double) -> Double {
    min(max(height, minHeight ?? height), maxHeight ?? .infinity)
  }
}

/// The known metrics profiles, in the order of their file.
package struct MetricsCatalog: Hashable, Sendable {
  /// The profiles, the default first.
  package var profiles: [MetricsProfile]

  /// A catalog of these profiles.
  package init(profiles: [MetricsProfile]) {
    self.profiles = profiles
  }

  /// Returns the profile of a name.
  ///
  /// - Throws: `UnknownName`, which lists the known names.
  package func profile(named name: String) throws(UnknownName) -> MetricsProfile {
    if let found = profiles.first(where: { $0.name == name }) { return found }
    throw UnknownName(what: "metrics profile", name: name, known: profiles.map(\.name))
  }
}

/// Reads `metrics.yaml` into profiles.
///
/// A profile takes its numbers from the one it inherits, which must stand before it, and from its
/// own fields; the first one gives every number.
package enum MetricsFile {
  static let file = ["profiles"]
  static let profile =
    ["inherits", "toolbar", "arithmetic", "firstUse", "heights"] + Idiom.allCases.map(\.rawValue)
  static let grid = ["gap", "line", "ratio", "minHeight", "maxHeight"]

  /// Reads the profiles.
  ///
  /// - Parameters:
  ///   - bytes: the file, at most 256 KiB.
  ///   - path: the file as its user named it.
  /// - Returns: the profiles in the file's order.
  /// - Throws: `LayoutFileErrors` with up to 20 faults in the order of the file.
  package static func load(
    _ bytes: [UInt8], path: String
  ) throws(LayoutFileErrors) -> MetricsCatalog {
    var reader = DiagnosticDecoder(file: path)
    var profiles: [MetricsProfile] = []
    if let root = YAMLParser.parse(bytes, faults: &reader.faults) {
      for field in reader.fields(of: root, known: file, in: "A metrics file") {
        for entry in reader.anyFields(of: field.value, in: "“profiles”") ?? [] {
          profiles.append(ProfileDraft(entry, among: profiles, &reader).profile)
        }
      }
      if profiles.isEmpty, reader.faults.isEmpty {
        reader.faults.add(root.start, "This file has no metrics profile.")
      }
    }
    guard reader.faults.isEmpty else { throw reader.faults.errors(in: bytes) }
    return MetricsCatalog(profiles: profiles)
  }
}

/// A profile being read.
private struct ProfileDraft {
  var profile: MetricsProfile
  /// True if the profile has all fields, inherited ones included.
  private var isComplete: Bool

  init(_ entry: YAMLField, among earlier: [MetricsProfile], _ reader: inout DiagnosticDecoder) {
    let nothing = GridMetrics(gap: 0, line: 0, ratio: Ratio(1, 1))
    profile = MetricsProfile(
      name: entry.name, toolbar: 0, arithmetic: .exact, firstUse: nil, heights: .formula,
      phonePortrait: nothing, phoneLandscape: nothing, padPortrait: nothing, padLandscape: nothing)
    isComplete = false
    let fields = reader.fields(
      of: entry.value, known: MetricsFile.profile, in: "Profile \(entry.name.quoted)")
    if let inherits = fields.first(where: { $0.name == "inherits" }) {
      inherit(inherits.value, among: earlier, &reader)
    }
    for field in fields { read(field, &reader) }
    let missing = ["toolbar", "phone", "pad"].filter { name in
      !isComplete && !fields.contains { $0.name == name }
    }
    if !missing.isEmpty {
      reader.faults.add(
        entry.key.start,
        "Profile \(entry.name.quoted) inherits nothing and lacks \(missing.joined(separator: ", "))."
      )
    }
  }

  private mutating func inherit(
    _ node: YAMLNode, among earlier: [MetricsProfile], _ reader: inout DiagnosticDecoder
  ) {
    isComplete = true
    guard let name = reader.text(of: node, in: "“inherits”") else { return }
    guard let parent = earlier.first(where: { $0.name == name }) else {
      let unknown = UnknownName(
        what: "metrics profile", name: name.quotable, owner: "The part above",
        known: earlier.map(\.name))
      reader.faults.add(node.start, unknown.description)
      return
    }
    let own = profile.name
    profile = parent
    profile.name = own
  }

  private mutating func read(_ field: YAMLField, _ reader: inout DiagnosticDecoder) {
    switch field.name {
    case "toolbar": profile.toolbar = reader.points(field.value, in: 0...1000) ?? 0
    case "arithmetic": profile.arithmetic = reader.choice(field.value) ?? .exact
    case "firstUse": profile.firstUse = reader.choice(field.value)
    case "heights": profile.heights = reader.choice(field.value) ?? .formula
    default:
      guard let idiom = Idiom(rawValue: field.name) else { return }
      let orientations = reader.fields(
        of: field.value, known: Orientation.allCases.map(\.rawValue), in: "“\(field.name)”")
      for entry in orientations {
        guard let orientation = Orientation(rawValue: entry.name) else { continue }
        profile[idiom, orientation] = reader.grid(entry, over: profile[idiom, orientation])
      }
      guard !isComplete, orientations.count < 2 else { return }
      reader.faults.add(
        field.key.start, "“\(field.name)” needs both portrait and landscape.")
    }
  }
}

extension DiagnosticDecoder {
  /// The constants of one idiom and orientation; those not given keep the inherited value.
  fileprivate mutating func grid(_ entry: YAMLField, over inherited: GridMetrics) -> GridMetrics {
    var grid = inherited
    let fields = fields(of: entry.value, known: MetricsFile.grid, in: "“\(entry.name)”")
    for field in fields {
      switch field.name {
      case "gap": grid.gap = points(field.value, in: 0...1000) ?? 0
      case "line": grid.line = points(field.value, in: 0...1000) ?? 0
      case "minHeight": grid.minHeight = points(field.value, in: 1...100_000)
      case "maxHeight": grid.maxHeight = points(field.value, in: 1...100_000)
      default: grid.ratio = ratio(field.value) ?? Ratio(1, 1)
      }
    }
    return grid
  }

  /// A number of points with up to three decimals; `nil` with a fault for anything else.
  mutating func points(_ node: YAMLNode, in range: ClosedRange<Double>) -> Double? {
    if node.isRefused { return nil }
    if let text = node.text, let number = PlainNumber.parse(text), range.contains(number) {
      return number
    }
    faults.add(
      node.start, "Give points from \(range.lowerBound.plain) to \(range.upperBound.plain) here.")
    return nil
  }

  /// Two whole numbers with a stroke between them; `nil` with a fault for anything else.
  private mutating func ratio(_ node: YAMLNode) -> Ratio? {
    if node.isRefused { return nil }
    if let pair = PlainNumber.pair(node.text ?? "", separator: "/"),
      pair.0 == pair.0.rounded(), pair.1 == pair.1.rounded(), (1...10_000).contains(pair.0),
      (1...10_000).contains(pair.1)
    {
      return Ratio(Int(pair.0), Int(pair.1))
    }
    faults.add(node.start, "A ratio is two whole numbers from 1 to 10000, such as 32/15.")
    return nil
  }

  /// One of a few names; `nil` with a fault for any other.
  fileprivate mutating func choice<Name: RawRepresentable<String> & CaseIterable>(
    _ node: YAMLNode
  ) -> Name? {
    guard let text = node.text else {
      _ = self.text(of: node, in: "This field")
      return nil
    }
    if let name = Name(rawValue: text) { return name }
    let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
    faults.add(node.start, "\(text.quoted) is not one of \(known).")
    return nil
  }
}
