import KeyboardScenes
import PromptUI

/// Moving views, sampled by time.
struct SceneAnimation {
  /// The greatest number of frames a second.
  static let frameRate = 30.0

  let start: SceneFrames
  /// The time of its beginning, in seconds.
  let begin: Double
  let curve: AnimationCurve
  let duration: Double
  private var nextFrame: Double
  private(set) var isOver = false

  init(start: SceneFrames, begin: Double, curve: AnimationCurve, duration: Double) {
    self.start = start
    self.begin = begin
    self.curve = curve
    self.duration = duration
    nextFrame = begin + 1 / Self.frameRate
  }

  private var end: Double { begin + curve.length(duration: duration) }

  /// The time of the next frame; the last one is at the end.
  var deadline: Double { min(nextFrame, end) }

  func frames(at now: Double, towards end: SceneFrames) -> SceneFrames {
    start.moved(to: end, progress: curve.progress(at: now - begin, duration: duration))
  }

  /// Notes a time whose frame is about to be shown.
  mutating func advance(to now: Double) {
    if now >= end { isOver = true }
    if now >= nextFrame { nextFrame = now + 1 / Self.frameRate }
  }
}
