/// Formats a number like `%g` in C: `0.25`, `400`, `1.67772e+07`.
///
/// Numbers nearer to zero than 1e-307, which have fewer digits, are written with these.
func shortText(_ number: Double) -> String {
  guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
  let sign = number.sign == .minus ? "-" : ""
  if number == 0 { return sign + "0" }
  var (digits, exponent) = shortestDigits(of: number.magnitude)
  if digits.count > 6 {
    let isUp = roundsUp(number.magnitude, digits, exponent)
    digits.removeLast(digits.count - 6)
    if isUp {
      while digits.last == 9 { digits.removeLast() }
      if let last = digits.popLast() {
        digits.append(last + 1)
      } else {
        digits = [1]
        exponent += 1
      }
    }
  }
  while digits.last == 0 { digits.removeLast() }
  return sign + text(digits, exponent)
}

func shortText(_ priority: LayoutPriority) -> String {
  shortText(Double(priority.rawValue))
}

/// Returns the fewest decimal digits that identify a number above 0, and the power of ten of the
/// first digit.
private func shortestDigits(of number: Double) -> (digits: [Int], exponent: Int) {
  let parts = number.description.split(separator: "e")
  let (whole, exponent) = (parts[0], parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  let point = whole.firstIndex(of: ".") ?? whole.endIndex
  let all = whole.compactMap(\.wholeNumberValue)
  let zeros = all.prefix { $0 == 0 }.count
  let first = whole.distance(from: whole.startIndex, to: point) - 1 - zeros
  return (Array(all.dropFirst(zeros)), exponent + first)
}

/// Whether a number with more than six digits is rounded up to six.
private func roundsUp(_ number: Double, _ digits: [Int], _ exponent: Int) -> Bool {
  let rest = digits[6...]
  if digits[6] != 5 || rest.dropFirst().contains(where: { $0 != 0 }) { return digits[6] >= 5 }
  // The digits are in the middle between two results; the number itself can be above or below.
  let middle = Double(digits.prefix(7).reduce(0) { 10 * $0 + $1 })
  let shift = exponent - 6
  let power = (0..<min(22, abs(shift))).reduce(1.0) { power, _ in 10 * power }
  let difference: Double
  if shift < 0 {
    let product = number * power
    difference = product - middle + (-product).addingProduct(number, power)
  } else {
    let product = middle * power
    difference = number - product - (-product).addingProduct(middle, power)
  }
  return difference == 0 ? digits[5] % 2 == 1 : difference > 0
}

private func text(_ digits: [Int], _ exponent: Int) -> String {
  func text(_ digits: some Sequence<Int>) -> String { digits.map(String.init).joined() }
  if exponent < -4 || exponent >= 6 {
    let fraction = digits.count > 1 ? "." + text(digits.dropFirst()) : ""
    let power = String(abs(exponent))
    return text(digits.prefix(1)) + fraction + (exponent < 0 ? "e-" : "e+")
      + (power.count < 2 ? "0" : "") + power
  }
  if exponent < 0 { return "0." + String(repeating: "0", count: -exponent - 1) + text(digits) }
  let whole = exponent + 1
  if digits.count <= whole {
    return text(digits) + String(repeating: "0", count: whole - digits.count)
  }
  return text(digits.prefix(whole)) + "." + text(digits.dropFirst(whole))
}
