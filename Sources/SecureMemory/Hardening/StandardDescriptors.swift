import Glibc

/// Reserves the descriptors of standard input, output and error for these alone.
package enum StandardDescriptors {
  /// Puts a useless file on those of descriptors 0 to 2 that came closed.
  ///
  /// Otherwise a terminal or an event counter would be opened on one of them, and standard output
  /// would appear there. A command that this process becomes finds them closed again.
  package static func occupyClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Opened the wrong way round, so that reading and writing fail as on a closed descriptor.
      let access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if unsafe open("/dev/null", access | O_CLOEXEC) >= 0 { continue }
      // Without devices a folder serves, which can be neither read nor written.
      _ = unsafe open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }
}
