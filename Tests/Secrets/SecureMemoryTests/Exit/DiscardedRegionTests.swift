import Glibc
import KeywardSystem
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

/// A region that cannot be opened at the exit goes back to the kernel, contents included.
@Suite struct DiscardedRegionTests {
  private static let size = 4096

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

  /// A library that is unloaded leaves nothing mapped, of secret or of ordinary memory.
  @Test(.enabled(if: !isSanitized, "sanitisers lock nothing"), arguments: [true, false])
  func aForgottenRegionIsFreedWithThePagesBesideIt(isSecret: Bool) async {
    await #expect(processExitsWith: .success) { [isSecret] in
      if !isSecret { #expect(test_deny_secret_memory() == 0) }
      let buffer = try SecretBuffer(capacity: 100)
      let page = UInt(bitPattern: buffer.start) / 4096 * 4096
      for place in [page - 4096, page, page + 4096] {
        #expect(try MemoryMap.mapping(at: place)?.isClosed == true)
      }
      platform_wipe_and_free()
      for place in [page - 4096, page, page + 4096] {
        #expect(try MemoryMap.mapping(at: place) == nil)
      }
      // Its end would free it once more.
      withExtendedLifetime(buffer) { exit(0) }
    }
  }
}
