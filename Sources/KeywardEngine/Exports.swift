@_exported import Geometry
@_exported import KeyboardLayout
@_exported import SecureMemory
