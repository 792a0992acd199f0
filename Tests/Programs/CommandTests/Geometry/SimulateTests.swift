import Foundation
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct SimulateTests {
  private func simulate(_ arguments: [String]) throws -> [String] {
    let run = try Keyward.run(["simulate", "--device", "iphone-xs"] + arguments)
    #expect(run.ending == .exited(0), "\(run.errorText)")
    return run.outputText.split(separator: "\n").map(String.init)
  }

  private func events(_ arguments: [String]) throws -> [[String: Any]] {
    try simulate(["--format", "json"] + arguments).map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
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

  @Test func implausibleStepsAreReportedOnStandardError() throws {
    func reports(_ steps: [String]) throws -> String {
      let run = try Keyward.run(["simulate"] + steps)
      #expect(run.ending == .exited(0))
      return run.errorText
    }
    let heights = (1...20).map { "height:\(300 + $0)" }
    #expect(try reports(heights + ["show"]).contains("more than 16 times in transition 1"))
    #expect(try reports(heights.prefix(16) + ["show"]).isEmpty)
  }

  @Test func textEventsHaveACountOnly() throws {
    let last = try #require(try events(["show", "press:a", "press:b"]).last)
    #expect(last["event"] as? String == "textDidChange" && last.number("count") == 2)
    #expect(Set(last.keys).isDisjoint(with: ["text", "key", "character", "output"]))
  }
}
