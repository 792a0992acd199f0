// At every start Swift's runtime calls this for the program that prints backtraces of crashes, and
// looks through eight folders for it; a static program without /proc ends there. Keyward prints no
// backtraces, which could show typed text: there is no such program.
char *swift_copyAuxiliaryExecutablePath(const char *name);

char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}
