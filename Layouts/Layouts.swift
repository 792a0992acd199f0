/// The shipped forms as bytes of YAML, and the records of keyboards that programs read.
///
/// Everything is part of the program; nothing is read from disk.
public enum ShippedFiles {
  /// The file of a form; `nil` for an unknown name.
  public static func form(_ name: String) -> [UInt8]? {
    switch name {
    case "iso": PackageResources.iso_yaml
    case "ansi": PackageResources.ansi_yaml
    case "jis": PackageResources.jis_yaml
    case "abnt": PackageResources.abnt_yaml
    case "compact": PackageResources.compact_yaml
    default: nil
    }
  }

  /// The record of a keyboard, which is read quicker than its file; `nil` if none of that name ships.
  public static func record(_ name: String) -> [UInt8]? { text(ofRecord: name).map(bytes) }

  /// The sequences of the dead keys of all keyboards.
  public static var sequencesRecord: [UInt8] { bytes(sequencesText) }

  private static func bytes(_ text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { Array($0) }
  }
}
