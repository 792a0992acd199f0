import Testing

@testable import KeywardPrograms

@Suite struct AssuanLineTests {
  private func line(_ text: String) -> AssuanLine {
    AssuanLine(Array(text.utf8).span.bytes)
  }

  @Test(arguments: ["", "#", "# GETPIN", "#GETPIN"])
  func isSilent(_ text: String) {
    #expect(line(text) == .silent)
  }

  @Test(arguments: [" GETPIN", "\tGETPIN", " "])
  func beginsWithABlank(_ text: String) {
    #expect(line(text) == .leadingBlank)
  }

  @Test func knowsCommandsInAnyCase() {
    #expect(line("GetPin") == .command(.getPIN, argument: 6..<6))
    #expect(line("setdesc   two words") == .command(.setDescription, argument: 10..<19))
    #expect(line("SETQUALITYBAR_TT\tx") == .command(.setQualityBarTip, argument: 17..<18))
    #expect(line("SETDESC ") == .command(.setDescription, argument: 8..<8))
  }

  @Test func distinguishesDataFromUnknownNames() {
    #expect(line("D x") == .data(2..<3))
    #expect(line("D ") == .data(2..<2))
    for text in ["D", "d x", "D\tx", "QUIT", "INPUT", "OUTPUT", "GETPINS", "GET", "\u{0}", "é"] {
      #expect(line(text) == .unknown, "\(text)")
    }
    #expect(line("CAN") == .inquiryEnd)
    #expect(line("ERR 5 x") == .inquiryEnd)
  }

  @Test func everyCommandIsFound() {
    for command in AssuanCommand.allCases {
      let count = command.rawValue.utf8.count
      #expect(line(command.rawValue) == .command(command, argument: count..<count))
      #expect(line(command.rawValue.lowercased()) == .command(command, argument: count..<count))
    }
  }
}
