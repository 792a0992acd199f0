import Testing

@testable import KeyboardLayout

@Suite struct KeyTests {
  @Test(arguments: [
    ("a", "A"), ("é", "É"), ("ß", "ß"), ("1", "1"), ("ς", "Σ"), ("i", "I"), ("ŉ", "ŉ"), ("", ""),
  ])
  func upperCaseIsOneGrapheme(_ text: String, _ upper: String) {
    #expect(Key.upperCase(of: text) == upper)
  }

  @Test func shiftedComesBeforeTheUpperCase() {
    let key = Key(input: ",", shifted: "<")
    #expect(key.output(isShifted: false) == "," && key.output(isShifted: true) == "<")
    #expect(key.label(isShifted: false) == "," && key.label(isShifted: true) == "<")
  }

  @Test func labelsOfTheirOwnChangeInPlace() {
    let key = Key(input: "schwa", label: "ə", output: "ə")
    #expect(key.label(isShifted: true) == "Ə")
    #expect(Key(input: ".com").label(isShifted: true) == ".com")
    #expect(Key(role: .shift).label(isShifted: true) == "shift")
  }

  @Test func rolesHaveTheirLabels() {
    let labels = KeyRole.allCases.map { "\($0.rawValue)=\($0.label)" }.joined(separator: " ")
    #expect(
      labels
        == "input= shift=shift delete=delete return=return space=space panel-letters=Abc "
        + "panel-symbols=.?123 panel-numbers=123 page-symbols=#+= page-digits=123 "
        + "width-half=half width-full=full")
  }

  @Test func spaceInsertsASpace() {
    #expect(Key(role: .space).output(isShifted: true) == " ")
    #expect(Key(role: .return).output(isShifted: false) == "")
  }

  @Test func returnTypes() {
    #expect(
      ReturnType.allCases.map(\.label)
        == ["return", "done", "go", "next", "search", "send", "join", "continue"])
    #expect(ReturnType.allCases.filter(\.keepsKeyboard) == [.next])
  }
}
