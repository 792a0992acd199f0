import Glibc

/// Standard input, output and error as descriptors that nothing else may stand on.
package enum StandardDescriptors {
  /// Puts something useless on those of descriptors 0 to 2 that came closed.
  ///
  /// Else a terminal or an event counter would be opened on one of them, and what is written to
  /// standard output would appear there. A command that this process becomes finds them closed again.
  package static func occupyClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The wrong way round, so that reading and writing fail as on a closed one.
      let access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if unsafe open("/dev/null", access | O_CLOEXEC) >= 0 { continue }
      // Where there are no devices a folder does, which can be read from and written to as little.
      _ = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }
}
