#include "power/policy/link_needs.hpp"

#include <map>

namespace ebb::inline power {
namespace {

using NextHops = NextHopTable::NextHops;

/// Returns the links that can be used to reach each destination.
std::map<std::uint32_t, std::vector<std::uint8_t>> links_by_destination(const NextHopTable& table) {
  std::map<std::uint32_t, std::vector<std::uint8_t>> links;
  for (const NextHops& hops : table.all) {
    auto& of = links[hops.to];
    of.resize(table.ports);
    for (const std::uint16_t port : hops.by) of[port] = 1;
  }
  return links;
}

double usage_of(const std::vector<std::uint8_t>& links, const std::vector<double>& load) {
  double sum = 0;
  for (std::size_t port = 0; port < links.size(); ++port)
    if (links[port]) sum += load[port];
  return sum;
}

bool reaches(const NextHops& hops, std::span<const std::uint8_t> on) {
  return std::any_of(hops.by.begin(), hops.by.end(), [&](std::uint16_t port) { return on[port] != 0; });
}

/// Returns L_high: the links of all destinations in heavy use; without idle links if all destinations are in
/// heavy use.
std::vector<std::uint8_t> heavily_used(const SwitchLinks& links, const ShutdownThresholds& thresholds) {
  const NextHopTable& table = *links.next_hops;
  std::vector<std::uint8_t> high(table.ports);
  double sum = 0;
  for (std::size_t port = 0; port < high.size(); ++port) sum += links.load[port];
  if (sum <= thresholds.t_max) return high;  // then no destination's links have more together
  bool all = true;
  for (const auto& [to, of] : links_by_destination(table)) {
    if (usage_of(of, links.load) <= thresholds.t_max) {
      all = false;
      continue;
    }
    for (std::size_t port = 0; port < of.size(); ++port) high[port] |= of[port];
  }
  if (all)
    for (std::size_t port = 0; port < high.size(); ++port)
      if (links.up[port] && links.load[port] < thresholds.t_low) high[port] = 0;
  return high;
}

/// Returns l_max: the link that reaches most of the destinations that are not reached yet. Of equal ones a
/// link that is up comes first, then the one with more load.
std::uint16_t link_for_most(const SwitchLinks& links, const std::vector<const NextHops*>& diverted) {
  std::vector<int> appears(links.next_hops->ports);
  for (const NextHops* hops : diverted)
    for (const std::uint16_t port : hops->by) ++appears[port];
  std::uint16_t best = 0;
  const auto rank = [&](std::uint16_t port) {
    return std::tuple{appears[port], links.up[port], links.load[port]};
  };
  for (std::uint16_t port = 1; port < links.next_hops->ports; ++port)
    if (rank(port) > rank(best)) best = port;
  return best;
}

bool needs_it(LinkNeed need) { return need != LinkNeed::none; }

}  // namespace

bool reaches_all(const NextHopTable& table, std::span<const std::uint8_t> on) {
  return std::all_of(table.all.begin(), table.all.end(),
                     [&](const NextHops& hops) { return reaches(hops, on); });
}

std::vector<LinkNeed> choose_links(const SwitchLinks& links, const ShutdownThresholds& thresholds) {
  const NextHopTable& table = *links.next_hops;
  std::vector<std::uint8_t> on = heavily_used(links, thresholds);
  for (std::size_t port = 0; port < on.size(); ++port) on[port] |= !table.is_link[port];
  std::vector<LinkNeed> needs(table.ports, LinkNeed::none);
  for (std::size_t port = 0; port < on.size(); ++port)
    if (on[port] && table.is_link[port]) needs[port] = LinkNeed::busy;
  for (;;) {
    std::vector<const NextHops*> diverted;
    for (const NextHops& hops : table.all)
      if (!reaches(hops, on)) diverted.push_back(&hops);
    if (diverted.empty()) break;
    const std::uint16_t most = link_for_most(links, diverted);
    on[most] = 1, needs[most] = LinkNeed::connects;
  }
  bool all_up = true;
  for (std::size_t port = 0; port < on.size(); ++port)
    all_up = all_up && (!needs_it(needs[port]) || links.up[port]);
  for (std::size_t port = 0; port < on.size() && !all_up; ++port)
    if (!on[port] && links.up[port]) needs[port] = LinkNeed::replaces;
  return needs;
}

}  // namespace ebb::inline power
