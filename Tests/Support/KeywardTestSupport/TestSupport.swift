import Glibc

/// True if this process runs with a sanitiser, which makes `mlock` do nothing and takes faults for
/// its own.
package let isSanitized = getenv("KEYWARD_SANITIZER") != nil
