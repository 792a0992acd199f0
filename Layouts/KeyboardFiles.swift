/// The shipped files of keyboards, metrics profiles and devices, as bytes of YAML.
///
/// Programs contain only their records (`ShippedFiles.record`), which `make records` generates and
/// tests compare with these files.
public enum KeyboardFiles {
  /// The names of our own keyboards and of their files in `keyboards`.
  public static let ownNames = [
    "cyrillic-jcuken", "cyrillic-ukrainian", "greek", "id-card", "latin-azerty", "latin-colemak",
    "latin-dvorak", "latin-qwerty", "latin-qwertz", "latin-spanish", "latin-swedish",
    "latin-turkish", "number", "symbols",
  ]

  /// The names of all keyboards in alphabetical order.
  public static let names = (ownNames + XKBKeyboards.names).sorted()

  /// The file of the metrics profiles.
  public static var metrics: [UInt8] { PackageResources.metrics_yaml }

  /// The file of the devices.
  public static var devices: [UInt8] { PackageResources.devices_yaml }

  /// The file of a keyboard; `nil` for an unknown name.
  public static func file(_ name: String) -> [UInt8]? {
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
}
