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
    case space: "size is too small for the buffer's bytes, and nothing was written: make it larger"
    case memory: "memory could not be locked or allocated: raise the limit (`ulimit -l`)"
    case refused:
      "input rejected: the text is full, the character is not allowed, or there is no other layout"
    case hash: "encoded is not an Argon2id hash: create one with kw_hash"
    case sealed: "sealed was changed, or was sealed by another process: ask for the secret again"
    case busy: "a callback is reading this keyboard: call again when the callback has returned"
    case write: "fd did not accept all bytes: check that its reader is still running"
    case system: "the kernel refused a system call: run `keyward doctor`"
    case screen:
      "no keyboard fits on this screen: each row of keys needs 20 points, and each key at least 1"
    case empty: "there is no text to hash: ask for it first"
    default: code > 0 ? "success, with a result" : "unknown code"
    }
  }
}

/// An argument that makes no sense.
///
///     guard x.isFinite else { return Argument.x.refuse() }
///
/// `Code.argument` and `Code.screen` do not name the argument. So each thread remembers its last one,
/// and `kw_error_text` has a sentence about it.
enum Argument: UInt {
  case now = 1, x, y
  case width, height, screen, top, left, bottom, right, insets, title, titleRoom
  case text, bytes, length, start, body, buffer, encoded, sealed, frame, items

  private var code: Int32 {
    switch self {
    case .width, .height, .screen, .top, .left, .bottom, .right, .insets, .titleRoom: Code.screen
    default: Code.argument
    }
  }

  private var sentence: StaticString {
    switch self {
    case .now: "now must be a number of seconds from -4e9 to 4e9"
    case .x: "x must be a finite number"
    case .y: "y must be a finite number"
    case .width: "width must be from 1 to 100000 points"
    case .height: "height must be from 1 to 100000 points"
    case .screen:
      "width and height leave no room: a row of keys needs 20 points, and a key at least 1"
    case .top: "top must be at least 0 and finite"
    case .left: "left must be at least 0 and finite"
    case .bottom: "bottom must be at least 0 and finite"
    case .right: "right must be at least 0 and finite"
    case .insets:
      "top, left, bottom and right leave no room: a row of keys needs 20 points, and a key 1"
    case .title: "title is not valid UTF-8"
    case .titleRoom: "title needs a toolbar, for which the screen has no room"
    case .text: "text must not be NULL"
    case .bytes: "bytes must not be NULL if length is above 0"
    case .length: "length is larger than any memory"
    case .start: "start must not be after end"
    case .body: "body must not be NULL"
    case .buffer: "buffer must not be NULL"
    case .encoded: "encoded must be a hash in UTF-8, or the memory for one, and not NULL"
    case .sealed: "sealed must not be NULL"
    case .frame: "frame must not be NULL"
    case .items: "items[0].size must be sizeof(kw_item)"
    }
  }

  /// Remembers the argument, for the text of the code, which it returns.
  @discardableResult
  func refuse() -> Int32 {
    LoadedLibrary.setThreadsNote(rawValue)
    return code
  }

  /// Returns the sentence about the thread's last argument if that caused this code.
  static func sentence(of code: Int32) -> StaticString? {
    let last = Argument(rawValue: LoadedLibrary.threadsNote)
    return last?.code == code ? last?.sentence : nil
  }

  /// Forgets the thread's last argument, for a failure whose text is elsewhere.
  static func forget() { LoadedLibrary.setThreadsNote(0) }
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
