import Testing

@testable import KeywardPrograms

@Suite struct AskFileTests {
  private func file(_ text: String) -> AskFile? { AskFile(Array(text.utf8)) }

  @Test func readsWhatSystemdWrites() throws {
    let found = try #require(
      file(
        """
        [Ask]
        PID=4711
        Socket=/run/systemd/ask-password/sck.abc
        AcceptCached=1
        Echo=0
        NotAfter=5000000
        Silent=0
        Message=Please enter passphrase for disk:
        Icon=drive-harddisk
        Id=cryptsetup:/dev/sda2
        Unknown=ignored

        """))
    #expect(found.process == 4711)
    #expect(found.socket == "/run/systemd/ask-password/sck.abc")
    #expect(!found.echoes && !found.isSilent)
    #expect(found.notAfter == 5_000_000)
    #expect(found.message.text == "Please enter passphrase for disk:")
    #expect(found.identifier == "cryptsetup:/dev/sda2")
    #expect(!found.hasEnded(at: 4_999_999))
    #expect(found.hasEnded(at: 5_000_000))
  }

  @Test func aMessageEndsNoSection() {
    let found = file("[Ask]\nSocket=/s\nMessage=Disk\n[x]\ny\n[Ask]\nEcho=1\n")
    #expect(found?.message.text == "Disk\n[x]\ny")
    #expect(found?.echoes == true)
  }

  @Test func aMessageSetsNothing() {
    let found = file(
      "[Ask]\nPID=1\nSocket=/s\nEcho=0\nMessage=Disk x\nSocket=/evil\nEcho=1\nPID=9\nId=i\nId=j\n"
    )
    #expect(found?.socket == "/s")
    #expect(found?.process == 1)
    #expect(found?.echoes == false)
    #expect(found?.identifier == "j")
    #expect(found?.message.text == "Disk x\nSocket=/evil\nEcho=1\nPID=9")
  }

  @Test func linesMayEndWithReturnAndLineFeed() {
    let found = file("[Ask]\r\nSocket=/s\r\nEcho=1\r\nNotAfter=7\r\nMessage=one\r\n")
    #expect(found?.socket == "/s")
    #expect(found?.echoes == true)
    #expect(found?.notAfter == 7)
    #expect(found?.message.text == "one")
  }

  @Test func rawLineEndsStayInTheMessage() throws {
    let found = try #require(
      file("[Ask]\nSocket=/s\nMessage=one\u{1b}[2J\ntwo\n[three]\nEcho=1\nNotAfter=0\n"))
    #expect(found.message.text == "one\u{1b}[2J\ntwo\n[three]")
    #expect(found.echoes)
    #expect(found.notAfter == nil)
  }

  @Test(arguments: [
    "", "Socket=/s\n", "[Other]\nSocket=/s\n", "[Ask]\nSocket=relative\n", "[Ask]\nPID=1\n",
    "[Ask]\nSocket=\n",
  ])
  func isNoQuestion(_ text: String) {
    #expect(file(text) == nil)
  }

  @Test func linesAreReadAsSystemdReadsThem() {
    let found = file(
      "\u{feff}\n ; a comment\n\t[Ask] \nSocket = /stale\n Socket\t=\t/s \nPID=7\nPID=x\nEcho = yes\n"
        + "Echo=maybe\n# Echo=0\nNotAfter= 5\nSilent=on\nSilent=off\nX-Other=1\nno key\n"
        + "Message = one \\\n;two\ntwo \nMessage=\u{20}three\n#four\nId=\n")
    #expect(found?.socket == "/s")
    #expect(found?.process == 7 && found?.notAfter == 5)
    #expect(found?.echoes == true && found?.isSilent == false)
    #expect(found?.message.text == "three")
    #expect(found?.identifier == "")
  }

  @Test(arguments: [
    ("Message=one \\\n# no\n  two ", "one    two"), ("Message=C:\\\\\nSilent=1", "C:\\\\"),
    ("Message=one\rtwo\0three", "one\ntwo\nthree"), ("Message=a = b", "a = b"),
    ("Message=one\nIcon=i\nSocket=/evil", "one"), ("Message=one\nhint: a=b", "one\nhint: a=b"),
    ("Message=one\\\nSocket=/evil", "one Socket=/evil"), ("Message=", ""),
  ])
  func aMessageIsRead(_ text: String, _ message: String) {
    let found = file("[Ask]\nSocket=/s\n\(text)\n")
    #expect(found?.message.text == message)
    #expect(found?.socket == "/s")
  }

  @Test func survivesNonsense() {
    #expect(AskFile([0xff, 0, 0x5b, 0x41, 0x0a, 0x3d, 0x0a]) == nil)
    let found = file("[Ask]\nSocket=/s\nPID=x\nNotAfter=-1\n=\n")
    #expect(found?.process == nil)
    #expect(found?.notAfter == nil)
  }
}
