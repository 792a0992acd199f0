import Glibc
import KeywardPrograms
import SecureMemory

extension Finding {
  static func ofProcess(_ hardening: ProcessHardening) -> [Finding] {
    [
      memoryLock(hardening), secretMemory(hardening), coreDumps(hardening), tracing(hardening),
      crashReports(hardening),
      wakeUps(mounts: (try? SmallFile("/proc/self/mounts", atMost: longestMounts))?.bytes),
    ] + Sandbox.Layer.allCases.map(sandbox)
  }

  private static func report(
    _ step: ProcessHardening.Step, of hardening: ProcessHardening
  ) -> StepReport? {
    hardening.report.last { $0.step == step }
  }

  private static func memoryLock(_ hardening: ProcessHardening) -> Finding {
    let report = report(.memoryLock, of: hardening)
    let limit = SecretMemoryError.currentLockLimit
    let found = limit.map { "the limit is \($0 / 1024) KiB" } ?? "there is no limit"
    // A prompt needs four regions of one page each.
    let isScarce = report?.outcome == .done && (limit ?? .max) < 16 * 1024
    let advice =
      isScarce ? "keyward needs 16 KiB; raise the limit with `ulimit -l 64`" : report?.advice
    return Finding("memory lock", "\(state(report)), \(found)", advice: advice)
  }

  private static func secretMemory(_ hardening: ProcessHardening) -> Finding {
    let subject = "secret memory"
    if hardening.hasSecretMemory {
      return Finding(subject, "works; not even root can read the secret through the kernel")
    }
    var files = rlimit()
    // For the kernel, a region of secret memory is a file, here of four pages at most.
    let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    let isLimited = unsafe getrlimit(kind, &files) == 0 && files.rlim_cur < 16 * 1024
    return Finding(
      subject, "not available; root can read the secret while it is typed",
      advice: isLimited
        ? "raise the limit on the size of files, for example with `ulimit -f unlimited`"
        : "use kernel 5.14 or later; before 6.5, boot it with secretmem.enable=1",
      kind: isLimited ? .action : .information)
  }

  private static func sandbox(_ layer: Sandbox.Layer) -> Finding {
    let (subject, task, since) =
      switch layer {
      case .calls:
        (
          "sandbox for calls",
          "a dialogue process that makes any system call outside its allowed set is killed",
          "4.14"
        )
      case .files: ("sandbox for files", "a dialogue can open only the files that it needs", "5.13")
      }
    if layer.isInForce { return Finding(subject, "\(layer.name) works; \(task)") }
    let trouble = layer.isAvailable ? "refuses" : "has no"
    return Finding(
      subject, "this system \(trouble) \(layer.name); dialogues work without this protection",
      advice: "use kernel \(since) or later with \(layer.name), and allow it in your container or "
        + "sandbox",
      kind: .information)
  }

  private static func coreDumps(_ hardening: ProcessHardening) -> Finding {
    let report = report(.coreLimit, of: hardening)
    let pattern = firstLine(of: "/proc/sys/kernel/core_pattern") ?? ""
    let collector =
      pattern.hasPrefix("|") ? ", and the program in core_pattern receives no dump" : ""
    return Finding(
      "core dumps", report?.outcome == .done ? "off\(collector)" : "not switched off",
      advice: report?.advice)
  }

  private static func tracing(_ hardening: ProcessHardening) -> Finding {
    let report = report(.tracing, of: hardening)
    let scope = firstLine(of: "/proc/sys/kernel/yama/ptrace_scope")
    let yama =
      switch scope {
      case nil: "no Yama on this kernel"
      case "0": "Yama does not stop other programs from tracing this one"
      case let scope?: "Yama's ptrace_scope is \(scope)"
      }
    let isClosed = report?.outcome == .done
    let root = geteuid() == 0 ? ", but root can always trace it" : ""
    return Finding(
      "tracing", isClosed ? "forbidden for this process, \(yama)\(root)" : "possible, \(yama)",
      advice: isClosed && geteuid() == 0 ? "run Keyward as an ordinary user" : report?.advice,
      kind: isClosed && geteuid() == 0 ? .information : nil)
  }

  private static func crashReports(_ hardening: ProcessHardening) -> Finding {
    let report = report(.crashSignals, of: hardening)
    return Finding(
      "crash reports", report?.outcome == .done ? "off" : "not switched off",
      advice: report?.advice)
  }

  private static var longestMounts: Int { 1 << 20 }

  /// Whether other users can see when a process runs, according to the list of mounts.
  static func wakeUps(mounts: [UInt8]?) -> Finding {
    let subject = "wake-ups"
    var options: Substring?
    for line in String(decoding: mounts ?? [], as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[1] == "/proc", fields[2] == "proc" else { continue }
      // Of several mounts at one place, the last one is in use.
      options = fields[3]
    }
    guard let options else { return Finding(subject, "unknown, /proc is not mounted") }
    let option = options.split(separator: ",").first { $0.hasPrefix("hidepid=") }
    let hiding = option?.dropFirst("hidepid=".count) ?? "off"
    if hiding != "0", hiding != "off" {
      return Finding(subject, "hidden from other users, /proc is mounted with hidepid")
    }
    return Finding(
      subject, "other users can see when a dialogue runs, and with bullets each key",
      advice: "choose `mask: hidden` or `fixed`, or mount /proc with hidepid=invisible",
      kind: .information)
  }

  private static func state(_ report: StepReport?) -> String {
    switch report?.outcome {
    case .done: "works"
    case .refused(let code): "refused (\(systemSentence(code)))"
    case .notAvailable, nil: "not available"
    }
  }

  private static func firstLine(of path: String) -> String? {
    guard let bytes = try? SmallFile(path, atMost: 4096).bytes, !bytes.isEmpty else { return nil }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
