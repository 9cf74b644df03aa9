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

}  // namespace

std::vector<ChannelResult> each_channel(const Simulation& sim) {
  const Model& m = sim.model();
  std::vector<ChannelResult> results;
  results.reserve(m.network.channels());
  for (PortId c = 0; c < m.network.channels(); ++c) {
    ChannelResult r{
        .kind = m.network.link_class[c], .busy = busy_time(sim, c), .bytes = m.out[c].bytes, .time_in = {}};
    if (m.meters.empty())
      r.time_in.push_back(sim.now());
    else
      r.time_in = time_in_states(sim, c);
    results.push_back(std::move(r));
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
    ++kind.channels;
  }
  std::erase_if(kinds, [](const ChannelKindResult& k) { return k.channels == 0; });
  for (ChannelKindResult& k : kinds) k.utilisation_mean /= static_cast<double>(k.channels);
  return kinds;
}

std::vector<RateResult> rate_results(const Simulation& sim) {
  const Model& m = sim.model();
  if (m.meters.empty()) return {};
  std::vector<std::int64_t> time(2 * m.rungs, 0);
  for (PortId c = 0; c < m.network.channels(); ++c) {
    const std::vector<Picoseconds> in = time_in_states(sim, c);
    for (std::size_t i = 0; i < in.size(); ++i) time[i] += in[i].v;
  }
  const double all = static_cast<double>(std::max<std::int64_t>(1, sim.now().v)) * m.network.channels();
  std::vector<RateResult> results;
  for (std::size_t i = 0; i < m.rungs; ++i)
    results.push_back({m.control.ladder[i], static_cast<double>(time[i]) / all,
                       static_cast<double>(time[m.rungs + i]) / all});
  return results;
}

}  // namespace ebb
