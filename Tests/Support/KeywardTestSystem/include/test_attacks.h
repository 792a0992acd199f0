// Attempts of code that has taken over a dialogue, for a sandbox to refuse.

#ifndef TEST_ATTACKS_H
#define TEST_ATTACKS_H

/// Tries the attack of this name; 0 if it worked, an errno if it was refused, -1 for an unknown
/// name.
int test_attack(const char *name);

/// Makes the call of this name under the helper's filter, in a child; returns the child's status
/// of `waitpid`, or -1 for an unknown name.
int test_helper_call(const char *name);

#endif
