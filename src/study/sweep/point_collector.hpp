// Points of a study on their way into a plan: each is read, kept once, and checked against its network.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "study/sweep/sweep_network_check.hpp"

namespace ebb::inline study {

class PointCollector {
 public:
  /// `memory`: bytes that one point may need.
  PointCollector(std::string path, std::uint64_t memory) : path_(std::move(path)), memory_(memory) {}

  /// The device files of the first point serve the others.
  Result<RunInput> read(const Node& root) const;
  /// False when `ids` has one like it already.
  bool add(RunInput input, Node root, std::vector<NamedFigure> parameters, std::set<std::string>& ids,
           std::vector<SweepPoint>& points);
  /// Builds each network once, and fills in how much memory its points need.
  void check_networks(std::vector<SweepPoint>& points);

  ProblemSet& problems() { return problems_; }
  /// What the user should know of devices that are left out.
  std::vector<std::string> notes() const;

 private:
  const std::string path_;
  const std::uint64_t memory_;
  std::optional<RunInput> first_;
  ProblemSet problems_;
};

}  // namespace ebb::inline study
