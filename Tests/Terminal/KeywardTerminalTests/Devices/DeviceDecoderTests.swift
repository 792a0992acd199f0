import KeywardEngine
import KeywardTestSupport
import Testing

@testable import KeywardTerminal

/// Streams of devices as recorded, and as nobody would send them.
@Suite struct DeviceDecoderTests {
  private static let axes = DeviceDecoder.Axes(
    touch: (0...1000, 0...2000), stick: (0...255, 0...255))

  private func events(
    _ kinds: DeviceDecoder.Kinds, _ stream: EventStream, _ axes: DeviceDecoder.Axes = axes
  ) -> [DeviceEvent] {
    var decoder = DeviceDecoder(kinds, axes: axes)
    return decoder.events(of: stream)
  }

  private func touch(_ finger: Int, _ phase: TouchPhase, _ x: Double, _ y: Double) -> DeviceEvent {
    .touch(finger: finger, phase, x: x, y: y)
  }

  // MARK: Touch screens

  @Test("Protocol B: fingers have slots, of which the first need not be named")
  func slots() {
    let stream = EventStream()
      .axes((0x39, 45), (0x35, 100), (0x36, 200)).event(1, 0x14a, 1).axes((0, 100), (1, 200)).report
      .axes((0x2f, 1), (0x39, 46), (0x35, 900), (0x36, 1800)).report
      .axes((0x2f, 0), (0x35, 150), (0x2f, 1)).report
      .axes((0x2f, 0), (0x39, -1)).report
      .axes((0x2f, 1), (0x39, -1)).event(1, 0x14a, 0).report
    #expect(
      events(.touch, stream) == [
        touch(1, .began, 0.1, 0.1), touch(2, .began, 0.9, 0.9), touch(1, .moved, 0.15, 0.1),
        touch(1, .ended, 0.15, 0.1), touch(2, .ended, 0.9, 0.9),
      ])
  }

  @Test(
    "A single touch and a tablet press where they are, also without moving",
    arguments: [0x14a, 0x110])
  func single(button: UInt16) {
    var decoder = DeviceDecoder(.touch, axes: Self.axes)
    decoder.adopt(
      isDown: { _ in false }, value: { axis, _ in axis == 0 ? 500 : axis == 1 ? 1000 : nil })
    let stream = EventStream().key(button, 1).axes((0, 600)).report.key(button, 0)
    #expect(
      decoder.events(of: stream) == [
        touch(1, .began, 0.5, 0.5), touch(1, .moved, 0.6, 0.5), touch(1, .ended, 0.6, 0.5),
      ])
  }

  @Test("A finger that was down before is none until it comes again")
  func earlierFingers() {
    var decoder = DeviceDecoder(.touch, axes: Self.axes)
    decoder.adopt(isDown: { _ in false }, value: { axis, _ in axis == 0x2f ? 1 : 400 })
    #expect(decoder.events(of: EventStream().axes((0x35, 300)).report) == [])
    let again = EventStream().axes((0x39, -1)).report.axes((0x39, 5)).report
    #expect(decoder.events(of: again) == [touch(1, .began, 0.3, 0.2)])
  }

  @Test("A turned console has its corners elsewhere")
  func turns() {
    let places = (0...4).map { quarters in
      let turned = DeviceSet.turned(1, 0, by: quarters)
      return [turned.x, turned.y]
    }
    #expect(places == [[1, 0], [0, 0], [0, 1], [1, 1], [1, 0]])
  }

  @Test(
    "No range makes a place outside the screen, and a range that is none makes no place",
    arguments: [
      (0...0, nil), (Int32.min...Int32.max, [0.5, 0]), (Int32.max - 1...Int32.max, [0, 0]),
      (-1...1, [0.5, 0]),
    ] as [(ClosedRange<Int32>, [Double]?)])
  func ranges(range: ClosedRange<Int32>, place: [Double]?) throws {
    let stream = EventStream().axes((0x2f, 0), (0x39, 1), (0x35, 0), (0x36, Int32.min)).report
    let found = events(.touch, stream, .init(touch: (range, range)))
    guard let place else {
      #expect(found == [])
      return
    }
    guard case .touch(_, _, let x, let y)? = found.first, found.count == 1 else {
      Issue.record("\(found)")
      return
    }
    #expect(abs(x - place[0]) < 0.001 && y == place[1])
  }

  // MARK: Keyboards

  private func strokes(_ events: [DeviceEvent]) -> [String] {
    events.map { event in
      if case .input(let input) = event { return "\(input)" }
      guard case .stroke(let pressed) = event, let stroke = pressed.resolved(by: nil) else {
        return "\(event)"
      }
      let level = stroke.level == .plain ? "" : " " + stroke.level.rawValue
      let ending = (stroke.isRepeat ? " again" : "") + level
      return switch stroke.key {
      case .position(let id), .pad(let id): id + ending
      case .named(let key): "\(key)" + ending
      case .character(let character, _): "“\(character)”" + ending
      }
    }
  }

  @Test("Keys are positions with the level of shift and AltGr; a repeat types, but not Enter")
  func keys() {
    let stream = EventStream().keys(16, 12, 43, 57, 86).keys(21, with: 42).keys(16, with: 100)
      .key(30, 1).key(30, 2).key(30, 2).key(30, 0).key(28, 1).key(28, 2).key(28, 2).key(28, 0)
      .key(14, 1).key(14, 2).key(14, 0)
    #expect(
      strokes(events(.keyboard, stream)) == [
        "AD01", "AE11", "AC12", "SPCE", "LSGT", "AD06 shift", "AD01 altgr", "AC01", "AC01 again",
        "AC01 again", "enter", "backspace", "backspace again",
      ])
  }

  @Test("Nothing is typed by a release, or a repeat of a key that others saw pressed")
  func nothingTwice() {
    let stream = EventStream().key(28, 2).key(28, 0).key(30, 2).key(30, 0).key(31, 1).key(31, 1)
      .key(32, 7).key(32, -1).key(0, 1).key(240, 1)
    #expect(strokes(events(.keyboard, stream)) == ["AC02"])
  }

  @Test("The number pad follows Num Lock, shift takes its effect away, and the lock is reported")
  func pad() {
    let stream = EventStream().keys(79, 83).keys(79, with: 54).keys(69).keys(79, 83, 76, 55, 179)
      .keys(79, with: 54).keys(69)
    #expect(
      strokes(events(.keyboard, stream)) == [
        "numLock(false)", "end", "numLock(false)", "deleteForward", "numLock(false)", "end shift",
        "numLock(true)", "“1”", "“.”", "“5”", "“*”", "“(”", "end shift", "numLock(false)",
      ])
  }

  @Test("Keys of the machine: locks, consoles, power, and Alt with shift")
  func commands() {
    let control = EventStream().key(29, 1).key(56, 1)
    #expect(
      events(.keyboard, control.keys(60, 88, 111))
        == [.console(2), .console(12), .input(.powerOff)])
    #expect(events([.keyboard, .power], EventStream().keys(116)) == [.input(.powerOff)])
    #expect(
      strokes(events(.keyboard, EventStream().keys(58, 58))) == [
        "capsLock(true)", "capsLock(false)",
      ])
    #expect(events(.keyboard, EventStream().keys(42, with: 56)) == [.input(.nextKeyboard)])
    let chord = EventStream().key(56, 1).key(42, 1).keys(30).key(42, 0).key(56, 0)
    #expect(strokes(events(.keyboard, chord)) == ["AC01 shift"])
  }

  @Test("A device types only as its kind")
  func kinds() {
    let stream = EventStream().keys(30, 0x130).axes((0x10, 1)).report
      .axes((0x39, 1), (0x35, 1), (0x36, 1)).report
    #expect(events([], stream) == [])
    #expect(events(.gamepad, stream) == [.input(.gamepad(.press)), .input(.gamepad(.right))])
    #expect(strokes(events(.keyboard, stream)) == ["AC01"])
    #expect(events(.touch, stream).count == 1)
  }

  // MARK: Gamepads

  @Test("A stick points once, until it is back in the middle")
  func sticks() {
    let stream = EventStream().axes((0, 128)).report.axes((0, 200)).report.axes((0, 240)).report
      .axes((0, 180)).report.axes((0, 130)).report.axes((0, 0), (1, 255)).report
      .axes((0x11, -1)).report.axes((0x11, 0)).report
      .keys(0x130, 0x131, 0x133, 0x134, 0x13a, 0x13b, 0x220, 0x136)
    #expect(
      events(.gamepad, stream)
        == [.right, .left, .down, .up, .press, .delete, .panel, .shift, .cancel, .submit, .up].map {
          .input(.gamepad($0))
        })
  }

  @Test("A pipe's axes are a stick's after the first gamepad button", arguments: [true, false])
  func sticksOfAPipe(typingByLayout: Bool) {
    let kinds = DeviceDecoder.Kinds.unknown.read(typingByLayout: typingByLayout, isStream: true)
    let stream = EventStream().keys(0x130).axes((0, 255)).report
    #expect(events(kinds, stream) == [.input(.gamepad(.press)), .input(.gamepad(.right))])
  }

  // MARK: Losses and hostile streams

  @Test("A loss of events cancels touches, releases keys, and ignores the rest of the report")
  func losses() {
    var decoder = DeviceDecoder([.touch, .keyboard], axes: Self.axes)
    let before = EventStream().key(42, 1).axes((0x2f, 0), (0x39, 1), (0x35, 1), (0x36, 1)).report
    _ = decoder.events(of: before)
    let lost = EventStream().event(0, 3, 0).event(1, 28, 1).axes((0x39, 2))
    #expect(decoder.events(of: lost) == [touch(1, .cancelled, 0, 0)])
    #expect(!decoder.needsState)
    #expect(strokes(decoder.events(of: EventStream().report.keys(30))) == ["AC01"])
    #expect(decoder.needsState)
    decoder.adopt(isDown: { $0 == 54 }, value: { _, _ in nil })
    #expect(strokes(decoder.events(of: EventStream().keys(30))) == ["AC01 shift"])
  }

  @Test("Random streams", arguments: 0..<40)
  func random(seed: UInt64) {
    var numbers = SplitMix(state: seed)
    let codes: [(UInt16, UInt16)] = [
      (0, 0), (0, 0), (0, 2), (0, 3), (1, 28), (1, 30), (1, 42), (1, 29), (1, 56), (1, 0x14a),
      (1, 0x110), (1, 0x130), (3, 0), (3, 1), (3, 0x2f), (3, 0x2f), (3, 0x35), (3, 0x36), (3, 0x39),
      (3, 0x39), (3, 0x10), (17, 1), (9, 9),
    ]
    let values: [Int32] = [0, 0, 1, 1, 2, 3, -1, 15, 16, .min, .max]
    let edges: [Int32] = [.min, -1, 0, 1, .max]
    var stream = EventStream()
    for _ in 0..<2000 {
      let (type, code) = codes.randomElement(using: &numbers) ?? (0, 0)
      stream = stream.event(type, code, values.randomElement(using: &numbers) ?? 0)
    }
    let ends = (0..<2).map { _ in edges.randomElement(using: &numbers) ?? 0 }
    let range = min(ends[0], ends[1])...max(ends[0], ends[1])
    for kinds in [DeviceDecoder.Kinds.unknown, .touch, [.touch, .keyboard]] {
      var decoder = DeviceDecoder(kinds, axes: .init(touch: (range, range), stick: (range, range)))
      var down: Set<Int> = []
      var found = decoder.events(of: stream)
      decoder.releaseAll { found.append($0) }
      for event in found {
        switch event {
        case .touch(let finger, let phase, let x, let y):
          #expect((0...1).contains(x) && (0...1).contains(y), "seed \(seed)")
          let isNew = down.insert(finger).inserted
          #expect(isNew == (phase == .began), "seed \(seed)")
          if [.ended, .cancelled].contains(phase) { down.remove(finger) }
          #expect(down.count <= 16, "seed \(seed)")
        case .stroke(let stroke):
          #expect(stroke.key != .named(.enter) || !stroke.isRepeat, "seed \(seed)")
        default: break
        }
      }
      #expect(down.isEmpty, "seed \(seed)")
      let presses = stream.events.count {
        $0.type == 1 && $0.code < 0x100 && (1...2).contains($0.value)
      }
      #expect(found.count { if case .stroke = $0 { true } else { false } } <= presses)
    }
  }
}

extension DeviceDecoder {
  fileprivate mutating func events(of stream: EventStream) -> [DeviceEvent] {
    var events: [DeviceEvent] = []
    for event in stream.events {
      take(event.type, event.code, event.value) { events.append($0) }
    }
    return events
  }
}
