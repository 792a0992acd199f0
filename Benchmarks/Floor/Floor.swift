import Glibc

/// The least work of a Swift program: it draws a prompt on the given terminal, and waits.
@main
enum Floor {
  static func main() {
    var line = [UInt8](repeating: 0, count: 4096)
    let count = read(0, &line, line.count)
    let prefix = Array("OPTION ttyname=".utf8)
    guard count > prefix.count, line.starts(with: prefix) else { return }
    var name = Array(line[prefix.count...].prefix { $0 != 0x0a })
    name.append(0)
    let terminal = name.withUnsafeBytes { bytes in
      bytes.baseAddress.map { open($0.assumingMemoryBound(to: CChar.self), O_RDWR | O_NOCTTY) }
    }
    guard let terminal else { return }
    _ = write(terminal, "Passphrase: ", 12)
    while true { pause() }
  }
}
