extension Rect {
  /// The frame for messages, as in 10, 20, 320 x 254.
  package var words: String {
    let numbers = [x, y, width, height].map { number in
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }
    return "\(numbers[0]), \(numbers[1]), \(numbers[2]) x \(numbers[3])"
  }
}
