#include "tasks/trees/link_choice_task.hpp"

#include <fmt/format.h>

#include <set>

#include "base/problem.hpp"
#include "experiment/device/device_file.hpp"
#include "fabric/trees/trees_settings.hpp"
#include "power/control/rate_levels.hpp"
#include "power/device/device.hpp"
#include "power/device/energy.hpp"

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

/// The rates below this cable's that the device states, with the power of both ports, less that of off ones.
std::vector<SlowerRate> rates_below(const Device& device, const LinkClass& link) {
  std::set<std::int64_t> rates;
  for (const LinkPower& state : device.links)
    if (state.holds_for(link.medium) && !state.for_any_rate() && state.rate.v > 0 && state.rate < link.rate)
      rates.insert(state.rate.v);
  std::vector<SlowerRate> slower;
  for (const std::int64_t rate : rates) {
    const ChannelPower power = device_power(device, link.medium, RateLevels({{0}, {rate}}));
    if (power.in.front() && power.in.back())
      slower.push_back({static_cast<double>(rate) / static_cast<double>(link.rate.v),
                        2 * (power.in.back()->v - power.in.front()->v)});
  }
  return slower;
}

Result<SlowerRates> slower_rates(const Network& network, const Trunks& trunks,
                                 const LinkChoiceOptions& options) {
  if (!options.slower) return SlowerRates();
  if (options.power.device.empty() || options.power.port_w)
    return Problem{"--slower",
                   "needs --device, whose file states the power of a port at each rate, and no --watts",
                   "for example: --device mahadevan-rack-48"};
  const auto device = find_device(options.power.device, "");
  if (!device) return device.problems();
  SlowerRates slower;
  bool any = false;
  for (TrunkId t = 0; t < trunks.size(); ++t) {
    slower.push_back(rates_below(*device, network.link(trunks[t].ports_a.front())));
    any = any || !slower.back().empty();
  }
  if (any) return slower;
  return Problem{
      "--slower",
      fmt::format("{} states no lower rate of a port with its power, and that of an off port", device->name),
      "name another device (`ebb device list`), or leave --slower out"};
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

}  // namespace ebb::inline tasks
