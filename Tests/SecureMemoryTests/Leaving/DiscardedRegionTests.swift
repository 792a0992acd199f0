import CPlatform
import CTestSupport
import Glibc
import Testing

/// A region that cannot be opened on the way out goes back to the kernel, contents included.
@Suite struct DiscardedRegionTests {
  private static let size = 4096

  /// True if the memory of this process has secret pages.
  private static var hasSecretPages: Bool {
    guard let stream = fopen("/proc/self/maps", "re") else { return true }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), stream) != nil {
      if strstr(line, "secretmem") != nil { return true }
    }
    return false
  }

  @Test func secretMemoryIsNotMappedAnyMore() {
    let status = inChild {
      guard let page = platform_make_secret_pages(Self.size) else { _exit(77) }
      memset(page, 0x55, Self.size)
      guard Self.hasSecretPages, platform_wipe_add(page, Self.size, page, Self.size, nil) >= 0,
        test_deny_protection(ENOMEM) == 0
      else { _exit(1) }
      platform_wipe_all()
      _exit(Self.hasSecretPages ? 2 : 0)
    }
    // 77: a kernel without such memory.
    #expect([0, 77].contains(exitStatus(status)))
  }

  @Test func privateMemoryIsEmpty() {
    let status = inChild {
      let flags = MAP_PRIVATE | MAP_ANONYMOUS
      guard let page = mmap(nil, Self.size, PROT_READ | PROT_WRITE, flags, -1, 0),
        page != MAP_FAILED
      else { _exit(1) }
      memset(page, 0x55, Self.size)
      var resident: UInt8 = 0
      guard platform_wipe_add(page, Self.size, page, Self.size, nil) >= 0,
        mincore(page, Self.size, &resident) == 0, resident & 1 == 1,
        test_deny_protection(ENOMEM) == 0
      else { _exit(1) }
      platform_wipe_all()
      _exit(mincore(page, Self.size, &resident) == 0 && resident & 1 == 1 ? 2 : 0)
    }
    #expect(exitStatus(status) == 0)
  }
}
