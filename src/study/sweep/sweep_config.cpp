#include "study/sweep/sweep_config.hpp"

#include "experiment/read/configuration.hpp"
#include "study/sweep/sweep_condition.hpp"

namespace ebb::inline study {

bool PointCondition::holds(const Node& point) const {
  for (const auto& [parameter, wanted] : all)
    if (!matches(find_path(point, parameter), wanted)) return false;
  return true;
}

bool PointCondition::mentions(std::string_view parameter) const {
  for (const auto& [key, node] : all)
    if (key == parameter) return true;
  return false;
}

bool is_wanted(const SweepConfig& config, const Node& point, std::string_view ignore) {
  const auto counts = [&](const PointCondition& c) { return ignore.empty() || !c.mentions(ignore); };
  for (const PointCondition& c : config.skip)
    if (counts(c) && c.holds(point)) return false;
  bool any = false;
  for (const PointCondition& c : config.only) {
    if (!counts(c)) continue;
    if (c.holds(point)) return true;
    any = true;
  }
  return !any;
}

}  // namespace ebb::inline study
