// Hypnos' rule: see igp_sleep.hpp.
#include <algorithm>

#include "network/igp_network.hpp"
#include "rules/igp/igp_sleep.hpp"
#include "rules/igp/igp_state.hpp"

namespace ebb::inline rules {
namespace {

/// The authors' budget: capacity / 250 * 0.0001 / utilisation^2, where a link's capacity counts once.
double reroute_budget(const IgpNetwork& network, const IgpLoads& loads) {
  constexpr double links = 250, share = 1e-4;
  double used = 0, all = 0;
  for (IgpChannelId c = 0; c < network.channels(); ++c) used += loads.load(c), all += network.capacity(c);
  if (used <= 0) return all;
  const double utilisation = used / all;
  return all / 2 / links * share / (utilisation * utilisation);
}

/// Of the channels that leave a router, the room of the one that has the least.
std::vector<double> least_room(const IgpSleepRequest& request, const IgpLoads& loads) {
  const IgpNetwork& network = request.network;
  std::vector<double> room(network.size(), 1e300);
  for (IgpChannelId c = 0; c < network.channels(); ++c) {
    double& least = room[network.from(c)];
    least = std::min(least, std::max(0.0, request.max_utilisation * network.capacity(c) - loads.load(c)));
  }
  return room;
}

}  // namespace

IgpSleepPlan loads_only_sleep(const IgpSleepRequest& request) {
  const IgpNetwork& network = request.network;
  const IgpLoads loads(network, request.demands);
  const std::vector<double> room = least_room(request, loads);
  std::vector<std::pair<double, IgpLinkId>> links;
  for (IgpLinkId l = 0; l < network.links.size(); ++l) {
    const double there = loads.load(2 * l), back = loads.load(2 * l + 1);
    if (there < room[network.links[l].a] && back < room[network.links[l].b])
      links.emplace_back(there + back, l);
  }
  std::sort(links.begin(), links.end());
  IgpSleepState state(request);
  double budget = reroute_budget(network, loads);
  for (const auto& [load, l] : links) {
    if (load > budget) break;
    if (!std::binary_search(state.links().begin(), state.links().end(), l)) continue;
    state.set(l, false);
    if (state.connected())
      budget -= load;
    else
      state.undo(l);
  }
  return state.plan();
}

}  // namespace ebb::inline rules
