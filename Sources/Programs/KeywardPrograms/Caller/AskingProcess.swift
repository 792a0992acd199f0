import Glibc
import KeywardSystem
import KeywardTerminal
import SecureMemory

/// The process that asks through one of our programs, as the kernel describes it.
///
/// The descriptors are opened before the sandbox takes effect, so that the process can be compared
/// directly before it gets an answer. They belong to this process, not to a later one with the same
/// number.
final class AskingProcess {
  let number: Int32
  /// True if the process has started this one.
  private var isCaller = false
  /// The command line; empty if it cannot be read.
  let words: [[UInt8]]
  /// The process's description; nil if it cannot be read.
  let stat: ProcessStat?
  /// The name of the executable file; nil if it cannot be read.
  private let file: String?
  private let commandLine: [UInt8]
  /// A descriptor that is readable once the process has ended; -1 for none.
  fileprivate let end: Int32
  private let lineFile: Int32
  /// The mappings of the program that the process executes; empty once it executes another one.
  private let mappingsFile: Int32

  init(_ number: Int32) {
    self.number = number
    func open(_ name: String) -> Int32 {
      guard ProcessStat.isOfThisNamespace else { return -1 }
      return unsafe Glibc.open("/proc/\(number)/\(name)", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    }
    end = number > 0 ? platform_pidfd_open(number) : -1
    lineFile = open("cmdline")
    mappingsFile = open("maps")
    commandLine = Self.content(of: lineFile)
    stat = ProcessStat(number)
    file = stat == nil ? nil : ProcessStat.file(of: number)
    words = Self.words(of: commandLine)
  }

  deinit {
    for descriptor in [end, lineFile, mappingsFile] where descriptor >= 0 { close(descriptor) }
  }

  /// True if the process still executes the same program with the same command line.
  ///
  /// Root's processes do not show their mappings.
  var isUnchanged: Bool {
    guard Self.content(of: lineFile) == commandLine,
      mappingsFile < 0 || !Self.content(of: mappingsFile, atMost: 1).isEmpty
    else { return false }
    return end < 0 || !VerifiedCaller.hasEnded(end)
  }

  /// The name of the program, by which its arguments are understood; empty if it is not known.
  ///
  /// A process chooses the name in its description, so sudo and doas must belong to another user.
  var program: String {
    if let file { return file }
    let name = stat?.name.text ?? ""
    guard ["sudo", "doas"].contains(name), geteuid() != 0 else { return name }
    let status = try? SmallFile("/proc/\(number)/status", atMost: 65_536).bytes
    return status.flatMap(VerifiedCaller.user(inStatus:)) == geteuid() ? "" : name
  }

  /// The parents, up to the nearest one that leads a session with a terminal.
  var parents: [ProcessStat] {
    var found: [ProcessStat] = []
    var next = stat?.parent ?? 0
    while next > 0, found.count < Self.mostParents, let parent = ProcessStat(next) {
      found.append(parent)
      if parent.leadsTerminal { break }
      next = parent.parent
    }
    return found
  }

  private static let mostParents = 32
  /// The maximum length of a command line in bytes, for which the kernel allows 6 MB; a command can
  /// follow long assignments.
  private static let longestLine = 8 * 1024 * 1024
  private static let longestPart = 128 * 1024

  /// Reads an open file of `/proc` from its beginning.
  private static func content(of descriptor: Int32, atMost limit: Int = longestLine) -> [UInt8] {
    guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return [] }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let room = min(limit - bytes.count, bytes.isEmpty ? 4096 : longestPart)
      let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        repeat {
          count = unsafe read(descriptor, buffer.baseAddress, room)
        } while count < 0
          && errno == EINTR
        count = max(0, count)
      }
      guard !part.isEmpty else { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }

  /// Returns the words of a command line, each of which ends with a NUL.
  ///
  /// Several empty words at the end count as one, since a process that sets a shorter title leaves
  /// them.
  static func words(of line: [UInt8]) -> [[UInt8]] {
    let text = line.prefix((line.lastIndex { $0 != 0 } ?? -1) + 1)
    guard !text.isEmpty else { return [] }
    let words = text.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    return line.count > text.count + 1 ? words + [[]] : words
  }
}

extension AskingProcess {
  /// Returns the text that introduces the process, its folder and its parents.
  ///
  /// `known` replaces the part about the process if it is not empty.
  ///
  /// `terminal` is the device number of the terminal on which the process asks. A process that leads
  /// its session is where the person types, so the parents are left out.
  func introduction(
    in language: Language, as known: String = "", folder: String?, on terminal: UInt32? = nil,
    isASCII: Bool = false
  ) -> String {
    let name = stat?.shownName ?? language[.unknownProgram]
    // A process outside of our namespace has no number here.
    let shownNumber = number > 0 ? "\(number)" : "?"
    var text = known.isEmpty ? language[.askedBy, name, shownNumber] : known
    if let folder { text += ", " + Self.place(folder, in: language) }
    let leadsHere = stat.map { $0.leadsTerminal && $0.terminal == terminal } ?? false
    let parents = leadsHere ? [] : parents
    let missing = parents.count > Self.mostNames ? 3..<parents.count - (Self.mostNames - 3) : 0..<0
    for (place, parent) in parents.enumerated() where !missing.dropFirst().contains(place) {
      text += isASCII ? " <- " : " ← "
      text += missing.first == place ? (isASCII ? "..." : "…") : parent.shownName
    }
    return text
  }

