import CPlatform
import Glibc

/// The properties of a file beside its content: owner, group, mode and extended attributes, ACL
/// included.
///
///     let nature = try FileNature(ofFile: "/home/me/.bashrc")
///     try nature.give(to: newFile)   // all of it, or an error
package struct FileNature: Hashable {
  /// The user it belongs to.
  package let owner: uid_t
  /// The group it belongs to.
  package let group: gid_t
  /// The twelve lowest bits of the mode.
  package let mode: mode_t
  /// The values of the extended attributes by name.
  let attributes: [String: [UInt8]]

  /// The attributes that the kernel derives from the content; nobody else can keep them.
  private static let ofContent: Set<String> = ["security.ima", "security.evm"]

  /// Reads the properties of a file.
  ///
  /// - Parameter path: A regular file; links are followed.
  /// - Throws: `FileTrouble.system`.
  package init(ofFile path: String) throws(FileTrouble) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    try self.init(of: descriptor)
  }

  /// Reads the properties of an open file.
  init(of descriptor: Int32) throws(FileTrouble) {
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

  /// Gives an open file these properties.
  ///
  /// - Throws: `FileTrouble.notKept` with the property that it could not get.
  func give(to descriptor: Int32) throws(FileTrouble) {
    let present = try FileNature(of: descriptor)
    // First, since it removes bits of the mode and capabilities.
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
    // A property that was taken back without an error, such as a bit of the mode, shows here.
    guard try FileNature(of: descriptor) == self else { throw .notKept("mode or attributes") }
  }

  private static func names(of descriptor: Int32) throws(FileTrouble) -> [String] {
    let bytes = try unsafe bytes { buffer, room in
      let names = unsafe buffer?.assumingMemoryBound(to: CChar.self)
      return unsafe platform_attribute_names(descriptor, names, room)
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a call that returns the size it needs when it gets no room.
  ///
  /// - Returns: The bytes; none if the file system has no attributes.
  private static func bytes(
    _ read: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileTrouble) -> [UInt8] {
    while true {
      let room = read(nil, 0)
      guard room > 0 else {
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
      // The value has grown meanwhile.
      guard code == ERANGE else { throw .system(code) }
    }
  }
}
