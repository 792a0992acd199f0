// The words the program was started with, as the C library has them: Swift looks for them through
// /proc, which a sandbox may lack.

#ifndef PLATFORM_ARGUMENTS_H
#define PLATFORM_ARGUMENTS_H

/// How many words there are, the program's name among them.
int platform_argument_count(void);

/// A word by its place from 0, as bytes; NULL where there is none.
const char *platform_argument(int place);

/// Whether the program has rights that its starter does not have, by its file's bits or capabilities.
int platform_has_foreign_rights(void);

/// The path by which the kernel was told to run the program; NULL where it does not say.
const char *platform_executed_path(void);

#endif
