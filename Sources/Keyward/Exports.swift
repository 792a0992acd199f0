@_exported import KeyboardScenes
@_exported import KeywardEngine
