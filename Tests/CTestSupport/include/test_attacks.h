// What code that has taken over a dialogue would try, for a sandbox to refuse.

#ifndef TEST_ATTACKS_H
#define TEST_ATTACKS_H

/// Tries the attack of this name; 0 where it worked, an errno where it was refused, -1 for no such name.
int test_attack(const char *name);

/// Makes the call of this name under the filter of the watcher, in a child; what `waitpid` says of that, or
/// -1 for no such name.
int test_watcher_call(const char *name);

#endif
