import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// The calling process, after its claim to be the caller was checked.
///
/// Anyone chooses the name of a program, so the name is shown but not trusted. `descriptor` reports
/// the end of the process.
package final class VerifiedCaller {
  package let process: Int32

  package let user: UInt32

  /// The user's name, or `uid N` if it is unknown.
  package let userName: String

  /// The name of the program, as in `ProcessStat.shownName`, but not sanitised.
  package let programName: [UInt8]

  /// A descriptor that is readable once the process has ended.
  package let descriptor: Int32

  /// Checks a claim; nil if it names another machine, another user, or no process.
  package init?(_ claim: CallerClaim, system: CallerSystem = .current) {
    guard claim.host == system.nodeName, ProcessStat.isOfThisNamespace else { return nil }
    let descriptor = platform_pidfd_open(claim.process)
    guard descriptor >= 0 else { return nil }
    let directory = "\(system.processes)/\(claim.process)"
    guard let status = try? SmallFile("\(directory)/status", atMost: 65_536).bytes,
      let user = Self.user(inStatus: status), user == claim.user ?? system.user,
      let name = try? SmallFile("\(directory)/comm", atMost: 256).bytes,
      // The bytes belong to this process only if it has not ended meanwhile.
      !Self.hasEnded(descriptor)
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    process = claim.process
    self.user = user
    userName = CallerSystem.userName(of: user, in: system.users)
    let file = ProcessStat.file(of: claim.process, in: system.processes)
    programName = file.map { Array($0.utf8) } ?? Array(name.prefix { $0 != 0x0a })
  }

  deinit {
    close(descriptor)
  }

  /// The device number of the controlling terminal; nil for none, and for another user's process.
  var terminal: UInt32? {
    guard user == geteuid(), let number = ProcessStat(process)?.terminal, number != 0,
      !Self.hasEnded(descriptor)
    else { return nil }
    return number
  }

  func introduction(in language: Language) -> String {
    // Sanitise the name, so that it cannot imitate other text.
    let program = Sanitizer.quoted(Sanitizer().clean(programName, as: .name))
    return language[
      .askedByUser, program, "\(process)", Sanitizer().clean(userName, as: .name)]
  }

  package static func hasEnded(_ descriptor: Int32) -> Bool { !pollOne(descriptor).isEmpty }

  /// Returns the effective user in the text of `/proc/PID/status`.
  static func user(inStatus status: [UInt8]) -> UInt32? {
    let words = ProcessStat.words(after: "Uid:", inStatus: status)
    return words.count > 1 ? UInt32(words[1]) : nil
  }
}

/// The machine on which claims are checked.
package struct CallerSystem: Hashable, Sendable {
  package var nodeName: String
  /// The user to whom a process must belong if its claim names none.
  package var user: UInt32
  package var processes = "/proc"
  package var users = "/etc/passwd"

  package static var current: CallerSystem {
    var names = utsname()
    _ = unsafe uname(&names)
    let name = unsafe withUnsafeBytes(of: names.nodename) { unsafe Array($0.prefix { $0 != 0 }) }
    return CallerSystem(nodeName: name.text, user: geteuid())
  }

  /// Returns the user's name in a file such as `/etc/passwd`: 0 → `root`.
  ///
  /// The name is `uid 4711` if the file has no user 4711.
  package static func userName(of user: UInt32, in path: String) -> String {
    let number = Array(String(user).utf8)
    let file = (try? SmallFile(path, atMost: 1 << 20).bytes) ?? []
    for line in file.split(separator: 0x0a) {
      let fields = line.split(separator: 0x3a, maxSplits: 3, omittingEmptySubsequences: false)
      if fields.count > 2, Array(fields[2]) == number { return fields[0].text }
    }
    return "uid \(user)"
  }
}

/// The claimed caller, as sent in `OPTION owner`: `4711/1000 myhost` or `4711 myhost`.
package struct CallerClaim: Hashable, Sendable {
  package let process: Int32

  package let user: UInt32?

  /// The node name of the machine; empty if none was given.
  package let host: String
}

extension CallerClaim {
  package init?(_ value: [UInt8]) {
    let words = value.split(
      maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isBlank)
    guard let first = words.first else { return nil }
    let numbers = first.split(separator: 0x2f, omittingEmptySubsequences: false)
    let user = numbers.count == 2 ? UInt32(numbers[1].text) : nil
    guard numbers.count <= 2, let process = Int32(numbers[0].text), process > 0,
      user != nil || numbers.count == 1
    else { return nil }
    let host = words.count == 2 ? words[1].drop(while: \.isBlank).text : ""
    self.init(process: process, user: user, host: host)
  }
}
