import Foundation
import KeywardTestSupport
import Testing

@Suite struct SimulateTests {
  private func simulate(_ arguments: [String]) throws -> [String] {
    let run = try ProgramRun.finished(
      BuiltProgram.keyward(), ["simulate", "--device", "iphone-xs"] + arguments)
    #expect(run.ending == .exited(0), "\(run.errorText)")
    return run.outputText.split(separator: "\n").map(String.init)
  }

  private func events(_ arguments: [String]) throws -> [[String: Any]] {
    try simulate(["--format", "json"] + arguments).map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  /// The events as letters: `WC WS DC DS`.
  private func order(_ arguments: [String]) throws -> String {
    let short = [
      "keyboardWillChangeFrame": "WC", "keyboardDidChangeFrame": "DC", "keyboardWillShow": "WS",
      "keyboardDidShow": "DS", "keyboardWillHide": "WH", "keyboardDidHide": "DH",
      "orientationDidChange": "O", "panelDidChange": "P", "shiftDidChange": "S",
      "textDidChange": "T",
    ]
    return try events(arguments).map { short[$0["event"] as? String ?? ""] ?? "?" }
      .joined(separator: " ")
  }

  static let scenarios: [([String], String)] = [
    (["show"], "WC WS DC DS"),
    (["show", "hide"], "WC WS DC DS WC WH DC DH"),
    (["show", "rotate:landscape"], "WC WS DC DS O WC WS DC DS"),
    (["show", "height:300", "rotate:landscape"], "WC WS DC DS O WC WC WS DC DS"),
    (["rotate:landscape"], "O"),
    (["show", "undock:300"], "WC WS DC DS WC WH DC DH DC"),
    (["show", "undock:300", "dock"], "WC WS DC DS WC WH DC DH DC WC WS DC DS"),
    (["float:10,10,200,200", "show", "hide"], "WC DC WC DC"),
    (["hardware"], "WC WS DC DS"),
    (["show", "background", "rotate:landscape", "foreground"], "WC WS DC DS O WC WS DC DS"),
    (["show", "resize:400x700"], "WC WS DC DS WC WS DC DS"),
    (["show", "press:a", "press:delete"], "WC WS DC DS T T"),
    (["show", "press:shift", "press:a"], "WC WS DC DS S T S"),
    (["show", "panel:symbols"], "WC WS DC DS P"),
    (["near-threshold:10"], ""),
  ]

  @Test(arguments: scenarios)
  func defaultOrder(steps: [String], order wanted: String) throws {
    #expect(try order(steps) == wanted)
  }

  @Test func theTextIsShownOnlyWhereItIsAskedFor() throws {
    let steps = ["show", "press:a", "press:b@shift"]
    let texts = try events(["--show-text"] + steps).map { $0["text"] as? String }
    #expect(texts.compactMap { $0 } == ["a", "aB"])
    #expect(try events(steps).allSatisfy { $0["text"] == nil })
  }

  @Test func thePairOfAKeyboardIsChanged() throws {
    let steps = ["--layout", "greek", "--show-text", "show", "press:α", "press:next-keyboard"]
    let events = try events(steps + ["press:a"])
    #expect(events.compactMap { $0["layout"] as? String } == ["latin-qwerty"])
    #expect(events.last?["text"] as? String == "αa")
  }

  @Test func otherOrders() throws {
    #expect(
      try order(["--event-order", "jgs", "show", "rotate:landscape"])
        == "WC WS DC DS O WC DC WS DS")
    #expect(
      try order(["--event-order", "ios7", "show", "rotate:landscape"])
        == "WC WS DC DS WH DH O WS DS")
  }

  @Test func aFrameEventHasTheMembersOfTheContract() throws {
    let lines = try simulate(["--format", "json", "show"])
    #expect(
      lines[0]
        == "{\"event\":\"keyboardWillChangeFrame\",\"transition\":1,"
        + "\"begin\":{\"x\":0,\"y\":812,\"width\":375,\"height\":250},"
        + "\"end\":{\"x\":0,\"y\":562,\"width\":375,\"height\":250},"
        + "\"duration\":0.25,\"curve\":7,\"local\":true}")
  }

  @Test func whatCannotBeMeantIsToldOnStandardError() throws {
    func said(_ steps: [String]) throws -> String {
      let run = try ProgramRun.finished(BuiltProgram.keyward(), ["simulate"] + steps)
      #expect(run.ending == .exited(0))
      return run.errorText
    }
    #expect(
      try said(["show", "float:9000,9000,10,10"]).hasPrefix(
        "keyward: warning: The keyboard at 9000, 9000, 10 x 10 lies outside the window"))
    let heights = (1...20).map { "height:\(300 + $0)" }
    #expect(try said(heights + ["show"]).contains("more than 16 times in transition 1"))
    #expect(try said(heights.prefix(16) + ["show"]).isEmpty)
    for step in ["float:nan,0,10,10", "float:0,0,inf,10", "undock:nan", "height:inf"] {
      let run = try ProgramRun.finished(BuiltProgram.keyward(), ["simulate", "show", step])
      #expect(run.ending == .exited(64) && run.outputText.isEmpty, "\(step)")
    }
  }

  @Test func textEventsHaveACountOnly() throws {
    let last = try #require(try events(["show", "press:a", "press:b"]).last)
    #expect(last["event"] as? String == "textDidChange" && last.number("count") == 2)
    #expect(Set(last.keys).isDisjoint(with: ["text", "key", "character", "output"]))
  }

  @Test func whatIsRefusedPostsNothing() throws {
    #expect(try order(["--allow", "bc", "show", "press:a", "press:b"]) == "WC WS DC DS T")
    #expect(try order(["--max-length", "1", "show", "press:a", "press:b"]) == "WC WS DC DS T")
    #expect(try order(["--input", "keys", "show", "press:a"]) == "WC WS DC DS")
    #expect(try order(["--panel", "id-card", "show", "press:x"]) == "WC WS DC DS")
  }

  @Test func theTitleCountsInTheFrame() throws {
    let first = try #require(try events(["--title", "T", "show"]).first)
    #expect(first.number("end.height") == 290)
  }

  @Test func textIsOneEventALine() throws {
    let lines = try simulate(["show"])
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("keyboardWillChangeFrame"))
  }
}
