// Measures amoeba on a linear system read from a file; prints medians in nanoseconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#define AM_USE_DOUBLE
#define AM_IMPLEMENTATION
#include "amoeba.h"

struct Given {
  int level, relation;
  double constant;
  std::vector<std::pair<int, double>> terms;
};

static std::vector<Given> givens;
static std::vector<int> edits;
static int variableCount;

static double strengthOf(int level) {
  static const double strengths[] = {AM_REQUIRED, AM_STRONG, 1e5, 1250, AM_MEDIUM, AM_WEAK};
  return strengths[level];
}

struct Built {
  am_Solver *solver = am_newsolver(nullptr, nullptr);
  std::vector<double> values;
  std::vector<am_Id> variables;
  ~Built() { am_delsolver(solver); }
};

static void build(Built &built, const std::vector<double> &sizes) {
  built.values.resize(variableCount);
  for (int i = 0; i < variableCount; i++)
    built.variables.push_back(am_newvariable(built.solver, &built.values[i]));
  for (int edit : edits) am_addedit(built.solver, built.variables[edit], AM_STRONG);
  for (const Given &given : givens) {
    am_Constraint *constraint = am_newconstraint(built.solver, strengthOf(given.level));
    for (auto &term : given.terms)
      am_addterm(constraint, built.variables[term.first], term.second);
    am_setrelation(constraint, given.relation < 0   ? AM_LESSEQUAL
                               : given.relation > 0 ? AM_GREATEQUAL
                                                    : AM_EQUAL);
    am_addconstant(constraint, given.constant);
    am_add(constraint);
  }
  for (size_t i = 0; i < edits.size(); i++)
    am_suggest(built.solver, built.variables[edits[i]], sizes[i]);
  am_updatevars(built.solver);
}

static double now() {
  using namespace std::chrono;
  return duration<double, std::nano>(steady_clock::now().time_since_epoch()).count();
}

static double median(std::vector<double> &times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

static bool goesOn(size_t done, int repetitions, double begin) {
  return done == 0 || (done < size_t(repetitions) && now() - begin < 1.5e9);
}

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  std::ifstream file(argv[1]);
  int count, editCount;
  file >> variableCount >> count;
  for (int i = 0; i < count; i++) {
    Given given;
    int terms;
    file >> given.level >> given.relation >> given.constant >> terms;
    given.terms.resize(terms);
    for (auto &term : given.terms) file >> term.first >> term.second;
    givens.push_back(given);
  }
  file >> editCount;
  edits.resize(editCount);
  for (int &edit : edits) file >> edit;

  int repetitions = std::max(10, 200000 / count);
  std::vector<std::vector<double>> cycle = {{400, 600}, {600, 400}, {800, 1200},
                                            {1200, 800}, {400, 800}, {800, 400}};
  std::vector<double> builds, resizes, toggles;
  double begin = now(), sink = 0;
  while (goesOn(builds.size(), repetitions, begin)) {
    double start = now();
    Built built;
    build(built, cycle[0]);
    builds.push_back(now() - start);
  }
  Built built;
  build(built, cycle[0]);
  begin = now();
  while (goesOn(resizes.size(), repetitions * 6, begin)) {
    auto &size = cycle[(resizes.size() + 1) % 6];
    double start = now();
    for (size_t k = 0; k < edits.size(); k++)
      am_suggest(built.solver, built.variables[edits[k]], size[k]);
    am_updatevars(built.solver);
    for (double value : built.values) sink += value;
    resizes.push_back(now() - start);
  }
  am_Constraint *extra = am_newconstraint(built.solver, 1250);
  am_addterm(extra, built.variables[edits[0]], 1);
  am_setrelation(extra, AM_EQUAL);
  am_addconstant(extra, 500);
  begin = now();
  while (goesOn(toggles.size(), repetitions, begin)) {
    double start = now();
    am_add(extra);
    am_updatevars(built.solver);
    am_remove(extra);
    am_updatevars(built.solver);
    toggles.push_back(now() - start);
  }
  std::printf("%f %f %f\n", median(builds), median(resizes), median(toggles));
  return sink == 0.5 ? 1 : 0;
}
