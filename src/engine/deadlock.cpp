#include "engine/deadlock.hpp"

#include <fmt/core.h>

namespace ebb {
namespace {

const Block& block_of(const Simulation& sim, SwitchId s) { return sim.blocks()[sim.model().block_of[s]]; }

/// The input lane on which the head of `lane` waits in the end, or no_lane when it may still move by itself.
constexpr std::size_t no_lane = ~std::size_t{0};

std::size_t waits_for(const Simulation& sim, const std::vector<std::int64_t>& noted, std::size_t lane) {
  const Model& m = sim.model();
  const Network& net = m.network;
  const std::size_t port = lane / m.vcs;
  const auto vc = static_cast<unsigned>(lane % m.vcs);
  if (!(m.rest[port].blocked_mask >> vc & 1)) return no_lane;
  const SwitchId s = net.owner[port];
  const InLane& in = m.in[lane];
  const std::size_t out = net.first_port[s] + in.hop_port;
  const OutLane& queue = m.out_lanes[m.lane(out, in.hop_vc)];
  const Pool<Packet>& pool = block_of(sim, s).standing;
  if (queue.head == no_id || m.out[out].peer_port == no_port) return no_lane;
  if (queue.waiting + pool[in.head].size <= m.switches.output_queue.v)
    return no_lane;  // the wire will make room
  const std::size_t next = m.lane(net.peer[out], in.hop_vc);
  const std::int64_t pending = static_cast<std::int32_t>(m.in[next].returned() - queue.taken) + noted[next];
  if (m.credit(out, in.hop_vc) + pending >= pool[queue.head].size) return no_lane;
  return next;
}

std::string name_of(const Simulation& sim, std::size_t lane) {
  const Model& m = sim.model();
  const auto port = static_cast<PortId>(lane / m.vcs);
  const PortId from = m.network.peer[port];
  const SwitchId to = m.network.owner[port];
  if (m.network.is_host_port(from)) return fmt::format("host {} -> switch {}", m.network.host_at(from), to);
  return fmt::format("switch {} -> switch {} ({}), vc {}", m.network.owner[from], to,
                     m.network.link(port).name, lane % m.vcs);
}

/// Credits on their way that did not fit their log, by the input lane that freed them.
std::vector<std::int64_t> credits_in_notes(const Simulation& sim) {
  const Model& m = sim.model();
  std::vector<std::int64_t> noted(m.in.size(), 0);
  for (const auto& part : sim.parts())
    part->calendar().for_each_note(
        [&](Kind kind, SwitchId group, std::uint16_t port, unsigned vc, std::uint32_t bytes) {
          if (kind == Kind::credit)
            noted[m.lane(m.network.peer[m.network.first_port[group] + port], vc)] += bytes;
        });
  return noted;
}

}  // namespace

std::vector<std::string> find_deadlock(const Simulation& sim) {
  const std::vector<std::int64_t> noted = credits_in_notes(sim);
  const std::size_t lanes = sim.model().in.size();
  std::vector<std::uint32_t> seen(lanes, 0);  // the walk that came by, counted from 1
  std::uint32_t walk = 0;
  for (std::size_t start = 0; start < lanes; ++start) {
    if (seen[start]) continue;
    ++walk;
    std::size_t lane = start;
    while (lane != no_lane && !seen[lane]) seen[lane] = walk, lane = waits_for(sim, noted, lane);
    if (lane == no_lane || seen[lane] != walk) continue;
    std::vector<std::string> circle;
    for (std::size_t i = lane; circle.empty() || i != lane; i = waits_for(sim, noted, i))
      circle.push_back(name_of(sim, i));
    return circle;
  }
  return {};
}

}  // namespace ebb
