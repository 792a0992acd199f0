// Changes of a terminal's settings by any process.
//
// The kernel wakes everybody who waits for a terminal after each change of its settings. A wait for
// the moment at which the terminal takes output, reported once for each wake-up, shows that. Output
// and reads wake it too, so a report is a reason to look and no more.

#ifndef PLATFORM_CHANGES_H
#define PLATFORM_CHANGES_H

/// Opens a descriptor that becomes readable after a change of the settings of `terminal`; -1 with
/// `errno`.
int platform_watch_changes(int terminal);

/// Takes the report, so that the next change is reported again.
void platform_take_changes(int descriptor);

#endif
