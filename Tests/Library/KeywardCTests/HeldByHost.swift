import KeywardTestSupport
import Testing

/// A secret that a host types byte by byte; it waits in between to be searched.
struct HeldByHost {
  /// Every character of the secrets, capitals by shift.
  private static let layout = """
    keyboard: every
    title: Every
    language: en
    panels:
      letters:
        rows:
          - "a b c d e f g h i j"
          - "k m n o p q r s t u"
          - "v w x y z 2 3 4 5 6"
          - "7 8 9 ! # % & * + ="
          - "? @ ^ ~"
          - "{shift} {delete} {space} {return}"
    """

  private let folder = try? TemporaryFolder()
  private let input = Pipe()
  private let run: ProgramRun
  private let secret: String

  /// True if root can read the region; otherwise it finds nothing anywhere.
  private let isReadable: Bool

  /// Starts a host with the commands of `Hosts/holding.c`; the region `isReadable` for root without
  /// secret memory.
  init(_ command: [String], length: Int, isReadable: Bool) throws {
    self.isReadable = isReadable
    let layout = try #require(folder).write(Self.layout, to: "every.yaml")
    let launcher = try BuiltProgram.find("FaultLauncher")
    let words = (isReadable ? [launcher, "deny-secret-memory"] : []) + command + [layout]
    run = try ProgramRun(
      words[0], Array(words.dropFirst()), streams: (.descriptor(input.reading), .pipe, .pipe))
    var maker = SecretMaker(seed: UInt64(length))
    secret = maker.secret(.ascii, length: length)
  }

  /// Types the secret, uses it and wipes it; types it again and destroys the keyboard.
  func check() throws {
    var scan = ResidueScan(for: secret)
    try answer(0)
    try scan.takeBaseline(of: run.process)
    try type()
    let held = try scan.residues(in: run.process)
    #expect(isHidden(held) || held.isHeld(secret), "\(held)")
    input.send("\t")
    try answer(secret.count)
    let used = try scan.residues(in: run.process)
    #expect(isHidden(used) || used.isHeld(secret), "\(used)")
    input.send([127])
    try answer(0)
    let wiped = try scan.residues(in: run.process)
    #expect(wiped.isEmpty, "\(wiped)")
    try type()
    input.send([1])
    try answer(0)
    let destroyed = try scan.residues(in: run.process)
    #expect(destroyed.isEmpty, "\(destroyed)")
    input.closeWriting()
    #expect(try run.wait() == .exited(0))
  }

  /// True if nothing is found because nobody can look there.
  private func isHidden(_ residues: [Residue]) -> Bool { !isReadable && residues.isEmpty }

  private func type() throws {
    for byte in secret.utf8 { input.send([byte]) }
    try answer(secret.count)
  }

  /// Asks for the number of characters, and waits for the answer: the host then waits.
  private func answer(_ count: Int) throws {
    let before = run.outputText
    input.send("\n")
    try run.wait(for: "\(count) characters") { run.outputText == before + "\(count)\n" }
  }
}
