extension ProgramRun {
  /// Attaches strace to a process and changes one of its calls, as `inject` in strace(1) has it.
  ///
  /// The change lasts as long as the tracer that is returned.
  public static func tracer(
    of process: Int32, injecting fault: String, into call: String
  ) throws -> ProgramRun {
    let tracer = try ProgramRun(
      "/usr/bin/strace",
      [
        "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):\(fault)", "-p",
        "\(process)",
      ], streams: (.null, .null, .pipe))
    try tracer.wait(for: "the tracer") {
      try ProcessStatus(of: process).number("TracerPid") == Int(tracer.process)
    }
    return tracer
  }
}
