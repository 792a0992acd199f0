import Glibc
import KeywardSystem
import KeywardTestSupport
import Testing

/// The limits on paths, each in its own process, since they cannot be undone.
@Suite(.enabled(if: platform_path_limits_version() > 0, "this kernel has no Landlock"))
struct PathLimitTests {
  /// The name of a terminal opens that terminal, and nothing that the name may lead to later.
  @Test(arguments: ["itself", "/dev/tty", "/", "/etc/passwd", "/dev/zero", "another"])
  func aNameOpensItsTerminalOnly(_ kind: String) async throws {
    let folder = try TemporaryFolder()
    let link = folder.path + "/name"
    await #expect(processExitsWith: .success) { [kind, link = link as String] in
      let terminal = try PseudoTerminal()
      let other = try PseudoTerminal()
      let descriptor = open(terminal.path, O_RDWR | O_NOCTTY)
      let name = ["itself": terminal.path, "another": other.path][kind] ?? kind
      #expect(symlink(name, link) == 0)
      #expect(limitPaths(to: link, isWritable: 1, terminal: descriptor) == 0)
      let opened = open(link, O_RDWR | O_NOCTTY)
      #expect((opened >= 0) == (kind == "itself"))
      #expect(open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES)
    }
  }

  /// A folder that was opened stays the one that may be read, wherever its path leads.
  @Test func anOpenFolderCountsAndNotItsPath() async throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "questions/one")
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let file = open(path + "/questions", O_RDONLY | O_DIRECTORY)
      #expect(rename(path + "/questions", path + "/former") == 0)
      #expect(symlink("/", path + "/questions") == 0)
      #expect(limitPaths(to: path + "/questions", file: file) == 0)
      #expect(open(path + "/former/one", O_RDONLY) >= 0)
      #expect(open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES)
    }
  }

  /// A folder that was missing may be there when the limits begin, but a link leads anywhere.
  @Test(arguments: [false, true])
  func aFolderThatWasMissingIsNoLink(isLink: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "other/one")
    let path = folder.path
    await #expect(processExitsWith: .success) { [isLink, path = path as String] in
      let questions = path + "/questions"
      #expect((isLink ? symlink("other", questions) : rename(path + "/other", questions)) == 0)
      #expect(limitPaths(to: questions, file: Int32(PLATFORM_MISSING_FOLDER)) == 0)
      #expect((open(questions + "/one", O_RDONLY) >= 0) == !isLink)
      #expect(open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES)
    }
  }

  /// Root is refused the data of other processes that its rights would show.
  @Test func rightsToLookIntoOthersAreGivenUp() async {
    await #expect(processExitsWith: .success) {
      let parent = "/proc/\(getppid())"
      #expect(open(parent + "/environ", O_RDONLY) >= 0)
      #expect(limitPaths(to: "/proc") == 0)
      #expect(open(parent + "/stat", O_RDONLY) >= 0)
      for name in ["environ", "maps", "mem"] {
        #expect(open("\(parent)/\(name)", O_RDONLY) < 0, "\(name)")
      }
    }
  }
}

private func limitPaths(
  to path: String, isWritable: Int32 = 0, terminal: Int32 = -1, file: Int32 = -1
) -> Int32 {
  path.withCString { path in
    var paths = [
      platform_path(
        path: path, is_writable: isWritable, is_controlled: 0, is_emptied: 0, terminal: terminal,
        file: file)
    ]
    return platform_limit_paths(&paths, paths.count, 0)
  }
}
