// The words that the program was started with, from the C library: Swift reads them through /proc,
// which a sandbox may lack.

#ifndef PLATFORM_ARGUMENTS_H
#define PLATFORM_ARGUMENTS_H

/// The number of words, the program's name included.
int platform_argument_count(void);

/// The word at an index from 0, as bytes; NULL if there is none.
const char *platform_argument(int place);

/// Tells whether the program has rights that its starter lacks, by its file's bits or capabilities.
int platform_has_foreign_rights(void);

/// The path by which the kernel started the program; NULL if the kernel does not say.
const char *platform_executed_path(void);

#endif
