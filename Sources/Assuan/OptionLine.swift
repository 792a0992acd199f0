/// The argument of `OPTION`, taken apart: `name`, `name=value`, `name value`, `name = value`, each
/// with `--` in front or without.
///
///     try OptionLine(Array("--ttytype = xterm ".utf8))   // name "ttytype", value "xterm"
package struct OptionLine: Hashable, Sendable {
  /// The name, without dashes.
  package let name: String

  /// The value without blanks at its ends, nil where there is none; never empty, but for an option
  /// that takes an empty value.
  package let value: [UInt8]?

  /// Takes `argument` apart.
  ///
  /// - Parameters:
  ///   - argument: What stands behind `OPTION` and its blanks.
  ///   - mayBeEmpty: Whether `name=` is fine for this name.
  /// - Throws: `AssuanError.syntax` for no name, one dash, or `name=` with nothing behind.
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
