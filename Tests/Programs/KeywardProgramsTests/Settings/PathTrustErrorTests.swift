import Glibc
import KeywardTestSupport
import SecureMemory
import Testing

@Suite struct PathTrustErrorTests {
  private func doubt(_ path: String, _ place: String) throws -> PathTrustError? {
    PathTrustError.first(to: path, leadingTo: try #require(FilePlace(ofFile: place)))
  }

  @Test func anotherFileAtTheEndIsADoubt() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1", to: "file", mode: 0o600)
    let other = try folder.write("1", to: "other", mode: 0o600)
    #expect(try doubt(file, file) == nil)
    #expect(try doubt(file, other)?.reason == .exchanged)
  }

  /// In a folder of all users, the first one to create a name decides about it.
  @Test func aFileInAFolderOfAllIsADoubt() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1", to: "file", mode: 0o600)
    let link = "/tmp/keyward-link-\(getpid())"
    try #require(symlink(file, link) == 0)
    defer { unlink(link) }
    #expect(try doubt(link, file)?.reason == .shared)
    #expect(try doubt(link, file)?.path == "/tmp")
  }

  /// Dots, doubled slashes and links lead where the kernel follows them.
  @Test func thePathIsResolvedLikeTheKernel() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1", to: "a/b/file", mode: 0o600)
    _ = try folder.write("1", to: "c/d/other", mode: 0o600)
    let root = folder.path
    try #require(symlink("../a/./b", root + "/c/relative") == 0)
    try #require(symlink(root + "/a/", root + "/c/absolute") == 0)
    try #require(symlink("absolute/b/../b/file", root + "/c/twice") == 0)
    for path in [
      "/a/b/file", "//a/./b/../b//file", "/c/d/../../a/b/file", "/c/relative/file",
      "/c/relative/../b/file", "/c/absolute/b/file", "/c/twice", "/c/d/./../twice",
    ] {
      #expect(try doubt(root + path, file) == nil, "\(path)")
    }
    #expect(try doubt("/../.." + file, file) == nil)
    #expect(try doubt(root + "/c/missing/../../a/b/file", file)?.reason == .exchanged)
  }

  /// Also a folder that is left again can be exchanged for a link to another place.
  @Test func aFolderThatIsLeftAgainIsLookedAt() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1", to: "file", mode: 0o600)
    _ = try folder.write("1", to: "open/d/other", mode: 0o600)
    try #require(chmod(folder.path + "/open", 0o722) == 0)
    let found = try doubt(folder.path + "/open/d/../../file", file)
    #expect(found?.path == folder.path + "/open" && found?.reason == .writable(owner: geteuid()))
  }

  @Test("A folder of sockets belongs to this user, and nobody else has rights to it")
  func foldersOfSockets() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/own"
    let socket = path + "/socket"
    let server = try ListeningSocket(at: socket)
    func reason(_ path: String) -> PathTrustError.Reason? {
      PathTrustError.first(toOwnFolder: path)?.reason
    }
    #expect(reason(path) == nil && PathTrustError.first(toOwnSocket: socket) == nil)
    for rights in [0o701, 0o710, 0o704, 0o740] as [mode_t] {
      chmod(path, rights)
      #expect(reason(path) == .accessible)
      #expect(PathTrustError.first(toOwnSocket: socket)?.reason == .accessible)
    }
    chmod(path, 0o700)
    symlink("own", folder.path + "/link")
    #expect(reason(folder.path + "/link") == .notFolder)
    try folder.write("", to: "own/file")
    symlink("socket", path + "/linked")
    for name in ["file", "linked"] {
      #expect(PathTrustError.first(toOwnSocket: "\(path)/\(name)")?.reason == .notSocket)
    }
    #expect(PathTrustError.first(toOwnSocket: path + "/none")?.reason == .exchanged)
    #expect(reason("/usr") == (geteuid() == 0 ? .accessible : .owned(by: 0)))
    if geteuid() == 0 {
      chown(socket, 65_534, 65_534)
      #expect(PathTrustError.first(toOwnSocket: socket)?.reason == .owned(by: 65_534))
      chown(path, 65_534, 65_534)
      #expect(reason(path) == .owned(by: 65_534))
    }
    withExtendedLifetime(server) {}
  }

  @Test("A socket in a folder like /tmp belongs to this user or root")
  func socketsInSharedFolders() throws {
    let folder = try TemporaryFolder()
    let socket = folder.path + "/shared/socket"
    let server = try ListeningSocket(at: socket)
    chmod(folder.path + "/shared", 0o1777)
    func reason(inShared isShared: Bool) -> PathTrustError.Reason? {
      PathTrustError.first(toSocket: socket, inShared: isShared)?.reason
    }
    #expect(reason(inShared: true) == nil)
    #expect(reason(inShared: false) != nil)
    chmod(folder.path + "/shared", 0o777)
    #expect(reason(inShared: true) == .writable(owner: geteuid()))
    chmod(folder.path + "/shared", 0o1777)
    if geteuid() == 0 {
      chown(socket, 65_534, 65_534)
      #expect(reason(inShared: true) == .owned(by: 65_534))
      chown(folder.path + "/shared", 65_534, 65_534)
      #expect(reason(inShared: true) == .owned(by: 65_534))
    }
    withExtendedLifetime(server) {}
  }

  @Test func aRingOfLinksHasNoEnd() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1", to: "file", mode: 0o600)
    try #require(symlink("b", folder.path + "/a") == 0)
    try #require(symlink("a", folder.path + "/b") == 0)
    #expect(try doubt(folder.path + "/a", file)?.reason == .exchanged)
  }
}

@Suite struct SmallFileTests {
  @Test func aFileIsReadUpToItsLimit() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("12345", to: "file")
    #expect(try SmallFile(file, atMost: 5).bytes == Array("12345".utf8))
    #expect(throws: FileError.tooLong) { try SmallFile(file, atMost: 4) }
    #expect(throws: FileError.tooLong) { try SmallFile("/proc/self/maps", atMost: 4) }
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives links away"))
  func aLinkOfAnotherIsNotFollowed() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("1", to: "file", mode: 0o600)
    let link = folder.path + "/link"
    try #require(symlink(file, link) == 0)
    #expect(try SmallFile.place(of: link) == file)
    try #require(lchown(link, 65534, 65534) == 0)
    #expect(throws: FileError.linkOfAnother) { try SmallFile.place(of: link) }
  }
}
