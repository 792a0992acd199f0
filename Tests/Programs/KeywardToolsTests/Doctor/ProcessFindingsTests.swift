import Testing

@testable import KeywardTools

@Suite struct ProcessFindingsTests {
  @Test(
    "Whether other users see the wake-ups depends on how /proc is mounted",
    arguments: [
      ("proc /proc proc rw,nosuid,hidepid=invisible 0 0\n", "hidden from other users"),
      ("proc /proc proc rw,hidepid=2,gid=5 0 0\n", "hidden from other users"),
      ("proc /proc proc rw,hidepid=off 0 0\n", "other users can see"),
      ("proc /proc proc rw,relatime 0 0\n", "other users can see"),
      ("proc /proc proc rw,hidepid=2 0 0\nproc /proc proc rw 0 0\n", "other users can see"),
      ("proc /jail/proc proc rw,hidepid=2 0 0\n", "unknown"), ("", "unknown"),
    ])
  func wakeUps(mounts: String, state: String) {
    let finding = Finding.wakeUps(mounts: Array(mounts.utf8))
    #expect(finding.state.hasPrefix(state), "\(finding.line)")
    #expect((finding.advice != nil) == state.hasPrefix("other users"))
    #expect(finding.kind != .action)
  }
}
