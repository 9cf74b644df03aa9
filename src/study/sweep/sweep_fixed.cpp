// --set on a parameter that the file varies (sweep_reader.hpp).

#include <algorithm>

#include "base/problem.hpp"
#include "config/node.hpp"
#include "experiment/read/configuration.hpp"
#include "study/sweep/sweep_point.hpp"
#include "study/sweep/sweep_reader.hpp"

namespace ebb::inline study {
namespace {

bool is_set(const Node& node) { return node.where.starts_with(Configuration::set_option); }

/// Returns the node, or the first one in it, that --set gave; null when there is none.
const Node* set_within(const Node& node) {
  if (is_set(node)) return &node;
  for (const auto& [key, child] : node.entries)
    if (const Node* found = set_within(child)) return found;
  return nullptr;
}

/// Returns the value that --set gives to a parameter. "routing=valiant" gives routing.name.
const Node* set_value(const Node& base, const std::string& name) {
  if (const Node* node = find_path(base, name)) return set_within(*node);
  if (!name.ends_with(".name")) return nullptr;
  const Node* section = find_path(base, name.substr(0, name.rfind('.')));
  return section && section->kind == Node::Kind::text && is_set(*section) ? section : nullptr;
}

}  // namespace

void fix_what_is_set(SweepConfig& config, Problems& problems) {
  if (config.saturation)
    if (const Node* load = set_value(config.base, load_name))
      problems.push_back({load->where, "has no effect: the search for saturation chooses the loads",
                          "set the loads to run beside it instead: --set sweep.cross.traffic.load=[0.3]"});
  std::erase_if(config.axes, [&](const SweepAxis& axis) {
    bool fixed = false;
    for (const SweptParameter& p : axis.parameters) {
      const Node* set = set_value(config.base, p.name);
      if (!set || (config.saturation && p.name == load_name)) continue;
      const Node* whole = find_path(config.base, p.name);
      if (whole && set != whole)
        problems.push_back({set->where, fmt::format("has no effect: the file varies {} as a whole", p.name),
                            fmt::format("set what it varies: --set 'sweep.cross.{}=[…]'", p.name)});
      else if (axis.parameters.size() > 1)
        problems.push_back({set->where,
                            fmt::format("has no effect: the file varies {} side by side with others", p.name),
                            fmt::format("set a list for each of them: --set 'sweep.zip.{}=[…]'", p.name)});
      else
        fixed = true;
      if (fixed)
        config.notes.push_back(
            fmt::format("{}: in all points; the file's {} values are not run", set->where, axis.size()));
    }
    return fixed;
  });
}

}  // namespace ebb::inline study
