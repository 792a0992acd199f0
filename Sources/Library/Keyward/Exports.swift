@_exported import KeywardEngine
@_exported import KeywardGuide
