#include "engine/channel_results.hpp"

#include <fmt/core.h>

namespace ebb {
namespace {

/// Busy time up to now: what is booked beyond does not count yet.
Picoseconds busy_time(const Simulation& sim, PortId c) {
  return {sim.model().out[c].busy - sim.model().busy_ahead(c, sim.now().v)};
}

/// Up to now: the state it is in is not booked yet, and a change under way is booked to its end already.
std::vector<Picoseconds> time_in_states(const Simulation& sim, PortId c) {
  const Model& m = sim.model();
  const Meter& meter = m.meters[c];
  std::vector<Picoseconds> time;
  for (std::size_t i = 0; i < 2 * m.rungs; ++i) time.push_back({m.time_in[c * 2 * m.rungs + i]});
  const std::int64_t now = sim.now().v;
  if (now >= meter.since) {
    time[m.out[c].rate - m.out[c].link * m.rungs].v += now - meter.since;
  } else {
    time[meter.change].v -= meter.since - std::max(now, meter.change_from);
    time[meter.before].v -= std::max<std::int64_t>(0, meter.change_from - now);
  }
  return time;
}

/// A channel that is not controlled has one state.
std::vector<Picoseconds> states_of(const Simulation& sim, PortId c) {
  return sim.model().meters.empty() ? std::vector{sim.now()} : time_in_states(sim, c);
}

void add(std::vector<Picoseconds>& sum, const std::vector<Picoseconds>& times) {
  sum.resize(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) sum[i] += times[i];
}

}  // namespace

std::vector<ChannelResult> each_channel(const Simulation& sim) {
  const Model& m = sim.model();
  std::vector<ChannelResult> results;
  results.reserve(m.network.channels());
  for (PortId c = 0; c < m.network.channels(); ++c) {
    results.push_back({.kind = m.network.link_class[c],
                       .busy = busy_time(sim, c),
                       .bytes = m.out[c].bytes,
                       .time_in = states_of(sim, c)});
  }
  return results;
}

std::vector<ChannelKindResult> channel_results(const Simulation& sim) {
  const Network& net = sim.model().network;
  std::vector<ChannelKindResult> kinds(net.classes.size() + 1);
  for (std::size_t i = 0; i < net.classes.size(); ++i) kinds[i].name = net.classes[i].name;
  kinds.back().name = "from host";
  const double time = static_cast<double>(std::max<std::int64_t>(1, sim.now().v));
  for (PortId c = 0; c < net.channels(); ++c) {
    ChannelKindResult& kind = net.is_host_port(c) ? kinds.back() : kinds[net.link_class[c]];
    if (!net.is_host_port(c) && net.is_host_port(net.peer[c])) kind.name = "to host";
    const double utilisation = static_cast<double>(busy_time(sim, c).v) / time;
    kind.utilisation_least = kind.channels == 0 ? utilisation : std::min(kind.utilisation_least, utilisation);
    kind.utilisation_most = std::max(kind.utilisation_most, utilisation);
    kind.utilisation_mean += utilisation;
    kind.medium = net.link(c).medium;
    kind.bytes += sim.model().out[c].bytes;
    add(kind.time_in, states_of(sim, c));
    ++kind.channels;
  }
  std::erase_if(kinds, [](const ChannelKindResult& k) { return k.channels == 0; });
  for (ChannelKindResult& k : kinds) k.utilisation_mean /= static_cast<double>(k.channels);
  return kinds;
}

std::vector<RateResult> rate_results(const Simulation& sim) {
  const Model& m = sim.model();
  if (m.meters.empty()) return {};
  std::vector<Picoseconds> time;
  for (PortId c = 0; c < m.network.channels(); ++c) add(time, time_in_states(sim, c));
  const double all = static_cast<double>(std::max<std::int64_t>(1, sim.now().v)) * m.network.channels();
  std::vector<RateResult> results;
  for (std::size_t i = 0; i < m.rungs; ++i)
    results.push_back({m.control.ladder[i], static_cast<double>(time[i].v) / all,
                       static_cast<double>(time[m.rungs + i].v) / all});
  return results;
}

}  // namespace ebb
