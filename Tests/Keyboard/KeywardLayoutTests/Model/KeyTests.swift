import Testing

@testable import KeywardLayout

@Suite struct KeyTests {
  @Test(arguments: [
    ("a", "A"), ("é", "É"), ("ß", "ß"), ("1", "1"), ("ς", "Σ"), ("i", "I"), ("ŉ", "ŉ"), ("", ""),
  ])
  func upperCaseIsOneGrapheme(_ text: String, _ upper: String) {
    #expect(Key.upperCase(of: text) == upper)
  }

  @Test func shiftedComesBeforeTheUpperCase() {
    let key = Key(input: ",", shifted: "<")
    #expect(key.output(at: .plain) == "," && key.output(at: .shift) == "<")
    #expect(key.label(at: .plain) == "," && key.label(at: .shift) == "<")
  }

  @Test func customLabelsChangeInPlace() {
    let key = Key(input: "schwa", label: "ə", output: "ə")
    #expect(key.label(at: .shift) == "Ə")
    #expect(Key(input: ".com").label(at: .shift) == ".com")
    #expect(Key(role: .shift).label(at: .shift) == "shift")
  }

  @Test func aSecondLabelIsWhatAltGrAdds() {
    var key = Key(input: "q")
    key.setLevels { $0 == .altgr ? .insert("@") : .insert($0.isShifted ? "Q" : "q") }
    #expect(key.altgrLabel(at: .plain) == "@" && key.shiftLabel == "")
    // It types Q with AltGr as without.
    #expect(key.altgrLabel(at: .shift) == "" && key.altgrLabel(at: .altgr) == "")
  }

  @Test func aSecondLabelIsWhatShiftTypesBesideCapitals() {
    #expect(Key(input: "1", shifted: "!").shiftLabel == "!")
    #expect(Key(input: "q", shifted: "Q").shiftLabel == "" && Key(input: "q").shiftLabel == "")
    #expect(Key(role: .shift).shiftLabel == "")
  }

  @Test func aChangedCopyLeavesItsKeyAlone() {
    let key = Key(input: "q")
    var other = key
    other.label = "Q"
    #expect(key.label == "q" && other.label == "Q" && key != other)
    other.label = "q"
    #expect(key == other && key.hashValue == other.hashValue)
  }

  @Test func rolesHaveTheirLabels() {
    let labels = KeyRole.allCases.map { "\($0.rawValue)=\($0.label)" }.joined(separator: " ")
    #expect(
      labels
        == "input= shift=shift altgr=AltGr delete=delete return=return space=space panel-letters=Abc "
        + "panel-symbols=.?123 panel-numbers=123 page-symbols=#+= page-digits=123 "
        + "width-half=half width-full=full next-keyboard=next")
  }

  @Test func spaceInsertsASpace() {
    #expect(Key(role: .space).output(at: .shift) == " ")
    #expect(Key(role: .return).output(at: .plain) == "")
  }

  @Test func returnTypes() {
    #expect(
      ReturnType.allCases.map(\.label)
        == ["return", "done", "go", "next", "search", "send", "join", "continue"])
    #expect(ReturnType.allCases.filter(\.keepsKeyboard) == [.next])
  }
}
