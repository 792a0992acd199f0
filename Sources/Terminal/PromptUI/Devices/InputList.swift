/// The kernel's list of input devices, `/proc/bus/input/devices`.
///
///     H: Handlers=sysrq kbd event0 leds
///     B: PROP=0
///     B: KEY=402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe
///
/// A line of bits (`B:`) consists of machine words, the most significant first. An empty line ends
/// each device.
struct InputList {
  private(set) var devices: [(number: Int, kinds: DeviceDecoder.Kinds)] = []

  init(_ lines: [String]) {
    var number: Int?
    var bits: [Substring: [UInt]] = [:]
    for line in lines {
      if line.hasPrefix("H: Handlers=") {
        let names = line.dropFirst(12).split(separator: " ")
        number = names.lazy.compactMap { $0.hasPrefix("event") ? Int($0.dropFirst(5)) : nil }.first
      } else if line.hasPrefix("B: "), let equals = line.firstIndex(of: "=") {
        bits[line[..<equals].dropFirst(3)] = line[line.index(after: equals)...]
          .split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
      } else if line.isEmpty {
        func has(_ name: Substring, _ code: UInt16) -> Bool {
          let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
          return bits[name].map { word < $0.count && $0[word] >> bit & 1 != 0 } ?? false
        }
        let kinds = DeviceDecoder.Kinds(
          has: { has($0 == 1 ? "KEY" : "ABS", $1) }, isDirect: has("PROP", 1),
          isPointer: has("PROP", 0))
        if let number { devices.append((number, kinds)) }
        (number, bits) = (nil, [:])
      }
    }
  }
}
