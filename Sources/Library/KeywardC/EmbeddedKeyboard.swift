import CKeyward
import KeywardEngine

final class EmbeddedKeyboard {
  let keyboard: Keyboard
  var events: EventToken?
  var readers = 0

  init(_ keyboard: Keyboard) { self.keyboard = keyboard }
}

/// The keyboards of the C interface, by handle; access them in `LoadedLibrary.locked` only.
nonisolated(unsafe) var keyboards = HandleTable<EmbeddedKeyboard>()

/// Runs `body` with a keyboard; returns an error code if the handle or the time is invalid.
///
/// `changes` is true if `body` may change the keyboard. Such a body does not run while a callback
/// reads the text, and the result is then `Code.busy`.
func withKeyboard(
  _ handle: OpaquePointer?, changes: Bool = true, time: Double = 0,
  _ body: (EmbeddedKeyboard) -> Int32
) -> Int32 {
  LoadedLibrary.locked {
    guard let host = unsafe keyboards.find(handle) else { return Code.handle }
    if changes, host.readers > 0 { return Code.busy }
    guard isTime(time) else { return Argument.now.refuse() }
    return body(host)
  }
}

func withKeyboard(
  _ handle: OpaquePointer?, at time: Double, _ body: (Keyboard) -> Outcome
) -> Int32 {
  unsafe withKeyboard(handle, time: time) { host in
    body(host.keyboard).isRejected ? Code.refused : Code.done
  }
}

func withKeyboard(
  _ handle: OpaquePointer?, at time: Double, _ body: (Keyboard) -> Void
) -> Int32 {
  unsafe withKeyboard(handle, at: time) { keyboard -> Outcome in
    body(keyboard)
    return .accepted
  }
}

func value<Value>(
  of handle: OpaquePointer?, else fallback: Value, _ read: (Keyboard) -> Value
) -> Value {
  LoadedLibrary.locked { unsafe keyboards.find(handle).map { read($0.keyboard) } ?? fallback }
}

/// Runs `body` with a copy of the text outside the lock, so that other threads can continue.
func withCopy(
  _ handle: OpaquePointer?, _ body: (borrowing SecretText) -> Int32
) -> Int32 {
  LoadedLibrary.working {
    var copy: SecretText?
    let code = unsafe withKeyboard(handle, changes: false) { host in
      do throws(SecretMemoryError) {
        copy = try host.keyboard.copyText()
        return Code.done
      } catch {
        return Code.memory
      }
    }
    guard code == Code.done, let text = copy.take() else { return code }
    return body(text)
  }
}
