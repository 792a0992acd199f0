import Glibc
import KeywardTestSupport
import Testing

@Suite(.tags(.program)) struct OtherProcessTests {
  @Test(.enabled(if: geteuid() == 0, "becoming another user takes root"))
  func theSameUserCannotReadOrTraceIt() throws {
    let open = try OpenPrograms()
    let held = try HeldSecret(
      TypedSecret.ascii(16), options: { $0.user = 65534 }, program: open.keyward)
    try held.typeKeys(held.secret)
    let memory = try outcome("/bin/cat", ["/proc/\(held.run.process)/mem"])
    #expect(memory.errorText.contains("Permission denied"))
    let maps = try outcome("/bin/cat", ["/proc/\(held.run.process)/maps"])
    #expect(maps.output.isEmpty)
    let attached = try outcome(open.launcher, ["attach", "\(held.run.process)"])
    #expect(attached.ending == .exited(EPERM))
    let own = try limits(of: held.run.process)
    #expect(own.contains { $0.hasPrefix("Max core file size 0 ") })
    try held.run.end(typing: "\u{3}")
  }

  @Test(.enabled(if: geteuid() == 0, "only root sees the mappings of a hardened process"))
  func whileItWaitsEveryRegionIsClosed() throws {
    let held = try HeldSecret(TypedSecret.ascii(16))
    try held.typeKeys(held.secret)
    let locked = try MemoryMap.of(process: held.run.process).filter { $0.locked > 0 }
    // The ring, shown characters, and the field.
    #expect(locked.count == 3)
    for region in locked {
      #expect(
        region.isClosed && region.isSecret && region.locked == region.range.count / 1024,
        "\(region)")
    }
    try held.run.end(typing: "\u{3}")
  }

  @Test func theProgramHasOneThreadAndClosedDescriptors() throws {
    let held = try HeldSecret(TypedSecret.ascii(16))
    let status = try ProgramRun.finished("/bin/cat", ["/proc/\(held.run.process)/status"])
    #expect(status.outputText.contains("Threads:\t1\n"))
    try held.run.end(typing: "\u{3}")
  }

  @Test func theCommandFindsNoRegionAndNoDescriptorBut() throws {
    let secret = TypedSecret.ascii(16)
    let script = "ls /proc/self/fd; grep -c ' lo ' /proc/self/smaps; cat <&3"
    let held = try HeldSecret(
      secret, ["exec", "--fd", "3", "--", "/bin/sh", "-c", script],
      options: { $0.coreLimit = 4096 })
    try held.typeKeys(secret)
    #expect(try held.run.end(typing: "\r") == .exited(0))
    let lines = held.run.outputText.split(separator: "\n").map(String.init)
    // 4 is the folder that ls itself has open.
    #expect(lines == ["0", "1", "2", "3", "4", "0", secret], "\(held.run.outputText)")
  }

  private func outcome(_ program: String, _ arguments: [String]) throws -> ProgramRun {
    let run = try ProgramRun(program, arguments) { $0.user = 65534 }
    try run.wait()
    return run
  }

  private func limits(of process: Int32) throws -> [String] {
    try ProgramRun.finished("/bin/cat", ["/proc/\(process)/limits"]).outputText
      .split(separator: "\n")
      .map { line in line.split(separator: " ").joined(separator: " ") + " " }
  }
}
