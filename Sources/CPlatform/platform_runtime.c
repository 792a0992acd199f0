// Swift's runtime asks this at every start where the program is that prints backtraces of crashes, and
// looks through eight folders for it; in a static program without /proc it ends there. Keyward prints
// no backtraces, which could show what was typed: there is none.
char *swift_copyAuxiliaryExecutablePath(const char *name);

char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}
