#include "tasks/trees/link_choice_task.hpp"

#include <fmt/format.h>

#include "base/whole_file.hpp"
#include "fabric/trees/paths_file.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "tasks/off/lower_rates.hpp"

namespace ebb::inline tasks {
namespace {

/// From this number of switches on, the search for paths is slow.
constexpr std::uint32_t slow_from = 32;

}  // namespace

LinkWeights link_watts(const Network& network, const Trunks& trunks, const OffPower& power_saved) {
  LinkWeights watts;
  for (TrunkId t = 0; t < trunks.size() && power_saved.known(); ++t) {
    double all = 0;
    for (const PortId cable : trunks[t].ports_a) all += power_saved.cable_w(network, cable);
    watts.push_back(all / trunks[t].links());
  }
  return watts;
}

namespace {

/// Shares of the trunks' rates.
Result<SlowerRates> slower_rates(const Network& network, const Trunks& trunks,
                                 const LinkChoiceOptions& options) {
  if (!options.slower) return SlowerRates();
  const auto lower = lower_rates(network, options.power);
  if (!lower) return lower.problems();
  SlowerRates slower(trunks.size());
  for (TrunkId t = 0; t < trunks.size(); ++t) {
    const PortId cable = trunks[t].ports_a.front();
    for (const LowerRate& at : (*lower)[network.link_class[cable]])
      slower[t].push_back(
          {static_cast<double>(at.rate.v) / static_cast<double>(network.link(cable).rate.v), at.cable_w});
  }
  return slower;
}

}  // namespace

Result<LinkChoiceResult> choose_links(const TreesResult& trees, const LinkChoiceOptions& options) {
  const Network& network = trees.network();
  if (const TreesSettings& settings = trees.file->trees; !settings.off.empty() || !settings.schedule.empty())
    return Problem{"--peak",
                   fmt::format("chooses from all links, but [trees] {} switches some of them off",
                               settings.off.empty() ? "schedule" : "off"),
                   "remove the key from [trees], or the links from the network"};
  const auto power_saved = off_power(network, options.power);
  if (!power_saved) return power_saved.problems();
  auto demand = traced_demand(network, options.trace);
  if (!demand) return demand.problems();
  LinkWeights watts = link_watts(network, trees.plan.trunks, *power_saved);
  auto slower = slower_rates(network, trees.plan.trunks, options);
  if (!slower) return slower.problems();
  if (options.notice && network.switches() >= slow_from)
    options.notice(
        fmt::format("searching for paths among {} switches, which may take minutes …", network.switches()));
  LinkChoice least =
      fewest_links(network, trees.plan.trunks, *demand, static_cast<double>(options.peak.v), watts, *slower);
  return LinkChoiceResult{std::move(*demand), options.peak,     std::move(watts),
                          power_saved->from,  std::move(least), std::move(*slower)};
}

Problems check_paths_output(const std::string& file, const TreesResult& trees) {
  Problems problems = check_output_file(file, {paths_head}, "paths of VLAN trees");
  return problems.empty() ? check_names_for_paths(trees.network()) : problems;
}

Problems write_paths(const std::string& file, const TreesResult& trees, const LinkChoiceResult& choice) {
  return write_paths_file(file, trees.network(), choice.least.paths);
}

}  // namespace ebb::inline tasks
