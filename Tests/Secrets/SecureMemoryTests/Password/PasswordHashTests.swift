import Glibc
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

@Suite struct PasswordHashTests {
  @Test func theRightPasswordIsFoundAndNoOther() throws {
    let hash = try PasswordHash(of: text("correct"))
    #expect(hash.text.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    try hash.verify(text("correct"))
    #expect(throws: PasswordHashError.wrongPassword) { try hash.verify(text("Correct")) }
    #expect(throws: PasswordHashError.wrongPassword) { try hash.verify(text("")) }
  }

  @Test func hashesOfLibsodiumsOwnMakingAreUnderstood() throws {
    // crypto_pwhash_str("correct", 2 passes, 8 KiB), made once with libsodium 1.0.18.
    let hash = try PasswordHash(
      text:
        "$argon2id$v=19$m=8,t=2,p=1$aFqeHOtS77yI6vrn4XE8aQ$v6EZvs3CcpMrzMmwgOlpiItHgDhlTJgrmYJ75qHpQO8"
    )
    try hash.verify(text("correct"))
    #expect(throws: PasswordHashError.wrongPassword) { try hash.verify(text("correcT")) }
  }

  @Test("An empty text has no hash, and matches none")
  func anEmptyTextHasNoHash() throws {
    #expect(throws: PasswordHashError.emptyPassword) { try PasswordHash(of: text("")) }
    // The hash of nothing that libsodium makes.
    let nothing = try PasswordHash(
      text: "$argon2id$v=19$m=8,t=1,p=1$ZMwdJCsLdZYFq90kYqvZcg"
        + "$gYgGN41TCCrJkn3ad4ZYtyfmmd57+6ncQLGa4wLoyYw")
    #expect(try !nothing.matches(text("")))
  }

  @Test func costsGoUpOnly() {
    #expect(PasswordCost(passes: 1) == nil)
    #expect(PasswordCost(memory: 65535) == nil)
    #expect(PasswordCost(passes: 17) == nil)
    #expect(PasswordCost(memory: 1_048_577) == nil)
    #expect(PasswordCost(passes: 3, memory: 100_000) != nil)
  }

  @Test func theCostIsReadFromTheText() throws {
    let hash = try PasswordHash(text: stored("m=8,t=16,p=1"))
    #expect(hash.cost.passes == 16)
    #expect(hash.cost.memory == 8)
  }

  @Test(arguments: [
    "", "x", "$argon2i$v=19$m=65536,t=2,p=1$", stored("m=1048577,t=2,p=1"),
    stored("m=65536,t=17,p=1"), stored("m=65536,t=2,p=2"), stored("m=065536,t=2,p=1"),
    stored("m=65536,t=0,p=1"), stored("m=7,t=1,p=1"), stored("t=2,m=65536,p=1"),
    stored("m=65536,t=2,p=1,x=1"), stored("m=99999999999999999999,t=2,p=1"),
    stored("m=-65536,t=2,p=1"), stored("m=65536,t=2,p=1").replacing("v=19", with: "v=16"),
    stored("m=65536,t=2,p=1") + "A", String(stored("m=65536,t=2,p=1").dropLast()),
    stored("m=65536,t=2,p=1") + "\n", " " + stored("m=65536,t=2,p=1"),
    stored("m=65536,t=2,p=1").replacing("SSSS", with: "S=SS"),
  ])
  func anythingElseIsNotAHash(line: String) {
    #expect {
      try PasswordHash(text: line)
    } throws: { error in
      guard case PasswordHashError.badHash = error else { return false }
      return true
    }
  }

  @Test func missingWorkMemoryIsNotReportedAsAWrongPassword() async {
    await #expect(processExitsWith: .success) {
      let hash = try PasswordHash(of: text("a"))
      let guess = try text("b")
      #expect(test_deny_mapping(65536 * 1024, ENOMEM) == 0)
      #expect(throws: PasswordHashError.outOfMemory(memory: 65536)) { try hash.verify(guess) }
      #expect(throws: PasswordHashError.outOfMemory(memory: 65536)) { try PasswordHash(of: guess) }
    }
  }
}

