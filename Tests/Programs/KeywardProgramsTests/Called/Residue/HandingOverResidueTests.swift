import KeywardTestSupport
import Testing

/// The only write with a piece of the secret is the one that hands it over.
@Suite(.tags(.residue), .serialized, .needs("strace"))
struct HandingOverResidueTests {
  private static let secret = TypedSecret.ascii(24)

  /// A folder with a script of that name, which runs `program` and records all its writes.
  private func recorder(_ name: String, _ program: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      #!/bin/sh
      # Even strace sees nothing of secret memory but where it is.
      export KEYWARD_OPTIONS="$KEYWARD_OPTIONS --no-secret-memory"
      exec strace -f -qq -xx -s 65536 -o \(folder.path)/writes \\
        -e trace=write,writev,pwrite64,pwritev,sendto,sendmsg,sendmmsg,mq_timedsend,vmsplice \\
        \(program) "$@"

      """, to: name, mode: 0o755)
    return folder
  }

  /// The calls with five or more consecutive bytes of the secret.
  private func writes(in folder: TemporaryFolder) -> [Substring] {
    let hex = Array(Self.secret.utf8).map { byte in
      "\\x" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    let pieces = (0...hex.count - 5).map { hex[$0..<$0 + 5].joined() }
    let lines = folder.text("writes").split(separator: "\n")
    return lines.filter { line in pieces.contains { line.contains($0) } }
  }

  private func expectOne(in folder: TemporaryFolder) {
    let found = writes(in: folder)
    #expect(folder.text("writes").contains("write("))
    #expect(found.count == 1)
    #expect(
      found.first?.contains("write(1, ") == true || found.first?.contains("writev(1, ") == true)
  }

  @Test func ofThePinentry() throws {
    let folder = try recorder("pinentry", try Programs.pinentry())
    let pinentry = try PinentryRun("SETREPEAT Again\nGETPIN\nSETNOTOK\nCONFIRM\n", folder: folder)
    try pinentry.answer(Self.secret + "x\u{7f}\r" + Self.secret + "\r")
    try pinentry.answer("\r", showing: "Enter choose")
    #expect(try pinentry.waitForReplies(6).last == "OK")
    #expect(try pinentry.finish() == .exited(0))
    expectOne(in: folder)
  }

  @Test func ofThePinentryThatIsCancelled() throws {
    let folder = try recorder("pinentry", try Programs.pinentry())
    let pinentry = try PinentryRun("GETPIN\n", folder: folder)
    try pinentry.answer(Self.secret + "\u{1b}")
    try pinentry.waitForReplies(1)
    #expect(try pinentry.finish() == .exited(0))
    #expect(folder.text("writes").contains("write("))
    #expect(writes(in: folder).isEmpty)
  }

  @Test(arguments: ["askpass", "get"])
  func ofTheOthers(_ name: String) throws {
    let folder = try recorder(
      name, name == "get" ? BuiltProgram.keyward() + " get" : try Programs.askpass())
    let run = try ProgramRun(
      "\(folder.path)/\(name)", [], on: PseudoTerminal(), showing: PinentryRun.asks)
    try run.type(Self.secret + "\r")
    #expect(try run.wait() == .exited(0))
    #expect(run.outputText == Self.secret + "\n")
    expectOne(in: folder)
  }
}
