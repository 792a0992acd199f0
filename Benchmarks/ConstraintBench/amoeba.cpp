// Measures amoeba on a linear system read from a file; prints medians in nanoseconds.
#define AM_USE_DOUBLE
#define AM_IMPLEMENTATION
#include "amoeba.h"

#include "peer.h"

static double strengthOf(int level) {
  static const double strengths[] = {AM_REQUIRED, AM_STRONG, 1e5, 1250, AM_MEDIUM, AM_WEAK};
  return strengths[level];
}

struct Built {
  am_Solver *solver = am_newsolver(nullptr, nullptr);
  std::vector<double> values;
  std::vector<am_Id> variables;
  ~Built() { am_delsolver(solver); }

  void resize(const std::vector<double> &sizes) {
    for (size_t i = 0; i < edits.size(); i++) am_suggest(solver, variables[edits[i]], sizes[i]);
    am_updatevars(solver);
  }
};

static void build(Built &built) {
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
  built.resize(cycle[0]);
}

static am_Constraint *widthOf500(Built &built, double strength) {
  am_Constraint *constraint = am_newconstraint(built.solver, strength);
  am_addterm(constraint, built.variables[edits[0]], 1);
  am_setrelation(constraint, AM_EQUAL);
  am_addconstant(constraint, 500);
  return constraint;
}

static double toggle(Built &built, int repetitions, double strength) {
  am_Constraint *extra = widthOf500(built, strength);
  return median(repetitions, [&](size_t) {
    am_add(extra);
    am_updatevars(built.solver);
    am_remove(extra);
    am_updatevars(built.solver);
  });
}

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  readSystem(argv[1]);
  int repetitions = std::max(10, 200000 / int(givens.size()));
  double sink = 0;
  double builds = median(repetitions, [](size_t) {
    Built built;
    build(built);
  });
  Built built;
  build(built);
  double resizes = median(repetitions * 6, [&](size_t i) {
    built.resize(cycle[(i + 1) % 6]);
    for (double value : built.values) sink += value;
  });
  double toggles = toggle(built, repetitions, 1250);
  double moves = toggle(built, repetitions, AM_STRONG * 2);
  std::printf("%f %f %f %f\n", builds, resizes, toggles, moves);
  return sink == 0.5 ? 1 : 0;
}
