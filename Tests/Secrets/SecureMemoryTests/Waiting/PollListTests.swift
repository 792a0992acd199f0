import Glibc
import KeywardTestSupport
import KeywardTestSystem
import Testing

@testable import SecureMemory

@Suite struct PollListTests {
  /// In its own process: children of other tests would keep the other ends of the pipes.
  @Test("A list finds the events of pipes in every state, in spite of interruptions")
  func events() async {
    await #expect(processExitsWith: .success) {
      for interrupts in [false, true] {
        if interrupts { #expect(test_interrupt_every_millisecond() == 0) }
        var list = PollList()
        for seed in seeds(300) {
          var random = SplitMix(state: seed)
          check(&list, &random, seed)
        }
      }
    }
  }

  @Test("An interrupted wait goes on until its time is reached")
  func interruptions() async {
    await #expect(processExitsWith: .success) {
      #expect(test_interrupt_every_millisecond() == 0)
      let end = MonotonicTime.now + 0.05
      #expect(pollOne(-1, until: end) == [])
      #expect(MonotonicTime.now >= end)
    }
  }

  @Test("A signal ends a wait that has no end, even if it arrives during the wait")
  func signals() async {
    await #expect(processExitsWith: .success) {
      let watch = try SignalWatch(faultSentence: "fault\n")
      var timer = itimerval()
      timer.it_value.tv_usec = 20_000
      #expect(setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil) == 0)
      var list = PollList()
      let pipe = Pipe()
      let input = list.watch(pipe.reading)
      let signals = list.watch(watch.descriptor)
      #expect(list.wait() == 0)
      #expect(list.hasEvents(at: signals) && !list.hasEvents(at: input))
      #expect(watch.take().ending == SIGALRM)
    }
  }

  @Test("After a refused wait every descriptor has hung up")
  func refusal() async {
    await #expect(processExitsWith: .success) {
      let pipe = Pipe()
      var list = PollList()
      for _ in 0..<4 { list.watch(pipe.reading) }
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limits = rlimit()
      #expect(getrlimit(resource, &limits) == 0)
      var fewer = rlimit(rlim_cur: 3, rlim_max: limits.rlim_max)
      #expect(setrlimit(resource, &fewer) == 0)
      let code = list.wait()
      #expect(setrlimit(resource, &limits) == 0)
      #expect(code == EINVAL)
      #expect((0..<4).allSatisfy { list[$0] == .hangUp })
      #expect(list.wait(until: 0) == 0)
      #expect(!list.hasEvents(from: 0))
    }
  }

  @Test("A time is compared with the clock that is given")
  func clocks() {
    let pipe = Pipe()
    var list = PollList()
    list.watch(pipe.reading)
    // On the machine's own clock, this moment is centuries away.
    list.wait(until: 1e10, on: Clock { 1e10 })
    #expect(!list.hasEvents(from: 0))
    #expect(pollOne(pipe.reading, until: 1e10, on: Clock { 2e10 }) == [])
  }

  @Test("Places count from the first descriptor after the list was emptied")
  func places() {
    let pipe = Pipe()
    pipe.send("x")
    var list = PollList()
    for _ in 0..<2 {
      list.removeAll()
      #expect(list.watch(-1) == 0)
      #expect(list.watch(pipe.writing, for: []) == 1)
      #expect(list.watch(pipe.reading) == 2)
      #expect(list.count == 3)
      list.wait()
      #expect((0..<3).map { list.hasEvents(at: $0) } == [false, false, true])
      #expect(list.hasEvents(from: 2) && !list.hasEvents(from: 3))
    }
  }

  @Test(
    "Seconds are rounded up to milliseconds of at most a day",
    arguments: [
      (-Double.infinity, 0), (-1, 0), (0, 0), (.nan, 0), (1e-9, 1), (0.001, 1), (0.0011, 2),
      (86_400, 86_400_000), (1e300, 86_400_000), (.infinity, -1),
    ] as [(Double, Int32)])
  func milliseconds(seconds: Double, milliseconds: Int32) {
    #expect(PollList.milliseconds(seconds) == milliseconds)
  }
}

/// Fills a list with pipes in random states, waits, and compares the events with those expected.
private func check(_ list: inout PollList, _ random: inout SplitMix, _ seed: UInt64) {
  var pipes: [Pipe] = []
  var expected: [PollEvents] = []
  list.removeAll()
  for _ in 0..<Int.random(in: 0...6, using: &random) {
    let asked = PollEvents(rawValue: .random(in: 0...3, using: &random))
    let (pipe, descriptor, present) = end(&random)
    pipes.append(pipe)
    list.watch(descriptor, for: asked)
    expected.append(present.intersection(asked.union(.hangUp)))
  }
  let hasEvents = expected.contains { !$0.isEmpty }
  let now = MonotonicTime.now
  let deadlines: [Double?] =
    [-.infinity, .nan, -1, now, now + 0.0005, now + 0.003]
    + (hasEvents ? [nil, .infinity, 1e300] : [])
  let deadline = deadlines[Int.random(in: deadlines.indices, using: &random)]
  #expect(list.wait(until: deadline) == 0, "seed \(seed)")
  #expect(expected.indices.map { list[$0] } == expected, "seed \(seed)")
  #expect(list.hasEvents(from: 0) == hasEvents, "seed \(seed)")
  guard !hasEvents, let deadline, !deadline.isNaN else { return }
  #expect(MonotonicTime.now >= deadline, "seed \(seed)")
}

/// Returns one end of a new pipe in a random state, with the events that are present on it.
private func end(_ random: inout SplitMix) -> (Pipe, descriptor: Int32, present: PollEvents) {
  let pipe = Pipe()
  switch Int.random(in: 0..<8, using: &random) {
  case 0: return (pipe, -1, [])
  // No process has that many files.
  case 1: return (pipe, .max, .hangUp)
  case 2: return (pipe, pipe.reading, [])
  case 3:
    pipe.send("x")
    return (pipe, pipe.reading, .input)
  case 4:
    pipe.closeWriting()
    return (pipe, pipe.reading, .hangUp)
  case 5:
    pipe.send("x")
    pipe.closeWriting()
    return (pipe, pipe.reading, [.input, .hangUp])
  case 6: return (pipe, pipe.writing, .output)
  default:
    pipe.closeReading()
    return (pipe, pipe.writing, [.output, .hangUp])
  }
}
