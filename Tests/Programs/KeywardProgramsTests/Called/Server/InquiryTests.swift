import Glibc
import KeywardTerminal
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardPrograms

@Suite struct InquiryTests {
  /// Asks, answers, and returns the events; then accepts `x`.
  private func ask(
    _ question: PassphraseQuestion, of secret: String = "x", answer: String,
    then lines: String = ""
  ) throws -> (events: [PassphraseAnswer], replies: [String]) {
    let exchange = Exchange()
    var events: [PassphraseAnswer] = []
    exchange.script.passphrases.append { _, client, text in
      client.ask(question, about: Array(secret.utf8).span.bytes)
      exchange.input.send(answer)
      if let event = client.receive() { events.append(event) }
      text = "x"
      exchange.input.send(lines)
      exchange.input.closeWriting()
      return .submitted
    }
    let replies = try exchange.run("GETPIN\n", closing: false)
    return (events, replies)
  }

  @Test(
    arguments: [
      ("D 90\nEND\n", 90), ("D -10\nEND\n", -10), ("D 100\nEND\n", 100), ("D -100\nEND\n", -100),
      ("# note\nD 4\n\nD 2\n# more\nEND\n", 42), ("D 101\nEND\n", nil), ("D -101\nEND\n", nil),
      ("END\n", nil), ("D \nEND\n", nil), ("CAN\n", nil), ("CANCEL\n", nil), ("D 5\nCAN\n", nil),
      ("ERR 67108922 no\n", nil), ("D abc\nEND\n", nil), ("D %35\nend\n", 5),
    ] as [(String, Int?)])
  func qualityIsANumber(_ answer: String, _ expected: Int?) throws {
    let (events, replies) = try ask(.quality, answer: answer)
    #expect(events == [.quality(expected)])
    #expect(replies == ["INQUIRE QUALITY x", "D x", "OK"])
  }

  @Test(arguments: [DialogueOutcome.abandoned, .signalled(SIGTERM)])
  func nobodyWaitsForAnAnswerAtTheEnd(_ outcome: DialogueOutcome) throws {
    let isPrompt = try Promptness.isReached(within: 0.5) {
      let exchange = Exchange()
      exchange.script.passphrases.append { _, client, _ in
        client.ask(.quality, about: Array("x".utf8).span.bytes)
        return outcome
      }
      return try Promptness.seconds { try exchange.run("GETPIN\n", closing: false) }
    }
    #expect(isPrompt)
  }

  /// Whether the region of lines that were sent, or gathered, holds nothing.
  private static func isScratchZero(of client: AssuanConnection) -> Bool {
    client.scratch?.withBytes { $0.publicCopy().allSatisfy { $0 == 0 } } ?? false
  }

  @Test func aLineThatWasSentIsWiped() throws {
    let exchange = Exchange()
    var isWiped: [Bool] = []
    exchange.script.passphrases.append { _, client, text in
      client.ask(.quality, about: Array("secret".utf8).span.bytes)
      isWiped.append(Self.isScratchZero(of: client))
      _ = client.sendData(Array("secret".utf8).span.bytes)
      isWiped.append(Self.isScratchZero(of: client))
      exchange.input.closeWriting()
      return .cancelled(.escape)
    }
    try exchange.run("GETPIN\n", closing: false)
    #expect(isWiped == [true, true])
  }

  @Test func theTextIsEscapedWithPlus() throws {
    let (_, replies) = try ask(.quality, of: "a b+%41ö", answer: "END\n")
    #expect(replies.first == "INQUIRE QUALITY a+b%2B%2541%C3%B6")
  }

  @Test func anAllowedPassphraseSwallowsOneMoreEnd() throws {
    let (events, replies) = try ask(.consent, answer: "END\n", then: "END\nNOP\nEND\n")
    #expect(events == [.allowed])
    #expect(replies.prefix(4) == ["INQUIRE CHECKPIN x", "D x", "OK", "OK"])
    #expect(replies.count == 5)
    #expect(replies.last?.hasPrefix("ERR 536870981 ") == true)
  }

  @Test func newerAgentsEndOnce() throws {
    let (events, replies) = try ask(.consent, answer: "END\n", then: "NOP\nEND\n")
    #expect(events == [.allowed])
    #expect(replies.dropFirst(3).map { $0.prefix(13) } == ["OK", "ERR 536870981"])
  }

