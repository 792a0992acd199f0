// Changes of a terminal's settings by any process.
//
// The kernel wakes everybody who waits for a terminal after each change of its settings. A wait for
// the moment at which the terminal takes output, reported once for each wake-up, shows that, even if
// the new settings equal the old ones. Output wakes it too; typed input, its being read or flushed,
// and a new size of the window do not.

#ifndef PLATFORM_CHANGES_H
#define PLATFORM_CHANGES_H

/// Opens a descriptor that becomes readable after a change of the settings of `terminal`; -1 with
/// `errno`.
int platform_watch_changes(int terminal);

/// Takes the report, so that the next change is reported again. Returns 1 if there was one, else 0.
int platform_take_changes(int descriptor);

#endif