  /// The process that started this program.
  static var caller: AskingProcess {
    let process = AskingProcess(Asker.callerNumber)
    process.isCaller = true
    return process
  }

  /// The working directory; nil if it cannot be read.
  ///
  /// A process of root hides its own, which is ours if the process has started this program. The
  /// sandbox of `attend` hides all others.
  var folder: String? {
    guard let stat else { return nil }
    return Self.folder(of: "\(stat.number)") ?? (isCaller ? Self.ownFolder : nil)
  }

  private static let ownFolder = folder(of: "self")

  /// Reads what introductions need and the sandbox hides: the home of this user.
  static func prepareForSandbox() { _ = UserHome.path }

  private static func folder(of process: String) -> String? {
    linkTarget(of: "/proc/\(process)/cwd")
  }

  /// Returns the part about a folder, such as `in ~/site`.
  static func place(_ folder: String, in language: Language) -> String {
    language[.inFolder, Sanitizer().clean(UserHome.abbreviated(folder), as: .line)]
  }

  private static let mostNames = 5
}

extension ProcessStat {
  /// Returns the name of the file that a process executes; nil if it cannot be read.
  static func file(of process: Int32, in processes: String = "/proc") -> String? {
    linkTarget(of: "\(processes)/\(process)/exe").map { UnansweredCaller.program(ofFile: $0) }
  }

  /// The name of the program for a person: that of its file or, if the file cannot be read, the name
  /// that the process chose.
  var shownName: String {
    let file = Self.file(of: number)
    return Sanitizer.quoted(Sanitizer().clean(file.map { Array($0.utf8) } ?? name, as: .name))
  }
}

/// The home of this user, from the file of users: the asking program chooses our environment.
private enum UserHome {
  static let path: [UInt8]? = {
    let number = Array(String(getuid()).utf8)
    let file = (try? SmallFile("/etc/passwd", atMost: 1 << 20).bytes) ?? []
    var rest = file[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0a }
      rest = rest.dropFirst(line.count + 1)
      let user = line.drop { $0 != 0x3a }.dropFirst().drop { $0 != 0x3a }.dropFirst()
      guard user.starts(with: number), user.dropFirst(number.count).first == 0x3a else { continue }
      let fields = user.split(separator: 0x3a, omittingEmptySubsequences: false)
      return fields.count > 3 && fields[3].count > 1 ? Array(fields[3]) : nil
    }
    return nil
  }()

  /// Returns a path with `~` for the home: `/home/me/site` → `~/site`.
  static func abbreviated(_ folder: String) -> String {
    guard let path, folder.utf8.starts(with: path) else { return folder }
    let rest = folder.utf8.dropFirst(path.count)
    return rest.isEmpty || rest.first == 0x2f ? "~" + String(Substring(rest)) : folder
  }
}

extension PromptHost {
  /// Shows in a question who asks and for what, and withdraws its prompt if the asker changes.
  ///
  /// If it is not known which of several processes asks, all are named, with their command lines.
  ///
  /// `known` replaces the part about the process. `terminal` is the device number of the terminal
  /// that shows the question, unless it is lent. `passage` is the command that gets the answer, and
  /// how.
  func introduce(
    _ asker: AskingProcess?, or others: [AskingProcess] = [], as known: String = "",
    folder: String? = nil, on terminal: UInt32? = nil,
    passing passage: (command: [[UInt8]], door: String)? = nil, in question: inout Question,
    _ environment: TerminalEnvironment
  ) {
    let language = environment.shownLanguage
    let text = CommandText(isASCII: environment.glyphs.isASCII)
    question.asker =
      asker?.introduction(
        in: language, as: known, folder: folder ?? asker?.folder, on: terminal,
        isASCII: text.isASCII)
      ?? known + (folder.map { ", " + AskingProcess.place($0, in: language) } ?? "")
    var purpose = Purpose()
    var relatives = others
    if !others.isEmpty {
      let all = [asker].compactMap(\.self) + others
      let asked = all.map {
        $0.introduction(in: language, folder: nil, on: terminal, isASCII: text.isASCII)
      }
      question.asker = language[.eachMayRead, asked.joined(separator: "; ")]
      purpose.command = all.map {
        $0.words.isEmpty ? language[.commandUnreadable] : text.line($0.words)
      }.joined(separator: "; ")
    } else if let passage {
      CommandUse(passingTo: passage.command).describe(in: &purpose, language, text)
      purpose.lead = language[.passesTo]
      purpose.door = passage.door
    } else if let asker, !asker.words.isEmpty {
      let use = CommandUse(
        of: asker.words, program: asker.program,
        user: { CallerSystem.userName(of: getuid(), in: CallerSystem.current.users) },
        parents: {
          relatives = asker.parents.prefix(2).map { AskingProcess($0.number) }
          return relatives.map { ($0.program, $0.words) }
        })
      use.describe(in: &purpose, language, text)
    } else {
      purpose.command = language[.commandUnreadable]
    }
    purpose.plainLead = language[.purpose]
    question.purpose = purpose
    let shown = [asker].compactMap(\.self) + relatives
    self.asker = PromptAsker(
      ends: shown.map(\.end).filter { $0 >= 0 }, isUnchanged: { shown.allSatisfy(\.isUnchanged) })
  }
}
