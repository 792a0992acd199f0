import Glibc
import Keyward

/// One character appended, with the region opened and closed for it, beside the two bare calls.
func secretTextBenchmark() throws {
  var text = try SecretText(capacity: 4080, policy: .allowUnlocked)
  let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
  let page = mmap(nil, pageSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  defer { munmap(page, pageSize) }
  report(
    "Secret text: one character appended (and the text emptied every 64)",
    measure([
      Work("two mprotect calls", calls: 2_000) {
        mprotect(page, pageSize, PROT_READ | PROT_WRITE)
        mprotect(page, pageSize, PROT_NONE)
      },
      Work("append with protection toggled", calls: 2_000) {
        if text.byteCount == 64 { text.removeAll() }
        // After 64 characters the text is emptied, so there is room.
        try? text.append(utf8Of: "k")
      },
    ]))
}