  @Test func aReasonRefuses() throws {
    let (events, replies) = try ask(.consent, answer: "D too%20short\nEND\n", then: "END\n")
    #expect(events == [.refused("too short")])
    #expect(replies.last?.hasPrefix("ERR 536870981 ") == true)
  }

  @Test func aGeneratedPassphraseStaysInItsRegion() throws {
    let exchange = Exchange()
    var made = ""
    var isWiped = false
    var event: PassphraseAnswer?
    exchange.script.passphrases.append { _, client, text in
      client.ask(.suggestion, about: RawSpan())
      exchange.input.send("D ab%25cd\nD  ef\nEND\n")
      event = client.receive()
      made = client.withGenerated { $0.publicCopy().text } ?? ""
      client.wipeGenerated()
      isWiped = Self.isScratchZero(of: client)
      exchange.input.closeWriting()
      text = made
      return .submitted
    }
    let replies = try exchange.run("GETPIN\n", closing: false)
    #expect(event == .made(""))
    #expect(made == "ab%cd ef")
    #expect(isWiped)
    #expect(replies == ["INQUIRE GENPIN", "D ab%25cd ef", "OK"])
  }

  @Test(arguments: ["END\n", "CAN\n", "D \nEND\n", "ERR 1 no\n"])
  func nothingWasGenerated(_ answer: String) throws {
    #expect(try ask(.suggestion, answer: answer).events == [.notMade])
  }

  @Test func aSuggestionThatIsTooLongIsRefused() throws {
    let line = "D " + String(repeating: "g", count: 256) + "\n"
    #expect(try ask(.suggestion, answer: line + "END\n").events == [.notMade])
    let lines = String(repeating: "D " + String(repeating: "g", count: 900) + "\n", count: 3)
    #expect(try ask(.suggestion, answer: lines + "END\n").events == [.notMade])
  }

  @Test func aLateAnswerIsWaitedForBeforeTheReply() throws {
    let (events, replies) = try ask(.quality, answer: "D 1", then: "0\nEND\nNOP\n")
    #expect(events.isEmpty)
    #expect(replies == ["INQUIRE QUALITY x", "D x", "OK", "OK"])
  }

  @Test func anAnswerThatNeverComesIsSwallowedLater() throws {
    let exchange = Exchange()
    exchange.script.passphrases.append { _, client, _ in
      client.ask(.quality, about: Array("x".utf8).span.bytes)
      return .cancelled(.escape)
    }
    exchange.script.confirmations.append { _, client, _ in
      exchange.input.send("D 90\nEND\nNOP\nEND\n")
      exchange.input.closeWriting()
      return .submitted
    }
    let replies = try exchange.run("GETPIN\nCONFIRM\n", closing: false)
    // CONFIRM came before the answer, so the answer is late for good.
    #expect(replies.map { $0.prefix(12) }.prefix(3) == ["INQUIRE QUAL", "ERR 83886179", "OK"])
  }

  @Test func commandsSentAheadAreAnsweredAfterwards() throws {
    let exchange = Exchange()
    var event: PassphraseAnswer?
    exchange.script.passphrases.append { _, client, text in
      client.ask(.quality, about: Array("x".utf8).span.bytes)
      exchange.input.send("D 90\nEND\n")
      event = client.receive()
      text = "x"
      return .submitted
    }
    let replies = try exchange.run("GETPIN\nGETINFO flavor\nBYE\n", closing: false)
    #expect(event == .quality(90))
    #expect(
      replies == ["INQUIRE QUALITY x", "D x", "OK", "D keyward", "OK", "OK closing connection"])
  }

  @Test func everythingSentBeforeTheEndIsAnswered() throws {
    let exchange = Exchange()
    var events: [PassphraseAnswer?] = []
    for text in ["one", "two"] {
      exchange.script.passphrases.append { _, client, secret in
        exchange.input.closeWriting()
        events.append(client.receive())
        secret = text
        return .submitted
      }
    }
    let replies = try exchange.run("GETPIN\nGETPIN\n# done\n", closing: false)
    #expect(events == [nil, nil])
    #expect(replies == ["D one", "OK", "D two", "OK"])
    #expect(exchange.end == .finished)
  }
}
