/// The keyboards, metrics profiles and devices that ship with Keyward, as bytes of YAML.
///
/// Nothing is read from disk: the files are part of the program.
public enum ShippedFiles {
  /// The names of all keyboards in alphabetical order.
  public static let keyboardNames = (ownNames + XKBKeyboards.names).sorted()

  /// The names of the keyboards of our own; each is the name of its file in `keyboards`.
  public static let ownNames = [
    "cyrillic-jcuken", "cyrillic-ukrainian", "greek", "id-card", "latin-azerty", "latin-colemak",
    "latin-dvorak", "latin-qwerty", "latin-qwertz", "latin-spanish", "latin-swedish",
    "latin-turkish", "number", "symbols",
  ]

  /// The file of a keyboard; `nil` if none of that name ships.
  public static func keyboard(_ name: String) -> [UInt8]? {
    switch name {
    case "cyrillic-jcuken": PackageResources.cyrillic_jcuken_yaml
    case "cyrillic-ukrainian": PackageResources.cyrillic_ukrainian_yaml
    case "greek": PackageResources.greek_yaml
    case "id-card": PackageResources.id_card_yaml
    case "latin-azerty": PackageResources.latin_azerty_yaml
    case "latin-colemak": PackageResources.latin_colemak_yaml
    case "latin-dvorak": PackageResources.latin_dvorak_yaml
    case "latin-qwerty": PackageResources.latin_qwerty_yaml
    case "latin-qwertz": PackageResources.latin_qwertz_yaml
    case "latin-spanish": PackageResources.latin_spanish_yaml
    case "latin-swedish": PackageResources.latin_swedish_yaml
    case "latin-turkish": PackageResources.latin_turkish_yaml
    case "number": PackageResources.number_yaml
    case "symbols": PackageResources.symbols_yaml
    default: XKBKeyboards.text(name).map { $0.withUTF8Buffer(Array.init) }
    }
  }

  /// The file of a form; `nil` if none of that name ships.
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

  /// The file of the metrics profiles.
  public static var metrics: [UInt8] { PackageResources.metrics_yaml }

  /// The file of the devices.
  public static var devices: [UInt8] { PackageResources.devices_yaml }

  /// The names of the scenes in alphabetical order; each is the name of its file.
  public static let sceneNames = [
    "advert", "chat", "chat-equal-hugging", "chat-field-first", "chat-squeezed", "edge-toolbar",
    "links", "login", "tabs", "toolbars", "tour",
  ]

  /// The file of a scene; `nil` if none of that name ships.
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
}
