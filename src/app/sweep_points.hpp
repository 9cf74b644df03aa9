// From a sweep file to its points, each a complete run with a name of its own, all of them checked before the
// first one starts.
#pragma once

#include <string>
#include <vector>

#include "app/sweep_config.hpp"
#include "report/figures.hpp"

namespace ebb {

struct SweepPoint {
  std::vector<NamedFigure> parameters;  ///< those that are varied
  Node root;                            ///< what a run file would say
  std::string id;                       ///< digest of configuration (with its seed) and program version
  std::string config;                   ///< with every default
  std::int64_t seed = 1, threads = 1;
  std::uint64_t fit = 0;     ///< digest of what decides whether it fits its network: all but [run]
  double cost = 1;           ///< how long it may take, compared to the others; a guess from its size
  std::uint64_t memory = 0;  ///< bytes; known once it is checked
};

struct SweepPlan {
  std::vector<SweepPoint> points;
  std::vector<SweepPoint> searches;  ///< combinations of the other parameters whose saturation load is wanted
  std::size_t left_out = 0;          ///< by the conditions
};

/// All points, or all problems of all of them. `memory` is how many bytes one may need.
Result<SweepPlan> plan_sweep(const SweepConfig& config, std::uint64_t memory);

/// The run that `root` describes; `parameters` is what it is called.
Result<SweepPoint> resolve_point(const std::string& path, Node root, std::vector<NamedFigure> parameters);

/// The same point with another load.
Result<SweepPoint> with_load(const std::string& path, const SweepPoint& point, double load);

/// Of a resolved configuration: 16 hex digits that differ when anything in it does, whatever the order of its
/// lines, or when the program's version does.
std::string point_id(const Node& document);

/// What goes into ids: results of another version are other results.
std::string program_version();

}  // namespace ebb
