import Glibc
import KeywardTestSupport
import SecureMemory
import Testing

@testable import KeywardPrograms

@Suite struct ProgramFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("x", to: "bin/keyward", mode: 0o700)
    try folder.write("x", to: "other/keyward", mode: 0o700)
    try folder.write("x", to: "data/keyward", mode: 0o600)
    mkdir(folder.path + "/folders", 0o700)
    mkdir(folder.path + "/folders/keyward", 0o700)
    symlink("bin/keyward", folder.path + "/linked")
    symlink("nowhere", folder.path + "/broken")
  }

  private func found(
    link: String? = nil, executed: String? = nil, name: String? = nil, searched: String? = nil
  ) -> String? {
    let found = ProgramFolder(
      link: link.map(path), executed: executed.map(path), name: name, searched: searched
    ).found
    guard let found, let real = realpath(folder.path, nil) else { return nil }
    defer { free(real) }
    let prefix = String(cString: real) + "/"
    return found.hasPrefix(prefix) ? String(found.dropFirst(prefix.count)) : found
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  @Test func theFirstThatLeadsToAProgramCounts() {
    let (other, searched) = (path("other/keyward"), path("other"))
    #expect(found(link: "linked", executed: "other/keyward", name: other) == "bin")
    #expect(found(link: "broken", executed: "linked", name: other) == "bin")
    #expect(found(executed: "data/keyward", name: other) == "other")
    #expect(found(executed: "folders/keyward", name: path("linked"), searched: searched) == "bin")
    #expect(found(executed: "none", name: "keyward", searched: searched) == "other")
  }

  @Test func aNameIsLookedForAsAShellDoes() {
    let places = ["none", "data", "folders", "bin", "other"].map(path).joined(separator: ":")
    #expect(found(name: "keyward", searched: places) == "bin")
    #expect(found(name: "none", searched: places) == nil)
    // A word with a slash is a path, and never searched for.
    #expect(found(name: "bin/keyward", searched: folder.path) == nil)
  }

  @Test func withoutAnyPathTheFolderIsUnknown() {
    #expect(found() == nil)
    #expect(found(link: "broken", executed: "", name: "", searched: "") == nil)
    #expect(found(name: "keyward") == nil)
    #expect(found(name: "-keyward", searched: path("bin")) == nil)
  }

  @Test func thisProgramIsFound() throws {
    let link = try #require(realpath("/proc/self/exe", nil))
    defer { free(link) }
    let program = String(cString: link)
    #expect(ProgramFolder.found { _ in nil }.map { program.hasPrefix($0 + "/") } == true)
    #expect(ProgramFolder(link: nil, executed: ProgramArguments.executedPath).found != nil)
  }
}