@Suite struct PasswordFileTests {
  @Test("A hash is written for its owner only, and read again")
  func ownersOnly() async {
    // The mask belongs to the process, in which other tests create files.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.path + "/pin"
      umask(0)
      let hash = try PasswordHash(text: stored("m=65536,t=2,p=1"))
      try hash.write(toFile: path)
      try hash.write(toFile: path)
      let copy = try PasswordHash(contentsOfFile: path)
      #expect(copy == hash)
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o600)
      #expect(status.st_size == hash.text.utf8.count + 1)
      #expect(folder.names == ["pin"])
    }
  }

  @Test func anUnwritableFileLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let hash = try PasswordHash(text: stored("m=65536,t=2,p=1"))
    let taken = folder.path + "/taken"
    mkdir(taken, 0o700)
    #expect(throws: PasswordHashError.notReplaceable(path: taken)) {
      try hash.write(toFile: taken)
    }
    #expect(throws: PasswordHashError.unwritable(path: folder.path + "/no/pin", code: ENOENT)) {
      try hash.write(toFile: folder.path + "/no/pin")
    }
    #expect(folder.names == ["taken"])
  }

  @Test func anUnwritablePathIsReportedBeforeTyping() throws {
    let folder = try TemporaryFolder()
    let tooLong = folder.path + "/" + String(repeating: "n", count: 256)
    for (path, code) in [
      ("", ENOENT), (folder.path + "/new/", ENOENT), (folder.path + "/no/pin", ENOENT),
      (tooLong, ENAMETOOLONG), ("/proc/pin", ENOENT),
    ] {
      #expect(throws: PasswordHashError.unwritable(path: path, code: code)) {
        try PasswordHash.checkWritable(toFile: path)
      }
    }
    try PasswordHash.checkWritable(toFile: folder.path + "/pin")
    #expect(folder.names.isEmpty)
  }

  @Test func aPipeOrLinkToOneIsNeitherReplacedNorWaitedFor() throws {
    let folder = try TemporaryFolder()
    let hash = try PasswordHash(text: stored("m=65536,t=2,p=1"))
    let (pipe, link) = (folder.path + "/pipe", folder.path + "/link")
    mkfifo(pipe, 0o600)
    #expect(symlink(pipe, link) == 0)
    for path in [pipe, link] {
      #expect(throws: PasswordHashError.notReplaceable(path: path)) {
        try PasswordHash.checkWritable(toFile: path)
      }
      #expect(throws: PasswordHashError.notReplaceable(path: path)) {
        try hash.write(toFile: path)
      }
    }
    var status = stat()
    #expect(stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(folder.names.sorted() == ["link", "pipe"])
  }

  @Test func onlyAHashIsReplacedByDefault() throws {
    let folder = try TemporaryFolder()
    let hash = try PasswordHash(text: stored("m=65536,t=2,p=1"))
    for content in ["my note\n", "", hash.text + "\n\n"] {
      let file = try folder.write(content, to: "note")
      #expect { try PasswordHash.checkWritable(toFile: file) } throws: { isNoHash($0, file) }
      #expect { try hash.write(toFile: file) } throws: { isNoHash($0, file) }
      #expect(folder.text("note") == content && folder.names == ["note"])
      try PasswordHash.checkWritable(toFile: file, replacingAnything: true)
      #expect(folder.text("note") == content && folder.names == ["note"])
      try hash.write(toFile: file, replacingAnything: true)
      #expect(try PasswordHash(contentsOfFile: file) == hash)
    }
  }

  private func isNoHash(_ error: any Error, _ file: String) -> Bool {
    if case PasswordHashError.holdsNoHash(file, _) = error { true } else { false }
  }

  @Test func filesThatAreNoPasswordFilesAreReportedApart() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pin"
    #expect(throws: PasswordHashError.unreadable(path: path, code: ENOENT)) {
      try PasswordHash(contentsOfFile: path)
    }
    mkfifo(path, 0o600)
    expectBadFile(path)
    expectBadFile("/dev/zero")
    expectBadFile(folder.path)
    let good = stored("m=65536,t=2,p=1")
    for bad in [
      [], Array(good.utf8) + [10, 10], [0xff, 10], [UInt8](repeating: 65, count: 100_000),
    ] {
      expectBadFile(try folder.write(bad, to: "bad"))
    }
    let file = try folder.write(good, to: "good")
    #expect(try PasswordHash(contentsOfFile: file).text == good)
  }

  private func expectBadFile(_ path: String) {
    #expect {
      try PasswordHash(contentsOfFile: path)
    } throws: { error in
      guard case PasswordHashError.badFile(path, _) = error else { return false }
      return true
    }
  }
}

private func stored(_ costs: String) -> String {
  "$argon2id$v=19$\(costs)$" + String(repeating: "S", count: 21) + "A$"
    + String(repeating: "H", count: 42) + "A"
}
