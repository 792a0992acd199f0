import Testing

/// The kinds of tests that `Scripts/run-tests` leaves out or runs on their own.
extension Tag {
  /// Goes through many cases and takes more than a second: not in `make unit`.
  @Tag public static var slow: Self

  /// Starts our programs, in one process per suite: not in `make unit`.
  @Tag public static var program: Self

  /// Searches memory for secrets, and is run as `program` is.
  @Tag public static var residue: Self
}
