import CKeyward
import KeywardEngine

/// The encryption key for sealed text, created when text is first sealed or opened.
final class ProcessKey {
  private static nonisolated(unsafe) var present: ProcessKey?

  let key: SealingKey
  private let forks = unsafe LoadedLibrary.forks

  private init() throws(SecretMemoryError) { key = try SealingKey() }

  static func ours() throws(SecretMemoryError) -> ProcessKey {
    if let present = unsafe present {
      if unsafe present.forks == LoadedLibrary.forks { return present }
      // The region of the parent's key does not exist in a forked child, so that key is never
      // released.
      _ = unsafe Unmanaged.passRetained(present)
    }
    let key = try ProcessKey()
    unsafe present = key
    return key
  }
}

@c @implementation
public func kw_seal(
  _ keyboard: OpaquePointer!, _ sealed: UnsafeMutableRawPointer!, _ size: Int
) -> Int64 {
  var count = 0
  let code = unsafe withKeyboard(keyboard) { host in
    count = SealedSecret.overhead + host.keyboard.text.byteCount
    guard let sealed = unsafe sealed else { return Code.done }
    guard size >= count else { return Code.space }
    do throws(SecretMemoryError) {
      let bytes = try host.keyboard.sealText(under: ProcessKey.ours().key).bytes
      unsafe sealed.copyMemory(from: bytes, byteCount: bytes.count)
      return Code.done
    } catch {
      return Code.memory
    }
  }
  return code == Code.done ? Int64(count) : Int64(code)
}

@c @implementation
public func kw_open(
  _ keyboard: OpaquePointer!, _ sealed: UnsafeRawPointer!, _ size: Int
) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    let largest = SealedSecret.overhead + SecretText.largestCapacity
    guard let sealed = unsafe sealed else { return Argument.sealed.refuse() }
    guard (0...largest).contains(size),
      let secret = try? SealedSecret(
        bytes: unsafe Array(UnsafeRawBufferPointer(start: sealed, count: size)))
    else { return Code.sealed }
    guard var text = try? SecretText(), let process = try? ProcessKey.ours() else {
      return Code.memory
    }
    guard (try? secret.open(with: process.key, into: &text)) != nil else { return Code.sealed }
    host.keyboard.exchangeText(with: &text)
    return Code.done
  }
}
