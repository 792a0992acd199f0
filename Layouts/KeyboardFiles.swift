import Glibc

/// The shipped files of keyboards, metrics profiles and devices, as bytes of YAML.
///
/// They are read from the folder of this file, so that a new file needs no code. Only tests and the
/// writer of records read them: programs contain the records (`ShippedFiles.record`), which
/// `make records` generates and tests compare with these files.
public enum KeyboardFiles {
  /// The names of our own keyboards and of their files in `keyboards`.
  public static let ownNames = namesOfFiles(in: "keyboards")

  /// The names of all keyboards in alphabetical order.
  public static let names = (ownNames + XKBKeyboards.names).sorted()

  /// The file of the metrics profiles.
  public static var metrics: [UInt8] { read("metrics.yaml") ?? [] }

  /// The file of the devices.
  public static var devices: [UInt8] { read("devices.yaml") ?? [] }

  /// The file of a keyboard; `nil` for an unknown name.
  public static func file(_ name: String) -> [UInt8]? {
    if let text = XKBKeyboards.text(name) { return text.withUTF8Buffer(Array.init) }
    return ownNames.contains(name) ? read("keyboards/\(name)\(ending)") : nil
  }

  private static let folder = String(#filePath.dropLast("KeyboardFiles.swift".count))
  private static let ending = ".yaml"

  private static func namesOfFiles(in folder: String) -> [String] {
    guard let list = opendir(Self.folder + folder) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(ending), !name.hasPrefix(".") {
        names.append(String(name.dropLast(ending.count)))
      }
    }
    return names.sorted()
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(folder + path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      bytes += piece[..<count]
    }
    return bytes
  }
}
