import KeywardTools

/// `keyward-tools`: a thin program around the library `KeywardTools`.
@main
enum ToolsCommand {
  static func main() { ToolsProgram.main() }
}
