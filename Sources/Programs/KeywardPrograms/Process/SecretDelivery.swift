import SecureMemory

/// The way of a secret to the command that this process becomes.
enum SecretDelivery: Hashable {
  /// A pipe on this descriptor; 0 is standard input.
  case descriptor(Int32)
  /// A variable of the environment, which other processes of the user can read.
  case variable(String)

  /// The longest secret that fits, in bytes.
  var capacity: Int {
    switch self {
    case .descriptor: SecretText.largestCapacity
    // `NAME=`, the secret and a NUL stand in one region.
    case .variable(let name): max(1, SecretText.largestCapacity - name.utf8.count - 2)
    }
  }
}
