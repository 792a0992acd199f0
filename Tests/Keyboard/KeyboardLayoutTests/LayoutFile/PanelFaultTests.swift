import Testing

@testable import KeyboardLayout

@Suite struct PanelFaultTests {
  @Test func panelsHaveAWayOutAndADeleteKey() {
    let text = """
      keyboard: my
      panels:
        letters:
          rows:
            - a b
            - "{symbols} {space}"
        symbols:
          pages:
            digits: { half: { rows: ["1 {page-symbols} {delete}"] } }
            symbols: { half: { rows: ["+ {page-digits}"] } }
      """
    #expect(
      LayoutFaultTests.faults(of: text) == [
        "my.yaml:4:5: Panel “letters” has no {delete} key.",
        "my.yaml:8:5: Nothing leads out of panel “symbols”. Add {letters}.",
        "my.yaml:10:24: Page “symbols” of panel “symbols” has no {delete} key in half width.",
      ])
  }

  @Test func aPageMayLeadOutThroughAnother() {
    let text = """
      keyboard: my
      panels:
        letters: { rows: ["a {delete}", "{symbols} {space}"] }
        symbols:
          pages:
            digits:
              half: { rows: ["1 {page-symbols} {delete}"] }
              full: { rows: ["1 {width-half} {delete}"] }
            symbols:
              half: { rows: ["+ {page-digits} {letters} {delete}"] }
              full: { rows: ["+ {page-digits} {delete}"] }
      """
    #expect(LayoutFaultTests.faults(of: text) == [])
    let stuck = text.replacing("{width-half} ", with: "")
    #expect(
      LayoutFaultTests.faults(of: stuck) == [
        "my.yaml:5:5: Nothing leads out of panel “symbols”. Add {letters}."
      ])
  }

  @Test func borrowedNumbersNeedAWayOutToo() {
    let text = """
      keyboard: my
      panels:
        letters: { rows: ["a {delete}", "{numbers} {space}"] }
        numbers: { from: number }
      """
    #expect(
      LayoutFaultTests.faults(of: text) == [
        "my.yaml:4:12: Nothing leads out of panel “numbers”. Add {letters}."
      ])
  }

  @Test func pagesComeInPairs() {
    let text = """
      keyboard: my
      panels:
        symbols:
          pages:
            digits: { half: { rows: ["1 {delete}"] }, full: { rows: ["1 {delete}"] } }
            symbols: { half: { rows: ["1 {delete}"] } }
      """
    #expect(
      LayoutFaultTests.faults(of: text) == [
        "my.yaml:6:7: Page “symbols” has no full width, but page “digits” has."
      ])
    let missing = "keyboard: my\npanels:\n  symbols:\n    pages:\n      digits: { half: {} }\n"
    #expect(
      LayoutFaultTests.faults(of: missing).prefix(2) == [
        "my.yaml:5:7: Page “symbols” is missing. Add “symbols: { half: … }”.",
        "my.yaml:5:23: “half” needs “rows: […]”.",
      ])
  }
}
