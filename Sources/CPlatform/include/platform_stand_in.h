// The stand-in for the watcher until that is started: a child that shares all memory and files of
// this process, so that it is made in a fraction of the time, before the settings of the terminal
// are changed. It is gone before anything is read, so nobody else shares a secret.

#ifndef PLATFORM_STAND_IN_H
#define PLATFORM_STAND_IN_H

/// Starts the stand-in, unless there is one, or a watcher; 0, or -1 with `errno`. No other thread
/// may be running.
int platform_stand_in_start(void);

#endif
