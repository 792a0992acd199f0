@_exported import KeywardGeometry
