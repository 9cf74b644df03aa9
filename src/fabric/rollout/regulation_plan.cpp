#include <fmt/format.h>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/rollout/regulation.hpp"
#include "network/network.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline fabric {
namespace {

using Kind = RegulationStep::Kind;

RegulationStep lead(std::vector<std::uint32_t> links, PathSet paths) {
  RegulationStep step;
  step.links = std::move(links), step.paths = std::move(paths);
  return step;
}

std::string cable_text(const Trunks& trunks, PortId port) {
  for (TrunkId t = 0; t < trunks.size(); ++t)
    for (std::size_t link = 0; link < trunks[t].links(); ++link)
      if (trunks[t].ports_a[link] == port || trunks[t].ports_b[link] == port)
        return fmt::format("{}-{} link {}", switch_name(trunks[t].a), switch_name(trunks[t].b), link + 1);
  return fmt::format("port {}", port);
}

}  // namespace

std::string step_text(const Trunks& trunks, const RegulationStep& step) {
  std::vector<std::string> names;
  for (const PortId port : step.cables) names.push_back(cable_text(trunks, port));
  const std::string cables = fmt::format("{}", fmt::join(names, ", "));
  if (step.kind == Kind::switch_on) return fmt::format("switch on {}", cables);
  if (step.kind == Kind::switch_off) return fmt::format("switch off {}", cables);
  if (step.kind == Kind::set_rate) return fmt::format("set {} to {}", cables, quantity_text(step.rate));
  std::uint32_t links = 0;
  for (const std::uint32_t count : step.links) links += count;
  return fmt::format("lead paths over {} links", links);
}

namespace {

/// Cables come on before paths use them, and go off after paths have left them.
std::vector<RegulationStep> in_order(std::vector<PortId> on, RegulationStep paths, std::vector<PortId> off) {
  std::vector<RegulationStep> steps;
  if (!on.empty()) steps.push_back({.kind = Kind::switch_on, .cables = std::move(on)});
  steps.push_back(std::move(paths));
  if (!off.empty()) steps.push_back({.kind = Kind::switch_off, .cables = std::move(off)});
  return steps;
}

}  // namespace

std::vector<RegulationStep> plan_cables(const Trunks& trunks, const std::vector<bool>& is_on,
                                        const std::vector<std::uint32_t>& wanted, const PathSet& paths) {
  std::vector<PortId> on, off;
  for (TrunkId t = 0; t < trunks.size(); ++t)
    for (std::uint32_t link = 0; link < trunks[t].links(); ++link) {
      const PortId port = trunks[t].ports_a[link];
      if (link < wanted[t] && !is_on[port]) on.push_back(port);
      if (link >= wanted[t] && is_on[port]) off.push_back(port);
    }
  return in_order(std::move(on), lead(wanted, paths), std::move(off));
}

Result<std::vector<RegulationStep>> plan_rate(const Network& network, const Trunks& trunks,
                                              const std::vector<std::uint32_t>& now, const PathSet& paths,
                                              TrunkId trunk, BitsPerSecond rate) {
  std::vector<std::uint32_t> without = now;
  without[trunk] = 0;
  TrunkSet on;
  for (const std::uint32_t links : without) on.push_back(links > 0);
  PathSet detour = tree_paths(network, trunks, on, PathRule::up_down);
  if (!check_path_set(network, trunks, on, detour).empty())
    return Problem{
        fmt::format("{}-{}", switch_name(trunks[trunk].a), switch_name(trunks[trunk].b)),
        "cannot change its rate: it carries no frames during the change, and without it some switches do "
        "not reach each other",
        "switch other links on first"};
  RegulationStep change;
  change.kind = Kind::set_rate, change.rate = rate;
  const auto& cables = trunks[trunk].ports_a;
  change.cables.assign(cables.begin(), cables.begin() + now[trunk]);
  return std::vector<RegulationStep>{lead(std::move(without), std::move(detour)), std::move(change),
                                     lead(now, paths)};
}

}  // namespace ebb::inline fabric
