import KeywardTerminal
import KeywardTestSupport
import Testing

@testable import KeywardPrograms

@Suite(.tags(.program)) struct AttendForegroundProgramTests {
  private func identity(
    name: String = "sudo", state: String = "S", group: Int32 = 940, flags: Int = 4_194_560,
    start: Int = 55
  ) -> ProcessIdentity? {
    let line =
      "941 (\(name)) \(state) 12 \(group) 940 34816 940 \(flags) 1 2 3 4 5 6 7 8 20 0 1 0 "
      + "\(start) 9 10 11\n"
    return ProcessStat(line: Array(line.utf8), number: 941).flatMap {
      ProcessIdentity($0, inGroup: 940)
    }
  }

  @Test func anotherProcessIsAnother() throws {
    let first = try #require(identity())
    #expect(identity() == first)
    #expect(identity(state: "R") == first)
    #expect(identity(start: 56) != first)
    #expect(identity(name: "head") != first)
  }

  @Test(arguments: [") S 1 940 (", "a b", ")", "("])
  func aNameMayContainAnything(name: String) {
    #expect(identity(name: name) != nil)
    #expect(identity(name: name, group: 7) == nil)
  }

  /// A process that has ended, or is stopped, reads nothing.
  @Test(arguments: ["Z", "X", "T"]) func aProcessThatDoesNotRunIsIgnored(state: String) {
    #expect(identity(state: state) == nil)
    #expect(identity(flags: 4_194_564) == nil)
  }

  @Test(arguments: [
    "", "941", "941 (x", "941 (x) S 1 940", "941 (x) S 1 q 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
  ])
  func aBrokenLineIsNobody(line: String) {
    #expect(ProcessStat(line: Array(line.utf8), number: 941) == nil)
  }
}
