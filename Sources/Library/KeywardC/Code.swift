import CKeyward

enum Code {
  static let done = Int32(KW_DONE)
  static let handle = Int32(KW_ERROR_HANDLE)
  static let argument = Int32(KW_ERROR_ARGUMENT)
  static let space = Int32(KW_ERROR_SPACE)
  static let memory = Int32(KW_ERROR_MEMORY)
  static let refused = Int32(KW_ERROR_REFUSED)
  static let hash = Int32(KW_ERROR_HASH)
  static let sealed = Int32(KW_ERROR_SEALED)
  static let busy = Int32(KW_ERROR_BUSY)
  static let write = Int32(KW_ERROR_WRITE)
  static let system = Int32(KW_ERROR_SYSTEM)
  static let screen = Int32(KW_ERROR_SCREEN)
  static let empty = Int32(KW_ERROR_EMPTY)

  static func text(_ code: Int32) -> StaticString {
    switch code {
    case done: "done"
    case handle: "no such keyboard: use a handle from kw_create"
    case argument: "an argument is invalid: see keyward.h"
    case space: "the buffer is too small and nothing was written: make it larger"
    case memory: "memory could not be locked or allocated: raise the limit (`ulimit -l`)"
    case refused: "input rejected: the text is full or the character is not allowed"
    case hash: "this is not an Argon2id hash: create one with kw_hash"
    case sealed: "the secret was changed, or was sealed by another process: ask for it again"
    case busy: "a callback is reading this keyboard: call again when the callback has returned"
    case write: "the descriptor did not accept all bytes: check that its reader is still running"
    case system: "the kernel refused a system call: run `keyward doctor`"
    case screen:
      "no keyboard fits on this screen: each row of keys needs 20 points, and each key at least 1"
    case empty: "there is no text to hash: ask for it first"
    default: code > 0 ? "success, with a result" : "unknown code"
    }
  }
}

/// True if a time is a valid number of seconds: finite, and between −4e9 and 4e9 (126 years).
func isTime(_ time: Double) -> Bool { time.isFinite && abs(time) <= 4e9 }

/// Returns the text of a C string; nil if the pointer is NULL or the bytes are not UTF-8.
func string(at pointer: UnsafePointer<CChar>?) -> String? {
  unsafe pointer.flatMap { unsafe String(validatingCString: $0) }
}

/// Copies a string, with a terminating NUL, to the host's buffer.
///
/// A string that does not fit is truncated after the last character that fits completely.
func copy(_ text: String, to place: UnsafeMutableRawBufferPointer) {
  guard unsafe !place.isEmpty else { return }
  var count = 0
  for character in text {
    let bytes = character.utf8
    guard count + bytes.count < place.count else { break }
    for byte in bytes {
      unsafe place[count] = byte
      count += 1
    }
  }
  unsafe place[count] = 0
}
