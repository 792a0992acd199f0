@_exported import KeyboardGuide
