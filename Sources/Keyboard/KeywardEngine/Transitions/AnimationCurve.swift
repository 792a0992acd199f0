#if canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The curve of an animation, numbered as in UIKit's notifications.
public enum AnimationCurve: Int, CaseIterable, Hashable, Sendable {
  /// Slow at both ends.
  case easeInOut = 0
  /// Slow at the start.
  case easeIn = 1
  /// Slow at the end.
  case easeOut = 2
  /// A constant speed.
  case linear = 3
  /// The keyboard's spring, which ignores the duration of the event.
  case keyboard = 7

  /// Returns the length of the animation in seconds.
  ///
  /// The length is 0.5 s for the spring, and `duration` for the other curves. A duration of 0 means
  /// no animation, even with the spring; so does one that is negative or no finite number.
  public func length(duration: Double) -> Double {
    guard duration > 0, duration.isFinite else { return 0 }
    return self == .keyboard ? Self.springLength : duration
  }

  /// Returns the completed fraction of the animation, from 0 to 1.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start.
  ///   - duration: The event's duration in seconds.
  /// - Returns: 0 before the start and for a time that is no number, 1 after the end.
  public func progress(at time: Double, duration: Double) -> Double {
    let length = length(duration: duration)
    if time >= length { return 1 }
    guard time > 0 else { return 0 }
    let part = time / length
    switch self {
    case .keyboard: return Self.springProgress(at: time)
    case .linear: return part
    case .easeInOut: return Self.bezier(at: part, x1: 0.42, x2: 0.58)
    case .easeIn: return Self.bezier(at: part, x1: 0.42, x2: 1)
    case .easeOut: return Self.bezier(at: part, x1: 0, x2: 0.58)
    }
  }

  /// The y for a given x on the cubic Bézier curve from (0, 0) to (1, 1).
  ///
  /// The control points are (x1, 0) and (x2, 1).
  private static func bezier(at x: Double, x1: Double, x2: Double) -> Double {
    func value(_ t: Double, _ first: Double, _ second: Double) -> Double {
      let rest = 1 - t
      return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
    // x increases with the parameter, so bisection always finds it.
    var low = 0.0
    var high = 1.0
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if value(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return value((low + high) / 2, 0, 1)
  }
}

// The spring of curve 7: mass 3, stiffness 1000, damping 500, but played as if it were critically
// damped.
extension AnimationCurve {
  private static let springFrequency = (1000.0 / 3).squareRoot()

  private static let springLength = 0.5

  /// The completed fraction of the spring animation after `time` seconds; it never reaches 1.
  ///
  /// ``progress(at:duration:)`` jumps to 1 when the animation ends.
  package static func springProgress(at time: Double) -> Double {
    let angle = springFrequency * time
    return 1 - (1 + angle) * exp(-angle)
  }
}
