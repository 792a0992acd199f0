import Keyward

@main struct LibraryBenchmark {
  static func main() throws {
    eventBusBenchmark()
    try secretTextBenchmark()
  }
}
