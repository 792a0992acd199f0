import Glibc

/// Asks for a password like most programs, as prey for the residue scan.
///
/// It waits for a second line, so that it can be examined while it holds the first.
@main
enum LeakyControl {
  static func main() {
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    settings.c_lflag &= ~UInt32(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    print("Password: ")
    fflush(nil)
    let secret = readLine() ?? ""
    print("\(secret.count) characters")
    fflush(nil)
    _ = readLine()
  }
}
