@_exported import KeywardEngine
