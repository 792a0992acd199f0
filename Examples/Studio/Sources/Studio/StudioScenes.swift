/// The scenes that are part of the studio; their files are in `Scenes`.
enum StudioScenes {
  /// The names of the scenes, in alphabetical order.
  static let names = [
    "advert", "chat", "chat-equal-hugging", "chat-field-first", "chat-squeezed", "edge-toolbar",
    "links", "login", "tabs", "toolbars", "tour",
  ]

  /// Reads a scene of the studio; nil for an unknown name.
  static func scene(named name: String) throws(SceneFileErrors) -> SceneFile? {
    guard let bytes = file(name) else { return nil }
    return try SceneFile(yaml: bytes, name: name + ".yaml")
  }

  static func file(_ name: String) -> [UInt8]? {
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
