import KeywardTools

/// `keyward-tools`, thin: a program around a library that is not a product of the package.
@main
enum ToolsCommand {
  static func main() { ToolsProgram.main() }
}
