// One point of a sweep: a complete run with a name of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "config/node.hpp"
#include "experiment/run/run_input.hpp"
#include "report/document/figures.hpp"

namespace ebb::inline study {

struct SweepPoint {
  std::vector<NamedFigure> parameters;  ///< those that are varied
  Node root;                            ///< what a run file would say
  std::string id;                       ///< digest of configuration (with its seed) and program version
  std::string config;                   ///< with every default
  std::uint64_t configuration = 0;      ///< its digest, whatever the program
  std::int64_t seed = 1, threads = 1;
  std::uint64_t fit = 0;     ///< digest of what decides whether it fits its network: all but [run]
  double cost = 1;           ///< how long it may take, compared to the others; a guess from its size
  std::uint64_t memory = 0;  ///< bytes; known once it is checked
};

/// The load of all hosts, which searches for saturation vary.
inline constexpr const char* load_name = "traffic.load";

/// `root` as it was read; `parameters` is what it is called.
SweepPoint point_of(const RunInput& input, Node root, std::vector<NamedFigure> parameters);

/// The same point with another load, and time to run `longer` times as long.
Result<SweepPoint> with_load(const std::string& path, const SweepPoint& point, double load,
                             std::int64_t longer = 1);

Node number_node(double value, const std::string& where);

}  // namespace ebb::inline study
