@_exported import ConstraintLayout
@_exported import KeyboardEngine
