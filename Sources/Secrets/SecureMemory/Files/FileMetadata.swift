import KeywardSystem

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The properties of a file other than its content: owner, group, mode and extended attributes,
/// including the ACL.
///
///     let nature = try FileMetadata(ofFile: "/home/me/.bashrc")
///     try nature.give(to: newFile)   // all of them, or an error
package struct FileMetadata: Hashable {
  package let owner: uid_t
  package let group: gid_t
  package let mode: mode_t
  let attributes: [String: [UInt8]]

  /// The attributes that the kernel computes for each file; they cannot be copied.
  private static let ofContent: Set<String> = ["security.ima", "security.evm"]

  package init(ofFile path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    try self.init(of: descriptor)
  }

  init(of descriptor: Int32) throws(FileError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(errno) }
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o7777
    var attributes: [String: [UInt8]] = [:]
    for name in try Self.names(of: descriptor) where !Self.ofContent.contains(name) {
      attributes[name] = try unsafe Self.bytes { buffer, room in
        unsafe platform_attribute(descriptor, name, buffer, room)
      }
    }
    self.attributes = attributes
  }

  /// Sets these properties on an open file.
  ///
  /// - Throws: `FileError.notKept` for the first property that cannot be set.
  func give(to descriptor: Int32) throws(FileError) {
    let present = try FileMetadata(of: descriptor)
    // Set the owner first, since `fchown` clears bits of the mode and capabilities.
    if present.owner != owner || present.group != group {
      guard fchown(descriptor, owner, group) == 0 else { throw .notKept("owner or group") }
    }
    for name in present.attributes.keys where attributes[name] == nil {
      guard unsafe platform_remove_attribute(descriptor, name) == 0 else { throw .notKept(name) }
    }
    for (name, value) in attributes where present.attributes[name] != value {
      let result = unsafe value.withUnsafeBytes { bytes in
        unsafe platform_set_attribute(descriptor, name, bytes.baseAddress, bytes.count)
      }
      guard result == 0 else {
        // A full disk has no room for an attribute either.
        if [ENOSPC, EDQUOT].contains(errno) { throw .system(errno) }
        throw .notKept(name)
      }
    }
    guard fchmod(descriptor, mode) == 0 else { throw .notKept("mode") }
    // This detects a property that the kernel dropped without an error, such as a bit of the mode.
    guard try FileMetadata(of: descriptor) == self else { throw .notKept("mode or attributes") }
  }

  private static func names(of descriptor: Int32) throws(FileError) -> [String] {
    let bytes = try unsafe bytes { buffer, room in
      let names = unsafe buffer?.assumingMemoryBound(to: CChar.self)
      return unsafe platform_attribute_names(descriptor, names, room)
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the bytes that `read` writes to a buffer.
  ///
  /// If the size passed to `read` is 0, `read` returns the needed size instead.
  private static func bytes(
    _ read: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileError) -> [UInt8] {
    while true {
      let room = read(nil, 0)
      guard room > 0 else {
        // The file system may not support extended attributes.
        if room == 0 || errno == ENOTSUP { return [] }
        throw .system(errno)
      }
      var code: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let got = unsafe read(buffer.baseAddress, room)
        if got < 0 { code = errno }
        count = max(0, got)
      }
      if code == 0 { return bytes }
      // ERANGE means that the value has grown meanwhile.
      guard code == ERANGE else { throw .system(code) }
    }
  }
}
