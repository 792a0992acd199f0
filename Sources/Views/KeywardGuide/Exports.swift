@_exported import ConstraintLayout
@_exported import KeywardEngine
