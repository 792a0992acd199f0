import KeywardEngine
import KeywardTerminal

/// The description of an option's values, for help texts, messages and shell completions.
package struct ValueNotes: Sendable {
  package enum Offers: Sendable {
    case nothing, files, folders, programs
    case names(@Sendable () -> [String])
  }

  /// The placeholder, such as `SECONDS`; nil to show the names in `offers`.
  private let word: String?
  /// The description of the values, such as `a number of seconds`; nil to list the names in
  /// `offers`.
  private let words: String?
  package let offers: Offers

  package init(_ word: String?, _ words: String?, _ offers: Offers) {
    self.word = word
    self.words = words
    self.offers = offers
  }

  static let yesOrNo = Self("yes|no", "yes or no", .nothing)

  private var names: [String] {
    if case .names(let names) = offers { names() } else { [] }
  }

  /// The placeholder of a value: `SECONDS`, or `auto|light|dark`.
  package var placeholder: String { word ?? names.joined(separator: "|") }

  /// The text after `--timeout takes` in an error message, such as `a number of seconds`.
  package var description: String {
    words ?? names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

package struct ValueForm<Value>: Sendable {
  let notes: ValueNotes
  private let read: @Sendable (String) -> Value?

  package init(
    _ word: String, _ words: String, offers: ValueNotes.Offers = .nothing,
    _ read: @escaping @Sendable (String) -> Value?
  ) {
    notes = ValueNotes(word, words, offers)
    self.read = read
  }

  private init(
    names: @escaping @Sendable () -> [String], read: @escaping @Sendable (String) -> Value?
  ) {
    notes = ValueNotes(nil, nil, .names(names))
    self.read = read
  }

  func storing<Values>(
    _ set: @escaping @Sendable (inout Values, Value) -> Void
  ) -> @Sendable (inout Values, String) -> Bool {
    let read = read
    return { values, text in
      guard let value = read(text) else { return false }
      set(&values, value)
      return true
    }
  }
}

extension ValueForm
where Value: RawRepresentable<String> & CaseIterable & Sendable & SendableMetatype {
  package static var name: Self {
    Self(names: { Value.allCases.map(\.rawValue) }, read: { Value(rawValue: $0) })
  }
}

extension ValueForm<String> {
  package static func text(_ word: String = "TEXT", offers: ValueNotes.Offers = .nothing) -> Self {
    Self(word, "text", offers: offers) { $0 }
  }

  static let keyboard = Self(
    "NAME|FILE", "the name of a keyboard (see keyward layouts list) or a file", offers: .keyboards
  ) { $0.isEmpty ? nil : $0 }

  static let characters = Self("CHARS", "at least one character") { $0.isEmpty ? nil : $0 }
}

extension ValueForm<Bool> {
  static let yesOrNo = Self(names: { ["yes", "no"] }, read: { ["yes": true, "no": false][$0] })
}

extension ValueForm<Double> {
  package static let seconds = Self("SECONDS", "a number of seconds") { text in
    Double(decimal: text).flatMap { (0...longestTime).contains($0) ? $0 : nil }
  }

  /// A time in seconds or with a unit: `90`, `90s`, `5m`, `1h`; 0 for never.
  package static let duration = Self("TIME", "seconds, or a time such as 5m; 0 for never") { text in
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    let unit = text.last.flatMap { units[$0] }
    let number = Double(decimal: unit == nil ? text : String(text.dropLast()))
    return number.map { $0 * (unit ?? 1) }.flatMap { (0...longestTime).contains($0) ? $0 : nil }
  }

  fileprivate static let longestTime = 1e9
}

extension ValueForm<Int> {
  package static func number(_ range: ClosedRange<Int>, of unit: String) -> Self {
    Self("N", "a number of \(unit) from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueForm<DeviceChoice> {
  static let inputDevices = Self(
    "auto|none|FILE,…", "auto, none, or absolute device paths separated by commas"
  ) { text in
    switch text {
    case "auto": return .auto
    case "none": return DeviceChoice.none
    default:
      let paths = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return paths.allSatisfy { $0.hasPrefix("/") } ? .files(paths) : nil
    }
  }
}

extension ValueForm<Int> {
  /// A rotation of 0, 90, 180 or 270 degrees, stored as the number of quarter turns.
  static let quarters = Self(names: { degrees }, read: { degrees.firstIndex(of: $0) })

  private static let degrees = ["0", "90", "180", "270"]
}

extension ValueForm<Size> {
  package static let size = Self("WxH", "width and height in points, such as 375x812") { text in
    [Double](text.lowercased(), separatedBy: "x", count: 2).map {
      Size(width: $0[0], height: $0[1])
    }
  }
}

extension ValueForm<RectInsets> {
  package static let insets = Self(
    "TOP,LEFT,BOTTOM,RIGHT", "top, left, bottom and right in points, such as 44,0,34,0"
  ) { text in
    [Double](text, separatedBy: ",", count: 4).map {
      RectInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3])
    }
  }
}

extension ValueForm<Look.Rotation> {
  /// A rotation at a given time: `landscape@2` means two seconds after the first frame.
  package static let rotation = Self(
    "ORIENTATION@SECONDS",
    "portrait@N or landscape@N, N seconds after the prompt appears, such as landscape@2"
  ) { text in
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let orientation = Orientation(rawValue: String(parts[0])),
      let seconds = Double(decimal: parts[1]),
      (0...ValueForm<Double>.longestTime).contains(seconds)
    else { return nil }
    return Look.Rotation(orientation: orientation, seconds: seconds)
  }
}

extension ValueNotes.Offers {
  /// The shipped and the user's keyboards, each with its title after a tab.
  package static let keyboards = Self.names {
    let library = ShippedLayouts.library()
    return (library.shipped.names + library.userNames).map { name in
      (try? library.heading(of: name)).map { "\(name)\t\($0.title)" } ?? name
    }
  }

  package static let devices = Self.names { Device.shipped.map(\.id) }

  package static let metrics = Self.names { MetricsProfile.shipped.map(\.name) }
}

extension Double {
  /// Parses plain decimal notation only: not ` 1`, `0x1p3`, `1e9`, `nan` or `∞`.
  init?(decimal text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.count <= 32,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") || $0 == 45 })
    else { return nil }
    self.init(text)
  }
}

extension [Double] {
  /// Parses a list of numbers in plain decimal notation; nil unless there are exactly `count`
  /// numbers.
  package init?(_ text: String, separatedBy separator: Character, count: Int) {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    self = parts.compactMap { Double(decimal: $0) }
    guard parts.count == count, self.count == count else { return nil }
  }
}
