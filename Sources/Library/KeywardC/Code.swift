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

  /// A sentence about a code, with the next step for the user.
  static func text(_ code: Int32) -> StaticString {
    switch code {
    case done: "done"
    case handle: "this is not a keyboard or scene, or it was destroyed: use one that kw_create made"
    case argument: "an argument cannot be meant: look it up in keyward.h"
    case space: "the buffer is too small and nothing was written: make it larger"
    case memory: "memory could not be locked or had: raise the limit, `ulimit -l`"
    case refused: "the text does not take this: delete something, or type another character"
    case hash: "this is not an Argon2id hash: make a new one with kw_hash"
    case sealed: "this was not sealed here, or was changed: ask for the secret again"
    case busy: "the keyboard cannot change while its bytes are looked at: do it afterwards"
    case write: "the descriptor did not take everything: look whether its other end is open"
    case system: "the kernel refused: look at `keyward doctor`"
    case screen: "no keyboard fits on this screen: give sides from some 50 to 100,000 points"
    default: code > 0 ? "done, with an answer" : "there is no such code"
    }
  }
}

enum Argument {
  /// True if a time is possible: a finite number of seconds, at most 126 years from 0.
  static func isTime(_ time: Double) -> Bool { time.isFinite && abs(time) <= 4e9 }

  static func isPoint(_ x: Double, _ y: Double) -> Bool { x.isFinite && y.isFinite }

  /// The text of a pointer; `nil` for NULL, and for bytes that are not UTF-8.
  static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.flatMap { unsafe String(validatingCString: $0) }
  }
}

/// Copies a text to a host's memory, with a NUL after it, cut to whole characters if there is no
/// room.
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

/// Writes all structures that fit into an array of the host, and returns the number of all.
///
/// The first element holds the host's size of an element, which `setSize` sets in each.
func write<Value: BitwiseCopyable>(
  _ values: [Value], to start: UnsafeMutableRawPointer?, _ capacity: Int,
  _ setSize: (inout Value, UInt32) -> Void
) -> Int {
  guard let start = unsafe start, capacity > 0 else { return values.count }
  let size = unsafe start.loadUnaligned(as: UInt32.self)
  // A host built with an older header has smaller elements, one with a later header larger ones.
  guard size >= MemoryLayout<Value>.size, size <= 4096 else { return values.count }
  for (index, value) in values.prefix(capacity).enumerated() {
    var value = value
    setSize(&value, size)
    let place = unsafe start + index * Int(size)
    unsafe withUnsafeBytes(of: &value) { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe place.copyMemory(from: base, byteCount: bytes.count)
    }
  }
  return values.count
}
