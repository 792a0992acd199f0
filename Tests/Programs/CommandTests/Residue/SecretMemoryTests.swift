import Glibc
import KeywardTestSupport
import Testing

/// Secrets in memory that the kernel itself cannot read, if it has such memory.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "only root reads the memory of other processes"),
  .enabled(if: Kernel.has("secret memory: works"), "this kernel has no secret memory"))
struct SecretMemoryTests {
  private func hold(_ arguments: [String]) throws -> HeldSecret {
    let run = try Keyward.typing(arguments)
    return try HeldSecret(TypedSecret.ascii(24), in: run)
  }

  @Test(arguments: [["get"], ["exec", "--", "/bin/true"]])
  func rootFindsNoPieceWhileItIsTyped(arguments: [String]) throws {
    let held = try hold(arguments)
    try held.typeKeys(held.secret)
    try held.expectNothing()
    #expect(try held.expectNothingAtEnd { try held.run.type("\r") } == .exited(0))
  }

  @Test func everyRegionIsLockedClosedAndUnreadable() throws {
    let held = try hold(["get"])
    try held.typeKeys(held.secret)
    let regions = try MemoryMap.of(process: held.asker).filter { $0.name.contains("secretmem") }
    // The ring, shown characters, and the field.
    #expect(regions.count == 3)
    for region in regions {
      #expect(
        region.isClosed && region.isSecret && region.locked == region.range.count / 1024,
        "\(region)")
      #expect(readError(at: region.range.lowerBound, in: held.asker) == EIO)
      // The neighbouring pages are guards.
      let map = try MemoryMap.of(process: held.asker)
      for edge in [region.range.lowerBound - 1, region.range.upperBound] {
        #expect(map.contains { $0.range.contains(edge) && $0.isClosed })
      }
    }
    let locked = try MemoryMap.of(process: held.asker).filter { $0.locked > 0 }
    #expect(locked.count == regions.count)
    #expect(try held.run.end(typing: "\r") == .exited(0))
    #expect(held.run.outputText == held.secret + "\n")
  }

  @Test func withoutItTheMemoryIsLockedAllTheSame() throws {
    let run = try Keyward.typing(["get", "--no-secret-memory"])
    try run.waitForQuiet()
    let map = try MemoryMap.of(process: run.process)
    #expect(!map.contains { $0.name.contains("secretmem") })
    let secret = map.filter(\.isSecret)
    #expect(!secret.isEmpty)
    try run.end(typing: "\u{3}")
  }

  /// The `errno` of reading a byte of another process; 0 if it can be read.
  private func readError(at address: UInt, in process: Int32) -> Int32 {
    let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    defer { close(memory) }
    var byte: UInt8 = 0
    return pread(memory, &byte, 1, off_t(address)) == 1 ? 0 : errno
  }
}
