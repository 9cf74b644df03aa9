#include "engine/channel_results.hpp"

#include <algorithm>

namespace ebb {
namespace {

std::vector<Picoseconds> as_times(const std::vector<std::int64_t>& picoseconds) {
  std::vector<Picoseconds> times;
  for (const std::int64_t t : picoseconds) times.push_back({t});
  return times;
}

/// As a divisor.
double length_of(Picoseconds time) { return static_cast<double>(std::max<std::int64_t>(1, time.v)); }

/// Which channel was least and most busy is known of the whole run only: of single channels nothing is kept
/// from batch to batch.
void spread_utilisation(const Simulation& sim, std::vector<ChannelKindResult>& kinds) {
  const Network& net = sim.model().network;
  std::vector<bool> seen(kinds.size());
  for (PortId c = 0; c < net.channels(); ++c) {
    const std::size_t i = net.is_host_port(c) ? kinds.size() - 1 : net.link_class[c];
    ChannelKindResult& kind = kinds[i];
    if (!net.is_host_port(c) && net.is_host_port(net.peer[c])) kind.name = "to host";
    kind.medium = net.link(c).medium;
    const double utilisation = static_cast<double>(busy_time(sim, c).v) / length_of(sim.now());
    kind.run_utilisation_least = seen[i] ? std::min(kind.run_utilisation_least, utilisation) : utilisation;
    kind.run_utilisation_most = std::max(kind.run_utilisation_most, utilisation);
    seen[i] = true;
  }
}

}  // namespace

std::vector<ChannelResult> each_channel(const Simulation& sim) {
  const Model& m = sim.model();
  std::vector<ChannelResult> results;
  results.reserve(m.network.channels());
  for (PortId c = 0; c < m.network.channels(); ++c) {
    std::vector<std::int64_t> time_in;
    add_time_in_states(sim, c, time_in);
    results.push_back({.kind = m.network.link_class[c],
                       .busy = busy_time(sim, c),
                       .bytes = m.out[c].bytes,
                       .time_in = as_times(time_in)});
  }
  return results;
}

std::vector<ChannelKindResult> channel_results(const Simulation& sim, const RunUse& use) {
  const Network& net = sim.model().network;
  std::vector<ChannelKindResult> kinds(net.classes.size() + 1);
  for (std::size_t i = 0; i < net.classes.size(); ++i) kinds[i].name = net.classes[i].name;
  kinds.back().name = "from host";
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const KindUse& measured = use.measured[i];
    kinds[i].channels = static_cast<std::uint64_t>(measured.channels);
    kinds[i].utilisation_mean = static_cast<double>(measured.busy) / length_of(use.time) /
                                static_cast<double>(std::max<std::int64_t>(1, measured.channels));
    kinds[i].bytes = static_cast<std::uint64_t>(measured.bytes);
    kinds[i].time_in = as_times(measured.time_in);
    kinds[i].run_bytes = static_cast<std::uint64_t>(use.whole[i].bytes);
    kinds[i].run_time_in = as_times(use.whole[i].time_in);
  }
  spread_utilisation(sim, kinds);
  std::erase_if(kinds, [](const ChannelKindResult& k) { return k.channels == 0; });
  return kinds;
}

std::vector<RateResult> rate_results(const Simulation& sim, const RunUse& use) {
  const Model& m = sim.model();
  if (m.meters.empty()) return {};
  KindUse all;
  for (const KindUse& kind : use.measured) all.add(kind);
  const double time = length_of(use.time) * static_cast<double>(all.channels);
  std::vector<RateResult> results;
  for (std::size_t i = 0; i < m.rungs; ++i)
    results.push_back({m.control.ladder[i], static_cast<double>(all.time_in[i]) / time,
                       static_cast<double>(all.time_in[m.rungs + i]) / time});
  return results;
}

}  // namespace ebb
