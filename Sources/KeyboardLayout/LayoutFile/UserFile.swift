import Glibc

/// Reads a user's files without trusting them.
enum UserFile {
  /// The bytes of a regular file of at most 256 KiB.
  ///
  /// A pipe or device is neither waited for nor read. The checks are made on the open file, so that
  /// it cannot be exchanged after them.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - checksOwner: whether it must belong to this user, and be written by nobody else.
  /// - Returns: the bytes.
  /// - Throws: the fault that says what to do.
  static func read(_ path: String, checksOwner: Bool) throws(LayoutFault) -> [UInt8] {
    func fault(_ sentence: String) -> LayoutFault { LayoutFault(file: path, sentence: sentence) }
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw fault(unreadable(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw fault(unreadable(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw fault("This is not a regular file.") }
    if checksOwner {
      guard status.st_uid == geteuid() else {
        throw fault("Another user owns this file. Make a copy of your own.")
      }
      guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
        throw fault("Other users may write this file. Take that away with “chmod go-w”.")
      }
    }
    let bytes = contents(of: descriptor)
    guard let bytes else { throw fault(unreadable(errno)) }
    guard bytes.count <= YAMLLimits.bytes else {
      throw fault("This file is larger than \(YAMLLimits.bytes / 1024) KiB.")
    }
    return bytes
  }

  /// Up to one byte more than a file may have; `nil` with `errno` set if reading fails.
  private static func contents(of descriptor: Int32) -> [UInt8]? {
    let capacity = YAMLLimits.bytes + 1
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity {
        let got = unsafe Glibc.read(
          descriptor, buffer.baseAddress?.advanced(by: count), capacity - count)
        if got < 0, errno == EINTR { continue }
        failed = got < 0
        if got <= 0 { return }
        count += got
      }
    }
    return failed ? nil : bytes
  }

  private static func unreadable(_ code: Int32) -> String {
    let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return "This file cannot be read: \(reason.lowercasedFirst)."
  }
}

/// Lists a folder.
enum Folder {
  /// The names in a folder, unordered; none if it cannot be read.
  static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe _ = closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }
}
