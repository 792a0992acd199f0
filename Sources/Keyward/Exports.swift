@_exported import KeyboardGuide
@_exported import KeywardEngine
