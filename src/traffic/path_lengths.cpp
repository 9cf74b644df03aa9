#include "traffic/path_lengths.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/ensure.hpp"
#include "base/random.hpp"
#include "network/distance.hpp"

namespace ebb::inline traffic {
namespace {

/// A flow counted by switch: its number of hosts of each kind there.
struct FlowBySwitch {
  std::vector<std::uint32_t> from, to, both;
  std::uint64_t all_to = 0;
  // In integers, so that the order of the switches cannot matter.
  std::uint64_t pairs = 0, channels = 0;
};

FlowBySwitch by_switch(const Network& network, const Flow& flow) {
  const std::uint32_t switches = network.switches();
  FlowBySwitch counted{std::vector<std::uint32_t>(switches), std::vector<std::uint32_t>(switches),
                       std::vector<std::uint32_t>(switches), flow.to.size()};
  std::vector<bool> sends(network.hosts, false);
  for (const HostId h : flow.from) ++counted.from[network.switch_of_host(h)], sends[h] = true;
  for (const HostId h : flow.to) {
    const SwitchId s = network.switch_of_host(h);
    ++counted.to[s];
    counted.both[s] += sends[h];
  }
  return counted;
}

/// The switches to search from: all with hosts, or a sample of them.
std::vector<SwitchId> sources(const Network& network, std::uint64_t seed, std::size_t most) {
  std::vector<SwitchId> all = switches_with_hosts(network);
  if (all.size() <= most) return all;
  Random random(seed, placement_stream, no_id);
  for (std::size_t i = 0; i < most; ++i) std::swap(all[i], all[i + random.below(all.size() - i)]);
  all.resize(most);
  return all;
}

void add_source(FlowBySwitch& flow, SwitchId from, const std::vector<std::uint32_t>& hops) {
  if (flow.from[from] == 0) return;
  std::uint64_t channels = 0;
  for (SwitchId to = 0; to < flow.to.size(); ++to) {
    if (flow.to[to] == 0) continue;
    ENSURE(hops[to] != no_id);
    channels += std::uint64_t{flow.to[to]} * (2 + hops[to]);
  }
  flow.channels += flow.from[from] * channels - std::uint64_t{2} * flow.both[from];  // not to itself
  flow.pairs += flow.from[from] * flow.all_to - flow.both[from];
}

}  // namespace

std::vector<double> mean_channels(const Network& network, const std::vector<Flow>& flows, std::uint64_t seed,
                                  std::size_t searches) {
  std::vector<FlowBySwitch> counted;
  for (const Flow& flow : flows) counted.push_back(by_switch(network, flow));
  for (const SwitchId from : sources(network, seed, searches)) {
    const std::vector<std::uint32_t> hops = hops_from(network, from);
    for (FlowBySwitch& flow : counted) add_source(flow, from, hops);
  }
  std::vector<double> means;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    if (counted[i].pairs == 0)  // the sample missed the few hosts of this flow
      return mean_channels(network, flows, seed, network.switches());
    means.push_back(static_cast<double>(counted[i].channels) / static_cast<double>(counted[i].pairs));
  }
  return means;
}

double utilisation_of(const Network& network, double channel_bytes_per_second) {
  return channel_bytes_per_second * 8 / static_cast<double>(network.link(0).rate.v) / network.channels();
}

Problems require_one_rate(const Network& network, std::string_view where) {
  for (const LinkClass& link : network.classes)
    if (link.rate != network.link(0).rate)
      return {{std::string(where),
               fmt::format("is ambiguous: cables \"{}\" and \"{}\" have different rates",
                           network.link(0).name, link.name),
               "give all cables the same rate, or use pattern, arrivals and sizes with a load"}};
  return {};
}

Problems check_utilisation(double utilisation) {
  if (utilisation > 0 && utilisation < 1) return {};
  return {{"utilisation", fmt::format("is {}, but must be between 0 and 1", utilisation),
           "it is the mean utilisation of all channels at full rate: 0.06 is 6 %"}};
}

}  // namespace ebb::inline traffic
