import KeywardTools

/// `keyward-tools`, thin: a program, while what it does is a library that is no product of the package.
@main
enum ToolsCommand {
  static func main() { ToolsProgram.main() }
}
