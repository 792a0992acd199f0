import ConstraintLayout

/// Builds and solves the degenerate family once: neighbours' differences, nearly all of them missed
/// by as much as others.
func measureDegenerate(_ count: Int) throws {
  let start = processorTime()
  var solver = LayoutSolver()
  let x = (0..<count).map { _ in solver.makeVariable() }
  for i in 0..<count {
    for j in i + 1..<min(count, i + 12) {
      try solver.add(
        [.init(x[j]), .init(x[i], -1)], .equal, Double((7 * i + 13 * j) % 5),
        priority: BuiltForm.levels[3])
    }
  }
  solver.solve()
  let sum = solver.residuals().first?.violation ?? 0
  let time = ConstraintBench.rounded((processorTime() - start) / 1e9)
  print("ours, degenerate \(count): \(sum) in \(time) s, proven: \(solver.isProven)")
}
