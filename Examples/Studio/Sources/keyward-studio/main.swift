import Glibc
import Studio

exit(StudioProgram.run(Array(CommandLine.arguments.dropFirst())))
