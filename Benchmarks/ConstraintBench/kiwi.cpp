// Measures kiwi on a linear system read from a file; prints medians in nanoseconds and the values.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <kiwi/kiwi.h>

struct Given {
  int level, relation;
  double constant;
  std::vector<std::pair<int, double>> terms;
};

static std::vector<Given> givens;
static std::vector<int> edits;
static int variableCount;

static double strengthOf(int level) {
  static const double strengths[] = {
      kiwi::strength::required, kiwi::strength::strong, 1e5, 1250, kiwi::strength::medium,
      kiwi::strength::weak};
  return strengths[level];
}

struct Built {
  kiwi::Solver solver;
  std::vector<kiwi::Variable> variables;
};

static std::unique_ptr<Built> build(const std::vector<double> &sizes) {
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
  for (size_t i = 0; i < edits.size(); i++)
    built->solver.suggestValue(built->variables[edits[i]], sizes[i]);
  built->solver.updateVariables();
  return built;
}

static double now() {
  using namespace std::chrono;
  return duration<double, std::nano>(steady_clock::now().time_since_epoch()).count();
}

static double median(std::vector<double> &times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

// Whether to measure once more: so many times, but not for longer than a second and a half.
static bool goesOn(size_t done, int repetitions, double begin) {
  return done == 0 || (done < size_t(repetitions) && now() - begin < 1.5e9);
}

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  std::ifstream file(argv[1]);
    int count;
  file >> variableCount >> count;
  for (int i = 0; i < count; i++) {
    Given given;
    int terms;
    file >> given.level >> given.relation >> given.constant >> terms;
    for (int k = 0; k < terms; k++) {
      int variable;
      double coefficient;
      file >> variable >> coefficient;
      given.terms.push_back({variable, coefficient});
    }
    givens.push_back(given);
  }
  int repetitions = std::max(10, 200000 / count);
  int editCount;
  file >> editCount;
  for (int i = 0; i < editCount; i++) {
    int edit;
    file >> edit;
    edits.push_back(edit);
  }

  std::vector<std::vector<double>> cycle = {{400, 600}, {600, 400}, {800, 1200},
                                            {1200, 800}, {400, 800}, {800, 400}};
  std::vector<double> builds, resizes, toggles;
  double begin = now();
  while (goesOn(builds.size(), repetitions, begin)) {
    double start = now();
    auto built = build(cycle[0]);
    builds.push_back(now() - start);
  }
  auto built = build(cycle[0]);
  std::vector<double> first;
  for (auto &variable : built->variables) first.push_back(variable.value());
  double sink = 0;
  begin = now();
  while (goesOn(resizes.size(), repetitions * 6, begin)) {
    auto &size = cycle[(resizes.size() + 1) % 6];
    double start = now();
    for (size_t k = 0; k < edits.size(); k++)
      built->solver.suggestValue(built->variables[edits[k]], size[k]);
    built->solver.updateVariables();
    for (auto &variable : built->variables) sink += variable.value();
    resizes.push_back(now() - start);
  }
  kiwi::Constraint extra(
      kiwi::Expression(kiwi::Term(built->variables[edits[0]], 1.0), -500.0), kiwi::OP_EQ, 1250.0);
  begin = now();
  while (goesOn(toggles.size(), repetitions, begin)) {
    double start = now();
    built->solver.addConstraint(extra);
    built->solver.updateVariables();
    built->solver.removeConstraint(extra);
    built->solver.updateVariables();
    toggles.push_back(now() - start);
  }
  std::printf("%f %f %f\n", median(builds), median(resizes), median(toggles));
  for (double value : first) std::printf("%g ", value);
  std::printf("\n");
  return sink == 0.5 ? 1 : 0;
}
