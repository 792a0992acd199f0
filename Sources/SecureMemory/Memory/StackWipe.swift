import CSodium

/// Wipes what a call left on the stack below the caller's frame.
///
/// To be called from the frame that made the call: a hash over 24 bytes left 14 pieces of 8 bytes,
/// and 4096 bytes wiped left none of them. Argon2 works on blocks of 1024 bytes, several deep.
@inline(__always)
func wipeStack() {
  sodium_stackzero(32 * 1024)
}
