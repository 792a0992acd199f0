import Testing

@testable import KeywardTerminal

/// Kinds of devices that are read and grabbed, by the codes of real ones.
@Suite struct DeviceKindTests {
  typealias Kinds = DeviceDecoder.Kinds

  struct Model: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var keys: [UInt16] = []
    var axes: [UInt16] = []
    var isDirect = false
    var isPointer = false
    let kinds: Kinds
    /// The kinds that are read of it while keyboards type through the terminal.
    let withoutLayout: Kinds

    var found: Kinds {
      Kinds(
        has: { type, code in (type == 1 ? keys : type == 3 ? axes : []).contains(code) },
        isDirect: isDirect, isPointer: isPointer)
    }
  }

  private static let letters = Array(1...127) as [UInt16]
  private static let pad: [UInt16] = [304, 305, 307, 308, 310, 311, 314, 315, 316, 317, 318]

  static let models = [
    Model(
      testDescription: "AT keyboard", keys: letters.filter { $0 != 116 }, kinds: .keyboard,
      withoutLayout: []),
    Model(
      testDescription: "USB keyboard with a power key", keys: letters, kinds: [.keyboard, .power],
      withoutLayout: []),
    Model(
      testDescription: "number pad", keys: [69, 79, 80, 81, 96], kinds: .keyboard, withoutLayout: []
    ),
    Model(testDescription: "power button", keys: [116], kinds: .power, withoutLayout: .power),
    Model(testDescription: "volume keys", keys: [114, 115], kinds: [], withoutLayout: []),
    Model(
      testDescription: "Goodix touch screen", keys: [330], axes: [0, 1, 47, 48, 53, 54, 57],
      isDirect: true, kinds: .touch, withoutLayout: .touch),
    Model(
      testDescription: "single touch screen", keys: [330], axes: [0, 1], isDirect: true,
      kinds: .touch, withoutLayout: .touch),
    Model(
      testDescription: "tablet of qemu", keys: [272, 273, 274], axes: [0, 1], kinds: .touch,
      withoutLayout: .touch),
    Model(
      testDescription: "touchpad", keys: [272, 325, 330, 333], axes: [0, 1, 47, 53, 54, 57],
      isPointer: true, kinds: [], withoutLayout: []),
    Model(
      testDescription: "touchpad without properties", keys: [272, 325, 330], axes: [0, 1],
      kinds: [], withoutLayout: []),
    Model(testDescription: "mouse", keys: [272, 273, 274], kinds: [], withoutLayout: []),
    Model(
      testDescription: "Xbox gamepad", keys: pad, axes: [0, 1, 2, 3, 4, 5, 16, 17], kinds: .gamepad,
      withoutLayout: .gamepad),
    Model(
      testDescription: "gamepad with buttons for directions", keys: pad + [544, 545, 546, 547],
      kinds: .gamepad, withoutLayout: .gamepad),
  ]

  @Test("Each device has its kinds, and a keyboard is read only by a layout", arguments: models)
  func reading(model: Model) {
    #expect(model.found == model.kinds)
    #expect(model.found.read(typingByLayout: true) == model.kinds)
    #expect(model.found.read(typingByLayout: false) == model.withoutLayout)
  }

  @Test("The kernel's list names the devices and their codes; one without events is left out")
  func listing() {
    let devices = Kinds.listed(
      in: """
        I: Bus=0011 Vendor=0001 Product=0001 Version=ab41
        N: Name="AT Translated Set 2 keyboard"
        H: Handlers=sysrq kbd event0 leds
        B: PROP=0
        B: KEY=402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe

        N: Name="Power Button"
        H: Handlers=kbd event1
        B: PROP=0
        B: KEY=10000000000000 0

        N: Name="PC Speaker"
        H: Handlers=kbd
        B: SND=6

        N: Name="Goodix Capacitive TouchScreen"
        H: Handlers=mouse0 event12
        B: PROP=2
        B: KEY=400 0 0 0 0 0
        B: ABS=2a5800000000003

        N: Name="Touchpad"
        H: Handlers=mouse1 event4
        B: PROP=5
        B: KEY=e520 10000 0 0 0 0
        B: ABS=2e0800000000003

        """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    #expect(devices.map(\.number) == [0, 1, 12, 4])
    #expect(devices.map(\.kinds) == [[.keyboard, .power], .power, .touch, []])
  }

  @Test("A stream without a device may still be anything but a keyboard without a layout")
  func streams() {
    #expect(Kinds.unknown.read(typingByLayout: true, isStream: true) == .unknown)
    #expect(
      Kinds.unknown.read(typingByLayout: false, isStream: true) == [.touch, .gamepad, .power])
  }
}
