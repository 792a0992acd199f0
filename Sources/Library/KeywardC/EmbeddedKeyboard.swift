import CKeyward
import KeyboardEngine

final class EmbeddedKeyboard {
  let keyboard: Keyboard
  var events: EventToken?
  /// The number of callbacks that are reading the text.
  var readers = 0

  init(_ keyboard: Keyboard) { self.keyboard = keyboard }
}

/// All keyboards of the library; access it inside `LoadedLibrary.locked` only.
nonisolated(unsafe) var keyboards = HandleTable<EmbeddedKeyboard>(kind: 1)

/// Runs `body` with the keyboard of a handle; returns its code, or `Code.handle` for an invalid
/// handle.
///
/// If the body `changes` the keyboard, it is not run while a callback reads the text: the result is
/// then `Code.busy`.
func withKeyboard(
  _ handle: OpaquePointer?, changes: Bool = true, _ body: (EmbeddedKeyboard) -> Int32
) -> Int32 {
  LoadedLibrary.locked {
    guard let host = unsafe keyboards.find(handle) else { return Code.handle }
    if changes, host.readers > 0 { return Code.busy }
    return body(host)
  }
}

/// Like `withKeyboard(_:changes:_:)`, for an action that can be rejected, at a time on the host's
/// clock.
func withKeyboard(
  _ handle: OpaquePointer?, at time: Double, _ body: (Keyboard) -> Outcome
) -> Int32 {
  unsafe withKeyboard(handle) { host in
    guard Argument.isTime(time) else { return Code.argument }
    return body(host.keyboard).isRejected ? Code.refused : Code.done
  }
}

/// Runs `body` outside the lock with a copy of the typed text, so that other threads can continue.
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
