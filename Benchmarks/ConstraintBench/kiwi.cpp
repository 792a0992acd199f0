// Measures kiwi on a linear system read from a file; prints medians in nanoseconds and the values.
#include <memory>

#include <kiwi/kiwi.h>

#include "peer.h"

static double strengthOf(int level) {
  static const double strengths[] = {
      kiwi::strength::required, kiwi::strength::strong, 1e5, 1250, kiwi::strength::medium,
      kiwi::strength::weak};
  return strengths[level];
}

struct Built {
  kiwi::Solver solver;
  std::vector<kiwi::Variable> variables;

  void resize(const std::vector<double> &sizes) {
    for (size_t i = 0; i < edits.size(); i++) solver.suggestValue(variables[edits[i]], sizes[i]);
    solver.updateVariables();
  }
};

static std::unique_ptr<Built> build() {
  auto built = std::make_unique<Built>();
  built->variables.reserve(variableCount);
  for (int i = 0; i < variableCount; i++) built->variables.emplace_back();
  for (int edit : edits) built->solver.addEditVariable(built->variables[edit], kiwi::strength::strong);
  for (const Given &given : givens) {
    std::vector<kiwi::Term> terms;
    terms.reserve(given.terms.size());
    for (auto &term : given.terms) terms.emplace_back(built->variables[term.first], term.second);
    auto op = given.relation < 0 ? kiwi::OP_LE : given.relation > 0 ? kiwi::OP_GE : kiwi::OP_EQ;
    built->solver.addConstraint(kiwi::Constraint(
        kiwi::Expression(std::move(terms), -given.constant), op, strengthOf(given.level)));
  }
  built->resize(cycle[0]);
  return built;
}

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  readSystem(argv[1]);
  int repetitions = std::max(10, 200000 / int(givens.size()));
  double sink = 0;
  double builds = median(repetitions, [](size_t) { build(); });
  auto built = build();
  std::vector<double> first;
  for (auto &variable : built->variables) first.push_back(variable.value());
  double resizes = median(repetitions * 6, [&](size_t i) {
    built->resize(cycle[(i + 1) % 6]);
    for (auto &variable : built->variables) sink += variable.value();
  });
  kiwi::Constraint extra(
      kiwi::Expression(kiwi::Term(built->variables[edits[0]], 1.0), -500.0), kiwi::OP_EQ, 1250.0);
  double toggles = median(repetitions, [&](size_t) {
    built->solver.addConstraint(extra);
    built->solver.updateVariables();
    built->solver.removeConstraint(extra);
    built->solver.updateVariables();
  });
  // Stronger than the edit variables: the width moves there and back.
  kiwi::Constraint moving(
      kiwi::Expression(kiwi::Term(built->variables[edits[0]], 1.0), -500.0), kiwi::OP_EQ,
      kiwi::strength::strong * 2);
  double moves = median(repetitions, [&](size_t) {
    built->solver.addConstraint(moving);
    built->solver.updateVariables();
    built->solver.removeConstraint(moving);
    built->solver.updateVariables();
  });
  std::printf("%f %f %f %f\n", builds, resizes, toggles, moves);
  for (double value : first) std::printf("%g ", value);
  std::printf("\n");
  return sink == 0.5 ? 1 : 0;
}
