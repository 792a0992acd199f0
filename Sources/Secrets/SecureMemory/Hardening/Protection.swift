/// The protection that a program asks for, as the person has chosen it.
package struct Protection: Hashable, Sendable {
  package var allowsUnlockedMemory = false
  /// True to keep secrets in memory that even the kernel cannot read (`memfd_secret`), where
  /// supported.
  package var usesSecretMemory = true
  package var sandbox = Sandbox.Use.yes {
    didSet { sandbox = requiresSandbox ? .required : sandbox }
  }
  package var requiresSandbox = false { didSet { sandbox = .required } }
  /// True to start the restore helper, which restores the terminal if this program is killed.
  package var usesWatcher = true

  package init() {}

  package var lockPolicy: MemoryLockPolicy { allowsUnlockedMemory ? .allowUnlocked : .required }
}
