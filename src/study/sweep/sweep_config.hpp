// The [sweep] section: which parameters of a run are varied, over which values, and which combinations are
// left out. docs/howto/sweep.md shows how it is written.
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
  Node node;  ///< for the place of complaints
};

/// Parameters that change together: the n-th value of one goes with the n-th of the others.
struct Axis {
  std::vector<SweptParameter> parameters;
  std::size_t size() const { return parameters.front().values.size(); }
};

/// Holds for a point when each parameter has what is said of it: a value, one of a list, or a table of above,
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
  std::vector<Axis> axes;
  std::vector<PointCondition> skip;  ///< points for which one holds are left out
  std::vector<PointCondition> only;  ///< when there are any: points for which none holds are left out
  std::optional<SaturationSettings> saturation;
  std::vector<std::string> notes;  ///< what the user should know: parameters that --set has fixed
};

/// Whether the point is among those that the conditions leave. `ignore` names a parameter: conditions that
/// mention it do not count.
bool is_wanted(const SweepConfig& config, const Node& point, std::string_view ignore = "");

}  // namespace ebb::inline study
