@_exported import KeywardGeometry
@_exported import KeywardLayout
@_exported import SecureMemory
