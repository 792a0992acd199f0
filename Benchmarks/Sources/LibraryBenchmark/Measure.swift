import AllocationCounter

/// The medians of several pieces of work, measured in turns so that a noisy moment meets all alike.
struct Measurement {
  var name: String
  /// Median nanoseconds per call.
  var nanoseconds: Double
  /// Allocations per call, over the whole measurement.
  var allocations: Double
}

/// Work to measure: `calls` calls of it are one sample.
struct Work {
  var name: String
  var calls: Int
  var body: () -> Void

  init(_ name: String, calls: Int = 1_000, body: @escaping () -> Void) {
    self.name = name
    self.calls = calls
    self.body = body
  }
}

/// Measures all of `works` in `rounds` alternating rounds.
func measure(_ works: [Work], rounds: Int = 60) -> [Measurement] {
  let clock = ContinuousClock()
  var samples = [[Double]](repeating: [], count: works.count)
  var allocations = [Int](repeating: 0, count: works.count)
  for round in -2..<rounds {
    for (index, work) in works.enumerated() {
      let before = allocation_count()
      let elapsed = clock.measure { for _ in 0..<work.calls { work.body() } }
      guard round >= 0 else { continue }  // two rounds to warm up
      allocations[index] += allocation_count() - before
      samples[index].append(elapsed / .nanoseconds(work.calls))
    }
  }
  return works.indices.map { index in
    Measurement(
      name: works[index].name, nanoseconds: samples[index].sorted()[rounds / 2],
      allocations: Double(allocations[index]) / Double(rounds * works[index].calls))
  }
}

/// Prints one line per measurement, each with its ratio to the first of the group.
func report(_ title: String, _ results: [Measurement]) {
  print("\n\(title)")
  guard let base = results.first else { return }
  for result in results {
    let name = result.name.padding(to: 44)
    let time = fixed(result.nanoseconds, 1).padded(left: 12)
    let ratio = fixed(result.nanoseconds / base.nanoseconds, 2).padded(left: 9)
    let allocations = fixed(result.allocations, 2).padded(left: 9)
    print("  \(name) \(time) ns  ×\(ratio)  \(allocations) allocations")
  }
}

/// `fixed(2.345, 1)` is `2.3`: as many decimals as asked for.
func fixed(_ value: Double, _ decimals: Int) -> String {
  var scale = 1
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int((value * Double(scale)).rounded())
  let fraction = String(scaled % scale + scale).dropFirst()
  return decimals == 0 ? "\(scaled)" : "\(scaled / scale).\(fraction)"
}

extension String {
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
  func padded(left width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
