@_exported import KeyboardLayout
@_exported import KeywardGeometry
@_exported import SecureMemory
