import Glibc
import KeywardTestSupport
import Testing

/// The text of a C host is in one region while it is held, and nowhere afterwards.
@Suite(
  .tags(.residue), .enabled(if: geteuid() == 0, "the memory of another process is read by root"))
struct CInterfaceResidueTests {
  @Test(arguments: [8, 24, 96]) func typedHashedSealedAndWiped(length: Int) throws {
    let host = try CHost("holding")
    for isReadable in [true, false] {
      try HeldByHost([host.path], length: length, isReadable: isReadable).check()
    }
  }
}
