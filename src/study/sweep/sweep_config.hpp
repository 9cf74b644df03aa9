// The [sweep] section: which parameters of a run are varied, over which values, and which combinations are
// skipped. docs/howto/sweep.md shows the syntax.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/node.hpp"
#include "experiment/read/sweep_settings.hpp"

namespace ebb::inline study {

struct SweptParameter {
  std::string name;  ///< "traffic.load", or the name of a whole section: "routing"
  std::vector<Node> values;
  Node node;  ///< its place in the file, for problems
};

/// Parameters that change together: the n-th value of one goes with the n-th of the others.
struct SweepAxis {
  std::vector<SweptParameter> parameters;
  std::size_t size() const { return parameters.front().values.size(); }
};

/// True for a point when each parameter satisfies its condition: a value, one of a list, or a table of above,
/// below, at_least, at_most.
struct PointCondition {
  std::string name, where;  ///< "sweep.skip", and its place in the file
  std::vector<std::pair<std::string, Node>> all;
  bool mentions(std::string_view parameter) const;
  bool holds(const Node& point) const;
};

struct SweepConfig {
  std::string path;
  Node base;  ///< the run that is varied: the file without [sweep]
  SweepSettings settings;
  std::vector<SweepAxis> axes;
  std::vector<PointCondition> skip;  ///< a point that satisfies one of these is skipped
  std::vector<PointCondition> only;  ///< if there are any, a point that satisfies none is skipped
  std::optional<SaturationSettings> saturation;
  std::vector<std::string> notes;  ///< notes for the user: parameters that --set fixes
};

/// True when the conditions do not skip the point. Conditions on the parameter `ignore` do not count.
bool is_wanted(const SweepConfig& config, const Node& point, std::string_view ignore = "");

}  // namespace ebb::inline study
