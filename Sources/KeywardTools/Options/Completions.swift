import ArgumentParser
import KeyboardScenes
import KeywardEngine
import SecretCommands

/// The completions for values that are names, looked up only when a shell asks.
enum Completions {
  /// The keyboards, those of the user included.
  static let keyboards = CompletionKind.custom { _, _, _ in
    let library = ShippedLayouts.library()
    return library.shipped.names + library.userNames
  }

  /// The devices.
  static let devices = CompletionKind.custom { _, _, _ in
    (try? Keyboards.devices())?.devices.map(\.id) ?? []
  }

  /// The metrics profiles.
  static let metrics = CompletionKind.custom { _, _, _ in
    (try? Keyboards.metrics())?.profiles.map(\.name) ?? []
  }

  /// The shipped scenes.
  static let scenes = CompletionKind.custom { _, _, _ in ShippedScenes.names }
}
