import KeyboardScenes
import KeywardTestSupport

extension SceneFile {
  /// A scene of `Examples/Studio`.
  static func studio(_ name: String) throws -> SceneFile {
    try SceneFile(path: "\(Repository.path)/Examples/Studio/Sources/Studio/Scenes/\(name).yaml")
  }
}
