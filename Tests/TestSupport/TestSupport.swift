import Glibc

/// Whether a sanitiser is in this process: it takes `mlock` for nothing, and faults for its own.
package let isSanitized = getenv("KEYWARD_SANITIZER") != nil
