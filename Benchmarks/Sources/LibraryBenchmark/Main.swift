import Keyward

@main struct LibraryBenchmark {
  static func main() throws {
    try geometryBenchmark()
    eventBusBenchmark()
    try secretTextBenchmark()
    try guideBenchmark()
    try rotationBenchmark()
  }
}
