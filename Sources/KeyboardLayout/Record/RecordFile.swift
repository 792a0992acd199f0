/// The record of a user's keyboard in a file beside the keyboard's own, `my.record` beside
/// `my.yaml`.
///
///     keyward-record
///     5f1c…                  a hash of everything that the record was made of, and of the record
///     …                      the record
///
/// A start also reads the file of the keyboard, for its hash: a record of other bytes is not used,
/// and neither is a record by an older program.
package struct RecordFile: Sendable {
  /// A hash of the records and forms of the program.
  private let edition: String
  /// A hash that nobody can reproduce with other bytes.
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  private static let opening = Array("keyward-record\n".utf8)

  /// Record files of a program.
  ///
  /// - Parameters:
  ///   - edition: a text that distinguishes its shipped data from those of other versions.
  ///   - digest: a cryptographic hash.
  package init(edition: String, digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.edition = edition
    self.digest = digest
  }

  /// The path of the record of a file: `a/my.yaml` → `a/my.record`; `nil` for other endings.
  package static func path(beside path: String) -> String? {
    path.hasSuffix(".yaml") ? String(Substring(path.utf8.dropLast(4))) + "record" : nil
  }

  /// Makes the file for a record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - file: the keyboard's own file, the source of the record.
  /// - Returns: its bytes.
  package func bytes(_ record: String, of file: [UInt8]) -> [UInt8] {
    let record = Array(record.utf8)
    return Self.opening + hash(record[...], file) + [10] + record
  }

  /// The record in a file; `nil` if it belongs to another file, or to another program.
  func record(in bytes: [UInt8], of file: [UInt8]) -> [UInt8]? {
    guard bytes.starts(with: Self.opening) else { return nil }
    let rest = bytes[Self.opening.count...]
    guard let end = rest.firstIndex(of: 10) else { return nil }
    let record = rest[(end + 1)...]
    return rest[..<end].elementsEqual(hash(record, file)) ? Array(record) : nil
  }

  /// A hash in hexadecimal digits.
  private func hash(_ record: ArraySlice<UInt8>, _ file: [UInt8]) -> [UInt8] {
    let sizes = "\(KeyboardRecord.version) \(edition) \(file.count) \(record.count)\n"
    var content = Array(sizes.utf8)
    content.reserveCapacity(content.count + file.count + record.count)
    content += file
    content += record
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
    var text: [UInt8] = []
    for byte in digest(content) {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return text
  }
}
