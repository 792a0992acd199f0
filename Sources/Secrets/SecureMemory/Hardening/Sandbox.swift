import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The sandbox of a program, closed once the terminal has its first frame.
///
///     let sandbox = Sandbox(.yes, needs: .group)
///     try sandbox.require()                // before anything is typed
///     …                                    // the first frame
///     sandbox.close()
///
/// It has two layers, and a kernel may lack either. A filter allows only the system calls of a
/// dialogue: any other call wipes secrets, restores the terminal and ends the program by SIGSYS.
/// Landlock forbids opening files other than the listed ones. Neither can be removed, so never use
/// a sandbox in a process that executes another program.
package final class Sandbox {
  package enum Use: String, CaseIterable, Hashable, Sendable {
    case no, yes, required
  }

  package enum Layer: CaseIterable, Hashable, Sendable {
    case calls
    case files

    package var isAvailable: Bool {
      switch self {
      case .calls: platform_has_call_filter() != 0
      case .files: platform_path_limits_version() > 0
      }
    }

    /// True if the layer takes effect when enabled; tested in a child process.
    package var isInForce: Bool {
      switch self {
      case .calls: platform_holds_calls() != 0
      case .files: platform_holds_paths() != 0
      }
    }

    package var name: String { self == .calls ? "seccomp" : "Landlock" }
  }

  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    // Not generic, as in `PollEvents`.
    package init(arrayLiteral elements: Needs...) {
      self.init(rawValue: elements.reduce(0) { $0 | $1.rawValue })
    }

    /// Stopping or interrupting its own process group.
    package static let group = Needs(rawValue: PLATFORM_NEEDS_GROUP.rawValue)
    /// Opening files and terminals, and identifying the calling processes.
    package static let files = Needs(rawValue: PLATFORM_NEEDS_FILES.rawValue)
    /// Checking whether other processes are alive.
    package static let processes = Needs(rawValue: PLATFORM_NEEDS_PROCESSES.rawValue)
    /// Sending datagrams to a local socket.
    package static let sockets = Needs(rawValue: PLATFORM_NEEDS_SOCKETS.rawValue)
    /// Relaying the output of a pseudo-terminal, setting its window size, and sending SIGCONT or
    /// SIGHUP to its session leader.
    package static let terminal = Needs(rawValue: PLATFORM_NEEDS_TERMINAL.rawValue)
    /// Lending a terminal over a local socket, and removing the socket.
    package static let lending = Needs(rawValue: PLATFORM_NEEDS_LENDING.rawValue)
    /// Reading and grabbing open input devices, and changing the console.
    package static let devices = Needs(rawValue: PLATFORM_NEEDS_DEVICES.rawValue)
    /// Ending the caller that `platform_caller_set` has named.
    package static let caller = Needs(rawValue: PLATFORM_NEEDS_CALLER.rawValue)
    static let newDevices = Needs(rawValue: PLATFORM_NEEDS_NEW_DEVICES.rawValue)
  }

  /// A file that may still be opened, or a folder with everything in it, as in `platform_path`.
  package struct Path: Hashable, Sendable {
    let path: String
    var isWritable = false
    var isControlled = false
    var isEmptied = false
    var terminal: Int32 = -1
    var file: Int32 = -1

    package static func read(_ path: String) -> Path { Path(path: path) }

    package static func write(_ path: String) -> Path { Path(path: path, isWritable: true) }

    /// Returns a rule for a folder of input devices that may be read and grabbed, but not written.
    package static func devices(_ path: String) -> Path { Path(path: path, isControlled: true) }

    /// Returns a rule for a folder, which is opened now because other users could change `path`.
    ///
    /// If the folder does not exist yet, the rule applies to a folder created before the sandbox is
    /// closed, but not to a link.
    package static func folder(_ path: String) -> Path {
      let file = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      return Path(path: path, file: file < 0 ? Int32(PLATFORM_MISSING_FOLDER) : file)
    }

    /// Returns a rule that allows removing files from a folder.
    package static func emptied(_ path: String) -> Path { Path(path: path, isEmptied: true) }

    /// Returns a rule for a path of an open terminal.
    ///
    /// The rule is skipped if the path leads to another file when the sandbox is closed.
    package static func name(_ path: String, of terminal: Int32) -> Path {
      Path(path: path, isWritable: true, terminal: terminal)
    }
  }

  private let use: Use
  private let isHosted: Bool
  private var needs: Needs
  private var paths: [Path]
  private var missing: [Layer]
  private var isClosed = false

  /// Creates an open sandbox; once it is closed, only `paths` may be opened.
  ///
  /// `isHosted` is true in a program that goes on after the dialogue, which a sandbox would confine
  /// forever.
  package init(_ use: Use, needs: Needs = [], paths: [Path] = [], isHosted: Bool = false) {
    self.use = isHosted ? .no : use
    self.isHosted = isHosted
    self.needs = needs
    self.paths = paths
    missing = self.use == .no ? [] : Layer.allCases.filter { !$0.isAvailable }
  }

  package enum Absence: Hashable, Sendable {
    case switchedOff
    case hosted
    case unsupported
    case calls
    case files
  }

  /// The protections that the program lacks, including any that failed when the sandbox was closed.
  package var absences: [Absence] {
    if use == .no { return [isHosted ? .hosted : .switchedOff] }
    let layers = Layer.allCases.filter(missing.contains)
    return layers == Layer.allCases
      ? [.unsupported] : layers.map { $0 == .calls ? .calls : .files }
  }

  /// Throws if the sandbox is required and the kernel lacks a layer.
  package func require() throws(HardeningError) {
    guard use == .required, !missing.isEmpty else { return }
    throw .sandbox(missing: missing.map(\.name))
  }

  /// Allows the use of input devices after the sandbox is closed.
  ///
  /// Devices that are plugged in later can be opened only if Landlock is in force. Without
  /// Landlock, a filter that allows opening a device would allow opening every file.
  package func allowDevices() {
    guard !isClosed, !needs.contains(.devices) else { return }
    // A program with several dialogues opens the devices and looks up its console for each.
    if needs.contains(.files) {
      paths += [.read("/sys/class/tty/tty0/active"), .read("/sys/class/graphics/fbcon/rotate")]
    }
    needs.formUnion([.devices, .newDevices])
    paths.append(.devices("/dev/input"))
  }

  package var takesDevices: Bool { use == .no || !isClosed || needs.contains(.devices) }

  /// True if devices may be opened for writing, which switching their LEDs requires.
  package var opensForWriting: Bool { use == .no || !isClosed }

  /// True if files may be opened, such as those that describe other processes.
  package var opensFiles: Bool { use == .no || !isClosed || needs.contains(.files) }

  package var opensNewDevices: Bool { use == .no || !isClosed || needs.contains(.newDevices) }

  /// Enters the sandbox, which lasts until the process ends.
  ///
  /// If the program needs `files`, the paths in `more` may be opened too. If one layer fails, the
  /// other layer still applies. But if the sandbox is required, a missing layer ends the program.
  package func close(alsoOpening more: [Path] = []) {
    guard use != .no, !isClosed else { return }
    isClosed = true
    let allowed = needs.contains(.files) ? paths + more : paths
    if !missing.contains(.files), !limit(allowed) { missing.append(.files) }
    if missing.contains(.files) { needs.remove(.newDevices) }
    // The filter comes last, since it would forbid setting up the other layer.
    let (line, leader) = (platform_restore_helper_channel(), platform_leader())
    if !missing.contains(.calls), platform_filter_calls(needs.rawValue, line, leader) != 0 {
      missing.append(.calls)
    }
    guard use == .required, !missing.isEmpty else { return }
    ProcessExit.exit(
      70,
      message: """
        keyward: the required sandbox could not be set up, so no secret was read; set \
        sandbox to yes instead of required to continue without it

        """)
  }

  private func limit(_ paths: [Path]) -> Bool {
    var known: [platform_path] = unsafe []
    defer { unsafe known.forEach { unsafe free(UnsafeMutablePointer(mutating: $0.path)) } }
    for path in paths {
      guard let name = unsafe strdup(path.path) else { return false }
      unsafe known.append(
        platform_path(
          path: name, is_writable: path.isWritable ? 1 : 0,
          is_controlled: path.isControlled ? 1 : 0, is_emptied: path.isEmptied ? 1 : 0,
          terminal: path.terminal, file: path.file))
    }
    return unsafe platform_limit_paths(known, known.count, needs.rawValue) == 0
  }
}

@available(*, unavailable)
extension Sandbox: Sendable {}

/// A system call that the kernel refused, as a part of a sentence.
///
///     RefusedCall("clone", EAGAIN).description  // "clone was refused (…); end other processes, …"
package struct RefusedCall: CustomStringConvertible {
  private let name: String
  private let code: Int32

  package init(_ name: String, _ code: Int32) {
    self.name = name
    self.code = code
  }

  package var description: String { "\(name) was refused (\(systemSentence(code))); \(remedy)" }

  package var remedy: String {
    switch code {
    case EMFILE: "close open files, or raise `ulimit -n`"
    case ENFILE: "the whole system has too many open files; close other programs"
    case EAGAIN: "end other processes, or raise `ulimit -u`"
    case ENOMEM: "close other programs, or raise `ulimit -v`"
    default: "allow \(name) in the sandbox or container that this program runs in"
    }
  }
}

/// The C library's text for an `errno`: 12 → "Cannot allocate memory".
package func systemSentence(_ code: Int32) -> String { FileError.system(code).reason }
