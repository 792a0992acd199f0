/// Uses of a secret that must not compile.
///
/// A line that ends in `// no` is refused by the compiler, every other line is accepted. The compiler
/// looks for copies and for sharing only in files without an error of another kind, hence two files.
enum Snippets {
  static let wrongKind = """
    import SecureMemory

    func show(_ text: borrowing SecretText, _ buffer: borrowing SecretBuffer) {
      print(text)  // no
      debugPrint(buffer)  // no
      dump(text)  // no
      _ = "\\(text)"  // no
      _ = String(describing: text)  // no
      _ = String(reflecting: text)  // no
      _ = text.description  // no
    }

    func store(_ text: consuming SecretText) {
      var things: [Any] = []
      things.append(text)  // no
    }

    func box(_ text: consuming SecretText) {
      let anything: Any = text  // no
      _ = anything
    }

    func collect() throws {
      let texts = [try SecretText()]  // no
      _ = texts
    }

    func takesSendable<T: Sendable & ~Copyable>(_ value: borrowing T) {}

    func send(_ text: borrowing SecretText, _ ring: borrowing InputRing) {
      takesSendable(text)  // no
      takesSendable(ring)  // no
    }

    func stream(_ text: consuming SecretText) {
      let (_, continuation) = AsyncStream<SecretText>.makeStream()  // no
      _ = continuation
    }

    struct Failure: Error {
      let text: SecretText  // no
    }

    func returnSpan(_ text: borrowing SecretText) -> RawSpan {  // no
      text.withBytes { $0 }  // no
    }

    func hash(_ text: borrowing SecretText) -> Int {
      text.hashValue  // no
    }

    func compare(_ left: borrowing SecretText, _ right: borrowing SecretText) -> Bool {
      left == right  // no
    }
    """

  static let wrongOwner = """
    import SecureMemory

    func copy(_ text: borrowing SecretText) -> SecretText {  // no
      text
    }

    func twice(_ text: consuming SecretText) -> (Int, Int) {  // no
      let other = text
      return (other.byteCount, text.byteCount)
    }

    func sealTwice(_ text: consuming SecretText, _ key: borrowing SealingKey) {  // no
      _ = text.sealed(under: key)
      _ = text.sealed(under: key)
    }

    func share(_ text: consuming SecretText) {
      Task {  // no
        _ = text.byteCount
      }
    }

    @MainActor
    func use(_ text: borrowing SecretText) {}

    func shareWithActor(_ text: borrowing SecretText) async {
      await use(text)  // no
    }

    func escape(_ text: inout SecretText) -> () -> Int {
      { text.byteCount }  // no
    }

    func keepSpan(_ text: borrowing SecretText) -> Int {
      var kept = RawSpan()  // no
      text.withBytes { kept = $0 }
      return kept.byteCount
    }
    """

  static let fine = """
    import SecureMemory

    func use(_ ring: inout InputRing, _ text: inout SecretText) {
      ring.protection.withAccess {
        text.protection.withAccess {
          let count = ring.withBytes { pending in
            _ = text.append(pending)
            return pending.byteCount
          }
          ring.consume(count)
        }
      }
    }

    func hand(_ text: consuming SecretText, _ key: borrowing SealingKey) -> SealedSecret {
      text.sealed(under: key)
    }
    """
}
