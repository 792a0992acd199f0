import KeywardTerminal
import LibFuzzer

/// Feeds the decoder of input devices any events, of a device of any kind and any ranges.
///
/// A touch begins before it moves and ends once, within the screen; a repeat never is Enter; keys
/// type no more often than they are pressed or repeated; after a release of all nothing is down.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Array(UnsafeBufferPointer(start: bytes, count: count))[...]
  let kinds = DeviceDecoder.Kinds(rawValue: input.popFirst() ?? 0xf)
  let ranges = (0..<2).map { _ -> ClosedRange<Int32> in
    let (one, other) = (number(&input), number(&input))
    return min(one, other)...max(one, other)
  }
  var decoder = DeviceDecoder(
    kinds, axes: .init(touch: (ranges[0], ranges[1]), stick: (ranges[1], ranges[0])))
  var fingers: Set<Int> = []
  var (presses, strokes) = (0, 0)
  func check(_ event: DeviceEvent) {
    switch event {
    case .touch(let finger, let phase, let x, let y):
      let place = 0.0...1
      precondition(place.contains(x) && place.contains(y), "a touch beside the screen")
      let isNew = fingers.insert(finger).inserted
      precondition(isNew == (phase == .began), "a touch without a beginning, or with two")
      if [.ended, .cancelled].contains(phase) { fingers.remove(finger) }
      precondition(fingers.count <= 16, "more fingers than slots")
    case .stroke(let stroke):
      strokes += 1
      precondition(stroke.key != .named(.enter) || !stroke.isRepeat, "a repeat submits")
    default: break
    }
  }
  while !input.isEmpty {
    // Few types and codes matter, so that they come often.
    let types: [UInt16] = [0, 1, 3, 3, 1, 17]
    let type = types[Int(input.popFirst() ?? 0) % types.count]
    let code = UInt16(input.popFirst() ?? 0) | UInt16((input.popFirst() ?? 0) & 3) << 8
    let value = number(&input)
    if type == 1, code < 0x100, value == 1 || value == 2 { presses += 1 }
    decoder.take(type, code, value, check)
    if decoder.needsState { decoder.adopt(isDown: { $0 & 1 == 0 }, value: { _, _ in value }) }
  }
  precondition(strokes <= presses, "a key types twice")
  decoder.releaseAll(check)
  precondition(fingers.isEmpty, "a finger stays down")
  return 0
}

/// A small number as often as any other.
private func number(_ input: inout ArraySlice<UInt8>) -> Int32 {
  let first = input.popFirst() ?? 0
  guard first & 1 == 1 else { return Int32(first >> 1) - 2 }
  return (0..<4).reduce(0) { number, _ in number &<< 8 | Int32(input.popFirst() ?? 0) }
}

@main struct DeviceFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments, testOneInput)
  }
}
