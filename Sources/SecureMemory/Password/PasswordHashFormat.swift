import CSodium

/// The form of a stored hash: `$argon2id$v=19$m=65536,t=2,p=1$` salt `$` hash, in base64 without
/// padding, 22 and 43 digits.
enum PasswordHashFormat {
  /// The length of the hash itself in bytes.
  static let digestLength = 32

  /// The longest text.
  static let longest = Int(crypto_pwhash_STRBYTES) - 1

  /// The parts of a hash.
  struct Parts {
    let cost: PasswordCost
    let salt: [UInt8]
    let digest: [UInt8]
  }

  /// The parts of a text that has the form of a hash.
  static func parts(of text: String) throws(PasswordHashError) -> Parts {
    guard text.utf8.count <= longest else { throw .badHash(reason: "it is too long") }
    let fields = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard fields.count == 6, fields[0].isEmpty, fields[1].elementsEqual("argon2id".utf8) else {
      throw .badHash(reason: "it does not begin with $argon2id$")
    }
    guard fields[2].elementsEqual("v=19".utf8) else {
      throw .badHash(reason: "its version is not 19")
    }
    let costs = fields[3].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard costs.count == 3, let memory = number(costs[0], "m="),
      let passes = number(costs[1], "t="),
      number(costs[2], "p=") == 1
    else { throw .badHash(reason: "its cost is not in the form m=…,t=…,p=1") }
    guard let cost = PasswordCost(storedPasses: passes, memory: memory) else {
      throw .badHash(reason: "it asks for more than 1 GiB or 16 passes, or for too little")
    }
    guard let salt = bytes(fields[4], count: Int(crypto_pwhash_SALTBYTES)),
      let digest = bytes(fields[5], count: digestLength)
    else { throw .badHash(reason: "its salt or its hash is damaged") }
    return Parts(cost: cost, salt: salt, digest: digest)
  }

  /// Reads a number: "m=65536" → 65536; nil for another name, a sign, a leading zero or more than 9
  /// digits.
  private static func number(_ field: Substring.UTF8View, _ name: String) -> Int? {
    guard field.starts(with: name.utf8) else { return nil }
    let digits = field.dropFirst(name.utf8.count)
    guard (1...9).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// The bytes of a field in the standard alphabet without padding; nil if there are not `count`.
  private static func bytes(_ field: Substring.UTF8View, count: Int) -> [UInt8]? {
    guard field.count == (count * 4 + 2) / 3, let text = String(field),
      !text.contains("-"), !text.contains("_"), !text.contains("=")
    else { return nil }
    return Base64.decode(text)
  }
}
