import Glibc

/// Asks for a password the way programs usually do, for the residue scan to catch.
///
/// It waits for a second line, so that it can be looked at while it holds the first.
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
