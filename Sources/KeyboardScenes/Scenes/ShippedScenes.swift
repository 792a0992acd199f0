import Layouts

/// The scenes that come with Keyward.
public enum ShippedScenes {
  /// Their names, in alphabetical order.
  public static var names: [String] { ShippedFiles.sceneNames }

  /// Reads a shipped scene; `nil` for an unknown name.
  ///
  /// - Throws: `LayoutFileErrors` only if the build embedded a damaged file.
  public static func scene(named name: String) throws(LayoutFileErrors) -> SceneFile? {
    guard let bytes = ShippedFiles.scene(name) else { return nil }
    return try SceneFile(yaml: bytes, name: name + ".yaml")
  }
}
