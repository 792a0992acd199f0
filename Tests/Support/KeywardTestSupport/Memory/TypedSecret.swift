import Glibc
import Synchronization

/// Secrets for the scan of memory: every found piece comes from one place of one secret.
///
///     let secret = TypedSecret.ascii(24)
///
/// No two secrets of a run have a piece in common, and none has a piece twice, in any encoding and
/// at any stride of `ResidueScan`. Neighbouring characters are of different kinds, or of different
/// scripts, so no piece occurs in ordinary text. All are made from one seed, printed with the first
/// of them; `KEYWARD_TEST_SEED` sets it.
public enum TypedSecret {
  private static let run = Mutex(announcedMaker())

  public static func ascii(_ length: Int, ending: String = "") -> String {
    run.withLock { $0.secret(.ascii, length: length, ending: ending) }
  }

  /// The characters have two, three and four bytes, 8 bytes for three of them on average.
  public static func multiByte(_ length: Int) -> String {
    run.withLock { $0.secret(.multiByte, length: length) }
  }

  private static func announcedMaker() -> SecretMaker {
    let seed = getenv("KEYWARD_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
    let line = "Secrets are made from seed \(seed); KEYWARD_TEST_SEED=\(seed) makes them again.\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    return SecretMaker(seed: seed)
  }
}
