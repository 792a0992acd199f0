/// A handle that holds the window of a region open without touching the value that owns it.
///
/// A wake-up that moves bytes from a ring to a text opens both once and edits both inside:
///
///     ring.protection.withAccess {
///       text.protection.withAccess {
///         // any number of ring.consume(_:) and text.append(_:)
///       }
///     }
///
/// Windows nest by counting; the last one to close takes all access away. A handle may outlive its
/// region, but using it then stops the program.
package struct RegionProtection {
  let region: LockedRegion

  /// Runs `body` while the region may be read and written.
  package func withAccess<R: ~Copyable, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    region.open(.writing)
    defer { region.close(.writing) }
    return try body()
  }
}

@available(*, unavailable)
extension RegionProtection: Sendable {}
