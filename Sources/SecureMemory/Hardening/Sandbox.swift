import CPlatform
import Glibc

/// The sandbox a program locks itself into once its first frame is with the terminal.
///
///     let sandbox = Sandbox(.yes, needs: .group)
///     try sandbox.require()                // before anything is typed
///     …                                    // the first frame
///     sandbox.close()
///
/// It has two layers, and each may be missing on a kernel. A filter allows the calls of a dialogue and no
/// others: any other one wipes, restores the terminal and ends the program by SIGSYS. Landlock keeps
/// every file from being opened that is not named. Neither can be taken off, so it is not for a process
/// that becomes another program.
package final class Sandbox {
  /// Whether a program has a sandbox.
  package enum Use: String, CaseIterable, Hashable, Sendable {
    case no, yes, required
  }

  /// A part of the sandbox that a kernel may lack.
  package enum Layer: CaseIterable, Hashable, Sendable {
    /// The filter of system calls.
    case calls
    /// The limits on files.
    case files

    /// Whether this kernel has the layer.
    package var isAvailable: Bool {
      switch self {
      case .calls: platform_has_call_filter() != 0
      case .files: platform_path_limits_version() > 0
      }
    }

    /// Whether the layer holds where it is switched on: a child tries.
    package var isInForce: Bool {
      switch self {
      case .calls: platform_holds_calls() != 0
      case .files: platform_holds_paths() != 0
      }
    }

    /// The name it has in the status line.
    package var subject: String { self == .calls ? "sandbox for calls" : "sandbox for files" }

    /// The name its documentation has for it.
    package var name: String { self == .calls ? "seccomp" : "Landlock" }
  }

  /// What a program does after its first frame, beside a dialogue on an open terminal.
  package struct Needs: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Stops or interrupts its process group.
    package static let group = Needs(rawValue: PLATFORM_NEEDS_GROUP.rawValue)
    /// Opens files and terminals, and follows the processes that ask.
    package static let files = Needs(rawValue: PLATFORM_NEEDS_FILES.rawValue)
    /// Looks whether other processes live.
    package static let processes = Needs(rawValue: PLATFORM_NEEDS_PROCESSES.rawValue)
    /// Sends datagrams to a local socket.
    package static let sockets = Needs(rawValue: PLATFORM_NEEDS_SOCKETS.rawValue)
    /// Passes on what comes from a pseudo-terminal of its own, gives that its window, and continues who is
    /// on it.
    package static let terminal = Needs(rawValue: PLATFORM_NEEDS_TERMINAL.rawValue)
  }

  /// A file, or a folder with all that is in it, that may still be opened.
  package struct Path: Hashable, Sendable {
    let path: String
    let isWritable: Bool

    /// A path for reading.
    package static func read(_ path: String) -> Path { Path(path: path, isWritable: false) }

    /// A path for reading and writing, such as that of a terminal.
    package static func write(_ path: String) -> Path { Path(path: path, isWritable: true) }
  }

  private let use: Use
  private let needs: Needs
  private let paths: [Path]
  /// The layers that are not there, or failed.
  private var missing: [Layer]
  private var isClosed = false

  /// A sandbox that is still open.
  ///
  /// - Parameters:
  ///   - use: Whether there is one at all.
  ///   - needs: What the program does after its first frame.
  ///   - paths: What it opens after that.
  package init(_ use: Use, needs: Needs = [], paths: [Path] = []) {
    self.use = use
    self.needs = needs
    self.paths = paths
    missing = use == .no ? [] : Layer.allCases.filter { !$0.isAvailable }
  }

  /// What is protected by it, in the words of the status line; empty for nothing.
  ///
  /// Closing it may show that it is less.
  package var protections: [String] {
    let layers = use == .no ? [] : Layer.allCases.filter { !missing.contains($0) }
    return layers == Layer.allCases ? ["sandbox"] : layers.map(\.subject)
  }

  /// Fails closed where a sandbox is required and the kernel lacks a part of it.
  ///
  /// - Throws: `HardeningError.sandbox`.
  package func require() throws(HardeningError) {
    guard use == .required, !missing.isEmpty else { return }
    throw .sandbox(missing: missing.map(\.name))
  }

  /// Closes the sandbox for the rest of the process; the second time nothing happens.
  ///
  /// Where a layer fails the other one still holds. Where a sandbox is required, that ends the program.
  ///
  /// - Parameter more: What a program that opens files opens beside the paths known from the start.
  package func close(alsoOpening more: [Path] = []) {
    guard use != .no, !isClosed else { return }
    isClosed = true
    let allowed = needs.contains(.files) ? paths + more : []
    if !missing.contains(.files), !limit(allowed) { missing.append(.files) }
    // The last one: it would not let the other be made.
    if !missing.contains(.calls), platform_filter_calls(needs.rawValue) != 0 {
      missing.append(.calls)
    }
    guard use == .required, !missing.isEmpty else { return }
    Leaving.exit(
      70,
      saying: """
        keyward: the sandbox that is required could not be closed, so nothing was taken; set \
        sandbox to yes to go on without it

        """)
  }

  private func limit(_ paths: [Path]) -> Bool {
    var known: [platform_path] = unsafe []
    defer { unsafe known.forEach { unsafe free(UnsafeMutablePointer(mutating: $0.path)) } }
    for path in paths {
      guard let name = unsafe strdup(path.path) else { return false }
      unsafe known.append(platform_path(path: name, is_writable: path.isWritable ? 1 : 0))
    }
    return unsafe platform_limit_paths(known, known.count, needs.rawValue) == 0
  }
}

@available(*, unavailable)
extension Sandbox: Sendable {}
