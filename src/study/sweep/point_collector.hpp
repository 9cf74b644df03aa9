// Collects the points of a study for a plan: each is read, stored once, and checked against its network.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/run/run_input.hpp"
#include "results/named_figure.hpp"
#include "study/sweep/sweep_network_check.hpp"

namespace ebb::inline study {

class PointCollector {
 public:
  /// `memory`: bytes that one point may need.
  PointCollector(std::string path, std::uint64_t memory) : path_(std::move(path)), memory_(memory) {}

  /// The device files of the first point are reused for the others.
  Result<RunInput> read(const Node& root) const;
  /// False when `ids` has this point already.
  bool add(RunInput input, Node root, std::vector<NamedFigure> parameters, std::set<std::string>& ids,
           std::vector<SweepPoint>& points);
  /// Builds each network once, and fills in how much memory its points need.
  void check_networks(std::vector<SweepPoint>& points);

  ProblemSet& problems() { return problems_; }
  /// Notes for the user about devices that are ignored.
  std::vector<std::string> notes() const;

 private:
  const std::string path_;
  const std::uint64_t memory_;
  std::optional<RunInput> first_;
  ProblemSet problems_;
};

}  // namespace ebb::inline study
