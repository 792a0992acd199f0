// The common part of the programs that measure a peer: reading a system, clocks and medians.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <vector>

struct Given {
  int level, relation;
  double constant;
  std::vector<std::pair<int, double>> terms;
};

static std::vector<Given> givens;
static std::vector<int> edits;
static int variableCount;

// The sizes of a resize.
static const std::vector<std::vector<double>> cycle = {{400, 600}, {600, 400}, {800, 1200},
                                                       {1200, 800}, {400, 800}, {800, 400}};

// Reads a system in the form printed by `ConstraintBench --form`.
static void readSystem(const char *path) {
  std::ifstream file(path);
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
}

static double now() {
  using namespace std::chrono;
  return duration<double, std::nano>(steady_clock::now().time_since_epoch()).count();
}

// Calls `body` `repetitions` times, but for at most a second and a half; returns the median time.
template <typename Body> static double median(int repetitions, Body body) {
  std::vector<double> times;
  double begin = now();
  while (times.empty() || (times.size() < size_t(repetitions) && now() - begin < 1.5e9)) {
    double start = now();
    body(times.size());
    times.push_back(now() - start);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}
