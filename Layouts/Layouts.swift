/// The shipped forms and scenes as bytes of YAML, and the records of keyboards that programs read.
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

  /// The names of the scenes and their files, in alphabetical order.
  public static let sceneNames = [
    "advert", "chat", "chat-equal-hugging", "chat-field-first", "chat-squeezed", "edge-toolbar",
    "links", "login", "tabs", "toolbars", "tour",
  ]

  /// The file of a scene; `nil` for an unknown name.
  public static func scene(_ name: String) -> [UInt8]? {
    switch name {
    case "advert": PackageResources.advert_yaml
    case "chat": PackageResources.chat_yaml
    case "chat-equal-hugging": PackageResources.chat_equal_hugging_yaml
    case "chat-field-first": PackageResources.chat_field_first_yaml
    case "chat-squeezed": PackageResources.chat_squeezed_yaml
    case "edge-toolbar": PackageResources.edge_toolbar_yaml
    case "links": PackageResources.links_yaml
    case "login": PackageResources.login_yaml
    case "tabs": PackageResources.tabs_yaml
    case "toolbars": PackageResources.toolbars_yaml
    case "tour": PackageResources.tour_yaml
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
