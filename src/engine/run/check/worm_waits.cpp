#include "engine/run/check/worm_waits.hpp"

#include <unordered_set>

#include "network/network.hpp"

namespace ebb::inline engine {
namespace {

constexpr std::size_t no_lane = ~std::size_t{0};

/// Channels and virtual channels to which credits are on their way.
using Credited = std::unordered_set<std::size_t>;

Credited credited_lanes(const Simulation& sim) {
  const NetworkState& m = sim.state();
  Credited credited;
  sim.executor().for_each_timed_event([&](const TimedEvent& timed_event) {
    if (timed_event.kind == Kind::credit)
      credited.insert(
          m.lane(m.network.first_port[timed_event.switch_id] + timed_event.port, timed_event.detail));
  });
  return credited;
}

/// Says whether so many credits of an output's virtual channel are there, or some are on their way.
bool has_credits(const NetworkState& m, const Credited& credited, std::size_t vc, std::int64_t needed) {
  const FlitSupply& credits = m.worms.outs[vc].credits;
  return credits.known() >= needed || credited.contains(vc) || credits.known_with_log() > credits.known();
}

/// Says whether a worm waits for a lane behind the crossbar that is full, and that lane for credits.
bool waits_behind(const NetworkState& m, const Credited& credited, std::size_t vc, std::int64_t needed) {
  const OutputLane& behind = m.worms.output_lanes[vc];
  if (behind.slots.known() >= needed || behind.flits.known() == 0) return false;
  return !has_credits(m, credited, vc, m.worms.whole ? behind.left : 1);
}

/// Returns the lane that must move before the oldest worm of this one can, or no_lane when it may move by
/// itself. A worm without flits here waits for its own body, which follows it.
std::size_t waits_for(const NetworkState& m, const Credited& credited, SwitchId s, std::size_t lane) {
  const WormLane& worm = m.worms.lanes[lane];
  if (worm.stage == WormStage::none) return no_lane;
  const PortId first = m.network.first_port[s];
  const auto out = static_cast<PortId>(first + m.in[lane].hop_port);
  const std::size_t vc = m.lane(out, m.in[lane].hop_vc);
  const WormOut& to = m.worms.outs[vc];
  if (worm.stage == WormStage::waiting)
    return to.holder.port == no_port ? no_lane : m.lane(first + to.holder.port, to.holder.vc);
  if (m.out[out].peer_port == no_port || worm.flits.known_with_log() == 0) return no_lane;
  const std::int64_t needed = m.worms.whole ? worm.left : 1;
  const bool waits = m.worms.has_output_lanes() ? waits_behind(m, credited, vc, needed)
                                                : !has_credits(m, credited, vc, needed);
  if (!waits) return no_lane;
  return m.lane(m.network.peer[out], m.in[lane].hop_vc);
}

}  // namespace

std::vector<Wait> worm_waits(const Simulation& sim) {
  const NetworkState& m = sim.state();
  const Credited credited = credited_lanes(sim);
  std::vector<Wait> waits;
  for (const SwitchRange& range : m.own)
    for (SwitchId s = range.first; s < range.end; ++s)
      for (std::size_t port = m.network.first_port[s]; port < m.network.first_port[s + 1]; ++port)
        for (unsigned vc = 0; vc < m.vcs; ++vc)
          if (const std::size_t next = waits_for(m, credited, s, m.lane(port, vc)); next != no_lane)
            waits.push_back({m.lane(port, vc), next});
  return waits;
}

}  // namespace ebb::inline engine
