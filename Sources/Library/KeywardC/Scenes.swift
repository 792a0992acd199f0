import CKeyward
import KeyboardEngine
import KeyboardScenes

/// The scenes of the C interface, by handle; access them in `LoadedLibrary.locked` only.
nonisolated(unsafe) private var scenes = HandleTable<KeyboardScene>(kind: 2)

@c @implementation
public func kw_scene_load(
  _ name_or_file: UnsafePointer<CChar>!, _ width: Double, _ height: Double,
  _ error: UnsafeMutablePointer<CChar>!, _ error_size: Int
) -> OpaquePointer! {
  unsafe LoadedLibrary.locked {
    do {
      guard let name = unsafe string(at: name_or_file) else {
        throw EmbeddingError(description: "The scene name is missing or not valid UTF-8.")
      }
      let size = Size(width: width, height: height)
      if size != .zero { _ = try ScreenDescription(size: size) }
      let file = try ShippedScenes.scene(named: name) ?? SceneFile(path: name)
      return unsafe scenes.add(try KeyboardScene(file, size: size == .zero ? nil : size))
    } catch let reason {
      unsafe copyText("\(reason)", error, error_size)
      return nil
    }
  }
}

@c @implementation
public func kw_scene_destroy(_ scene: OpaquePointer!) {
  LoadedLibrary.locked { _ = unsafe scenes.remove(scene) }
}

@c @implementation
public func kw_scene_set_keyboard(_ scene: OpaquePointer!, _ keyboard: OpaquePointer!) -> Int32 {
  LoadedLibrary.locked {
    guard let scene = unsafe scenes.find(scene) else { return Code.handle }
    var screen = scene.engine.rootSize
    var placement = KeyboardPlacement.hidden(on: screen)
    if let handle = unsafe keyboard {
      guard let keyboard = unsafe keyboards.find(handle)?.keyboard else { return Code.handle }
      screen = keyboard.state.screen
      placement = KeyboardPlacement(keyboard.state)
      placement.frame = keyboard.transitions.presentationFrame
    }
    let window = Rect(origin: .zero, size: screen)
    return (try? scene.place(placement, window: window, screen: screen)) != nil
      ? Code.done : Code.screen
  }
}

@c @implementation
public func kw_scene_frames(
  _ scene: OpaquePointer!, _ views: UnsafeMutablePointer<kw_view>!, _ capacity: Int
) -> Int {
  LoadedLibrary.locked {
    guard let scene = unsafe scenes.find(scene) else { return 0 }
    let frames = scene.items.map { item in
      var view = kw_view()
      view.frame = kw_rect(scene.engine.absoluteFrame(of: item))
      unsafe withUnsafeMutableBytes(of: &view.name) { unsafe copy(item.name, to: $0) }
      return view
    }
    return unsafe write(frames, to: UnsafeMutableRawPointer(views), capacity) { $0.size = $1 }
  }
}
