import Glibc

/// All settings of a terminal: flags, control characters and speeds.
public struct TerminalSettings: Equatable, CustomStringConvertible {
  public let flags: [UInt32]
  public let controlCharacters: [UInt8]
  public let speeds: [UInt32]

  init(_ value: termios) {
    flags = [value.c_iflag, value.c_oflag, value.c_cflag, value.c_lflag]
    controlCharacters = withUnsafeBytes(of: value.c_cc) { Array($0) }
    speeds = [value.c_ispeed, value.c_ospeed]
  }

  public var echoes: Bool { flags[3] & UInt32(ECHO) != 0 }

  public var isCanonical: Bool { flags[3] & UInt32(ICANON) != 0 }

  /// True if the program does the line editing, so that keys arrive one by one.
  public var isExternallyProcessed: Bool { flags[3] & 0o200000 != 0 }

  public var description: String {
    let names = ["input", "output", "control", "local"]
    let parts = zip(names, flags).map { "\($0) 0\(String($1, radix: 8))" }
    return (parts + ["characters \(controlCharacters)", "speeds \(speeds)"]).joined(separator: " ")
  }
}
