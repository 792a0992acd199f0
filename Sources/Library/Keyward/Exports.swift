@_exported import KeyboardEngine
@_exported import KeyboardGuide
