import KeywardData

#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The files of the folder `Layouts`, which every program contains as they are.
///
///     ShippedFiles.bytes(of: "keyboards/de")    // Layouts/keyboards/de.yaml
///
/// This type is safe to use because the files are constants of the program.
package enum ShippedFiles {
  /// The names of all shipped keyboards, in alphabetical order.
  package static var keyboardNames: [String] {
    let folder = "keyboards/"
    return unsafe files(in: keyward_files).map { unsafe String(cString: $0.name) }
      .filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.utf8.count)) }
  }

  package static func keyboard(_ name: String) -> [UInt8]? { bytes(of: "keyboards/\(name)") }

  package static func hasKeyboard(_ name: String) -> Bool {
    unsafe file("keyboards/\(name)", in: keyward_files) != nil
  }

  package static func form(_ name: FormName) -> [UInt8]? { bytes(of: "forms/\(name.rawValue)") }

  static func bytes(of name: String) -> [UInt8]? {
    unsafe file(name, in: keyward_files).map { unsafe Array($0) }
  }

  /// A table of files that `KeywardData.h` declares.
  package typealias Table =
    @convention(c) (UnsafeMutablePointer<Int>?) -> UnsafePointer<keyward_file>?

  /// Calls `body` with a file, which stays where it is mapped with the program.
  package static func withFile<Value>(_ name: String, _ body: (RawSpan) -> Value) -> Value? {
    unsafe withFile(name, in: keyward_files, body)
  }

  package static func withFile<Value>(
    _ name: String, in table: Table, _ body: (RawSpan) -> Value
  ) -> Value? {
    guard let file = unsafe file(name, in: table) else { return nil }
    return body(unsafe Span(_unsafeElements: file).bytes)
  }

  private static func files(in table: Table) -> UnsafeBufferPointer<keyward_file> {
    var count = 0
    let files = unsafe table(&count)
    return unsafe UnsafeBufferPointer(start: files, count: count)
  }

  private static func file(_ name: String, in table: Table) -> UnsafeBufferPointer<UInt8>? {
    let files = unsafe files(in: table)
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      let file = unsafe files[middle]
      let order = unsafe strcmp(file.name, name)
      if order == 0, let bytes = unsafe file.bytes {
        let count = unsafe strlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self))
        return unsafe UnsafeBufferPointer(start: bytes, count: count)
      }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
