/// The parts of an argument of `OPTION`.
///
/// Its forms are `name`, `name=value`, `name value` and `name = value`, each with or without `--`
/// in front.
///
///     try OptionLine(Array("--ttytype = xterm ".utf8))   // name "ttytype", value "xterm"
package struct OptionLine: Hashable, Sendable {
  /// The name, without dashes.
  package let name: String

  /// The value without blanks at its ends; nil for none.
  ///
  /// It is empty only for an option that takes an empty value.
  package let value: [UInt8]?

  /// Reads the parts of `argument`.
  ///
  /// - Parameters:
  ///   - argument: The text after `OPTION` and its blanks.
  ///   - mayBeEmpty: Whether a name may have an empty value, as in `name=`.
  /// - Throws: `AssuanError.syntax` for no name, one dash, or `name=` without a value.
  package init(
    _ argument: [UInt8], mayBeEmpty: (String) -> Bool = { _ in false }
  ) throws(AssuanError) {
    guard let first = argument.first else { throw .syntax("argument required") }
    guard first != 0x3d else { throw .syntax("no option name given") }
    let end = argument.firstIndex { $0.isBlank || $0 == 0x3d } ?? argument.count
    var key = argument[..<end]
    var rest = argument[end...].drop(while: \.isBlank)
    let hasEqualSign = rest.first == 0x3d
    if hasEqualSign { rest = rest.dropFirst().drop(while: \.isBlank) }
    if key.count > 2, key.starts(with: [0x2d, 0x2d]) { key = key.dropFirst(2) }
    guard key.first != 0x2d else { throw .syntax("option should not begin with one dash") }
    name = key.text
    while rest.last?.isBlank == true { rest = rest.dropLast() }
    guard !rest.isEmpty || !hasEqualSign || mayBeEmpty(name) else {
      throw .syntax("option argument expected")
    }
    value = rest.isEmpty ? nil : Array(rest)
  }
}
