import KeywardEngine
import Testing

@Suite struct AnimationCurveTests {
  @Test(arguments: [
    (0.05, 0.2322), (0.10, 0.5448), (0.15, 0.7583), (0.20, 0.8793), (0.25, 0.9420),
    (0.30, 0.9729), (0.40, 0.9944), (0.50, 0.9989),
  ])
  func springSamples(time: Double, progress: Double) {
    #expect(abs(AnimationCurve.springProgress(at: time) - progress) < 0.00005)
  }

  @Test func springSnapsAtHalfASecond() {
    let curve = AnimationCurve.keyboard
    #expect(curve.progress(at: 0.5, duration: 0.25) == 1)
    #expect(curve.progress(at: 0.4999, duration: 0.25) < 0.999)
    #expect(curve.progress(at: 0, duration: 0.25) == 0)
    #expect(curve.length(duration: 0.25) == 0.5)
    #expect(curve.length(duration: 4) == 0.5)
    #expect(curve.length(duration: 0) == 0)
  }

  @Test(arguments: AnimationCurve.allCases)
  func everyCurveGoesOneWay(curve: AnimationCurve) {
    var former = 0.0
    for step in 0...50 {
      let progress = curve.progress(at: Double(step) / 100, duration: 0.5)
      #expect(progress >= former)
      former = progress
    }
    #expect(former == 1)
  }

  @Test func easesAreSymmetric() {
    #expect(AnimationCurve.linear.progress(at: 0.1, duration: 0.4) == 0.25)
    #expect(abs(AnimationCurve.easeInOut.progress(at: 0.2, duration: 0.4) - 0.5) < 1e-9)
    let early = AnimationCurve.easeIn.progress(at: 0.1, duration: 0.4)
    let late = AnimationCurve.easeOut.progress(at: 0.3, duration: 0.4)
    #expect(abs(early + late - 1) < 1e-9)
    #expect(early < 0.25)
  }
}
