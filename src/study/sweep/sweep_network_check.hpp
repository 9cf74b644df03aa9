// Checks the points of a sweep against their built networks, and reports each problem of many points once.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/problem.hpp"
#include "experiment/run/run_input.hpp"
#include "network/network.hpp"
#include "study/sweep/sweep_point.hpp"

namespace ebb::inline study {

/// Collects problems, each once.
class ProblemSet {
 public:
  void add(const Problems& problems) {
    for (const Problem& p : problems)
      if (seen_.insert({p.where, p.what}).second) problems_.push_back(p);
  }
  bool empty() const { return problems_.empty(); }
  Problems take() { return std::move(problems_); }

 private:
  std::set<std::pair<std::string, std::string>> seen_;
  Problems problems_;
};

/// Builds each network once when points with the same network follow each other.
class NetworkCheck {
 public:
  /// `memory`: bytes that one point may need. `like`: a run as read_run() takes it.
  NetworkCheck(const std::string& path, std::uint64_t memory, const RunInput* like)
      : path_(path), memory_(memory), like_(like) {}

  /// Fills in how much memory the point needs.
  void check(SweepPoint& point, ProblemSet& problems);

 private:
  const std::string path_;
  const std::uint64_t memory_;
  const RunInput* const like_;
  std::map<std::uint64_t, std::uint64_t> memory_of_;  ///< by `fit`
  std::string network_key_;
  Network network_;
};

}  // namespace ebb::inline study
