import KeywardEngine
import TerminalUI

/// Reads the values of options; each function throws a sentence that explains the form.
package enum OptionValues {
  /// `375x812` → 375 by 812 points.
  ///
  /// The screen itself decides which sides are possible.
  package static func size(_ text: String) throws(UsageError) -> Size {
    guard let sides = Numbers.list(text.lowercased(), separatedBy: "x", count: 2) else {
      throw UsageError("Give width and height in points, such as 375x812.")
    }
    return Size(width: sides[0], height: sides[1])
  }

  /// `44,0,34,0` → the insets at the top, the left, the bottom and the right.
  package static func insets(_ text: String) throws(UsageError) -> RectInsets {
    guard let sides = Numbers.list(text, separatedBy: ",", count: 4) else {
      throw UsageError("Give top, left, bottom and right in points, such as 44,0,34,0.")
    }
    return RectInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
  }

  /// `2.5` → 2.5 seconds; 0 stands for no limit.
  package static func seconds(_ text: String) throws(UsageError) -> Double {
    guard let seconds = Numbers.decimal(text), (0...longestTime).contains(seconds) else {
      throw UsageError("Give seconds from 0 (no limit) to \(Int(longestTime)).")
    }
    return seconds
  }

  /// `landscape@2` → turn to landscape 2 seconds after the first frame.
  package static func rotation(_ text: String) throws(UsageError) -> DialogueOptions.Rotation {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let orientation = Orientation(rawValue: String(parts[0])),
      let seconds = Numbers.decimal(parts[1]), (0...longestTime).contains(seconds)
    else {
      throw UsageError(
        "Give portrait or landscape, @ and the seconds after the first frame, such as landscape@2.")
    }
    return DialogueOptions.Rotation(orientation: orientation, seconds: seconds)
  }

  /// `12` → at most 12 characters.
  package static func length(_ text: String) throws(UsageError) -> Int {
    guard let length = Int(text), (1...SecretText.largestCapacity).contains(length) else {
      throw UsageError(
        "Give a number of characters from 1 to \(SecretText.largestCapacity).")
    }
    return length
  }

  /// `0123456789` → the characters that may be typed.
  package static func characters(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw UsageError("Give at least one character.") }
    return text
  }

  /// The longest time an option takes: a day.
  private static let longestTime = 86_400.0
}
