import KeyboardLayout

/// Writes the values that `RecordReader` reads.
package struct RecordWriter {
  package private(set) var text = ""

  package init() {}

  package mutating func write(_ number: Int) { write(bits: UInt64(bitPattern: Int64(number))) }

  package mutating func write(_ text: String) {
    write(text.utf8.count)
    self.text += text
  }

  package mutating func write(_ isTrue: Bool) { write(isTrue ? 1 : 0) }

  /// Writes an action: twice the length of its text, plus one for the name of a dead key.
  package mutating func write(_ action: KeyAction) {
    switch action {
    case .nothing: write(0)
    case .insert(let text):
      write(text.utf8.count << 1)
      self.text += text
    case .dead(let name):
      write(name.utf8.count << 1 | 1)
      text += name
    }
  }

  /// Writes the width of a key or of a row of keys: units as quarters, as in files.
  package mutating func write(_ width: KeyWidth?) {
    switch width {
    case nil: write(0)
    case .share: write(1)
    case .fill: write(2)
    case .units(let units): write(1 + Int((units * 4).rounded()))
    }
  }

  package mutating func write<Case: CaseIterable & Equatable>(_ value: Case) {
    for (place, other) in Case.allCases.enumerated() where other == value { return write(place) }
  }

  package mutating func write<Value>(_ value: Value?, _ body: (inout RecordWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  package mutating func write<Value>(_ values: [Value], _ body: (inout RecordWriter, Value) -> Void)
  {
    write(values.count)
    for value in values { body(&self, value) }
  }

  private mutating func write(bits: UInt64) {
    var rest = bits
    while rest > 31 {
      append(UInt8(rest & 31) + 32)
      rest >>= 5
    }
    append(UInt8(rest))
  }

  private mutating func append(_ digit: UInt8) {
    text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") + digit))
  }
}
