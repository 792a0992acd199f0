@_exported import SecureMemory
