import CKeyward
import KeywardEngine

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@c @implementation
public func kw_count(_ keyboard: OpaquePointer!) -> Int {
  unsafe value(of: keyboard, else: 0) { $0.characterCount }
}

@c @implementation
public func kw_faulty_group(_ keyboard: OpaquePointer!) -> Int32 {
  unsafe withKeyboard(keyboard, changes: false) { host in
    Int32(host.keyboard.faultyGroups.first ?? 0)
  }
}

@c @implementation
public func kw_insert(
  _ keyboard: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ now: Double
) -> Int32 {
  guard let text = unsafe text else {
    return unsafe withKeyboard(keyboard) { _ in Argument.text.refuse() }
  }
  let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
  return unsafe withKeyboard(keyboard, at: now) { keyboard in
    unsafe keyboard.insert(bytes.bytes, at: now)
  }
}

@c @implementation
public func kw_insert_bytes(
  _ keyboard: OpaquePointer!, _ bytes: UnsafeRawPointer!, _ length: Int
) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    unsafe withBytes(at: bytes, length) {
      host.keyboard.insert($0).isRejected ? Code.refused : Code.done
    }
  }
}

/// Runs `body` with bytes of the host; returns an error for an address or a length that cannot be.
private func withBytes(
  at start: UnsafeRawPointer?, _ length: Int, _ body: (RawSpan) -> Int32
) -> Int32 {
  guard length >= 0 else { return Argument.length.refuse() }
  guard unsafe start != nil || length == 0 else { return Argument.bytes.refuse() }
  return unsafe body(UnsafeRawBufferPointer(start: start, count: length).bytes)
}

@c @implementation
public func kw_delete(_ keyboard: OpaquePointer!, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, at: now) { $0.deleteBackward(at: now) }
}

@c @implementation
public func kw_caret(_ keyboard: OpaquePointer!) -> Int {
  unsafe value(of: keyboard, else: 0) { $0.caret }
}

@c @implementation
public func kw_move_caret(_ keyboard: OpaquePointer!, _ place: Int) -> Int32 {
  unsafe kw_select(keyboard, place, place)
}

@c @implementation
public func kw_select(_ keyboard: OpaquePointer!, _ start: Int, _ end: Int) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    // Large numbers of C are negative here.
    let count = host.keyboard.characterCount
    let (start, end) = (start < 0 ? count : start, end < 0 ? count : end)
    guard start <= end else { return Argument.start.refuse() }
    host.keyboard.select(start..<end)
    return Code.done
  }
}

@c @implementation
public func kw_next_layout(_ keyboard: OpaquePointer!, _ now: Double) -> Int32 {
  unsafe withKeyboard(keyboard, time: now) { host in
    host.keyboard.retypeInNextLayout(at: now) == .accepted ? Code.done : Code.refused
  }
}

@c @implementation
public func kw_with_bytes(
  _ keyboard: OpaquePointer!,
  _ body: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Int32)!,
  _ context: UnsafeMutableRawPointer!
) -> Int32 {
  unsafe withKeyboard(keyboard, changes: false) { host in
    guard let body = unsafe body else { return Argument.body.refuse() }
    host.readers += 1
    defer { host.readers -= 1 }
    return host.keyboard.text.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe body(context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
      }
    }
  }
}

@c @implementation
public func kw_read(
  _ keyboard: OpaquePointer!, _ buffer: UnsafeMutableRawPointer!, _ size: Int
) -> Int64 {
  var count = 0
  let code = unsafe withKeyboard(keyboard, changes: false) { host in
    host.keyboard.text.withBytes { bytes in
      count = bytes.byteCount
      guard count > 0 else { return Code.done }
      guard size >= count else { return Code.space }
      guard let buffer = unsafe buffer else { return Argument.buffer.refuse() }
      unsafe bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe buffer.copyMemory(from: start, byteCount: count)
      }
      return Code.done
    }
  }
  return code == Code.done ? Int64(count) : Int64(code)
}

@c @implementation
public func kw_write(_ keyboard: OpaquePointer!, _ fd: Int32) -> Int32 {
  unsafe withKeyboard(keyboard, changes: false) { host in
    let isWritten = (try? host.keyboard.text.write(to: fd, newline: false)) != nil
    return isWritten ? Code.done : Code.write
  }
}

@c @implementation
public func kw_clear(_ keyboard: OpaquePointer!) -> Int32 {
  unsafe withKeyboard(keyboard) { host in
    host.keyboard.deleteAll()
    return Code.done
  }
}

// MARK: Hashes

@c @implementation
public func kw_hash(
  _ keyboard: OpaquePointer!, _ encoded: UnsafeMutablePointer<CChar>!, _ size: Int
) -> Int32 {
  unsafe withCopy(keyboard) { text in
    text.withBytes { unsafe hash($0, encoded, size) }
  }
}

@c @implementation
public func kw_hash_bytes(
  _ bytes: UnsafeRawPointer!, _ length: Int, _ encoded: UnsafeMutablePointer<CChar>!, _ size: Int
) -> Int32 {
  unsafe withBytes(at: bytes, length) { unsafe hash($0, encoded, size) }
}

private func hash(
  _ password: RawSpan, _ encoded: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  guard let encoded = unsafe encoded else { return Argument.encoded.refuse() }
  do throws(PasswordHashError) {
    let hash = try PasswordHash(ofBytes: password)
    guard size > hash.text.utf8.count else { return Code.space }
    unsafe copyText(hash.text, encoded, size)
    return Code.done
  } catch {
    return error == .emptyPassword ? Code.empty : Code.memory
  }
}

@c @implementation
public func kw_verify(_ keyboard: OpaquePointer!, _ encoded: UnsafePointer<CChar>!) -> Int32 {
  unsafe withCopy(keyboard) { text in
    text.withBytes { unsafe verify($0, encoded) }
  }
}

@c @implementation
public func kw_verify_bytes(
  _ bytes: UnsafeRawPointer!, _ length: Int, _ encoded: UnsafePointer<CChar>!
) -> Int32 {
  unsafe withBytes(at: bytes, length) { unsafe verify($0, encoded) }
}

private func verify(_ password: RawSpan, _ encoded: UnsafePointer<CChar>?) -> Int32 {
  guard let text = unsafe string(at: encoded) else { return Argument.encoded.refuse() }
  do throws(PasswordHashError) {
    return try PasswordHash(text: text).matches(bytes: password) ? 1 : 0
  } catch {
    if case .outOfMemory = error { return Code.memory }
    return Code.hash
  }
}
