#include "engine/run/deadlock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace ebb::inline engine {
namespace {

/// The head of one input lane waits for the head of another.
struct Wait {
  std::uint64_t lane = 0, next = 0;
};

/// Credits on their way that did not fit their log, by the input lane that freed them.
using Noted = std::unordered_map<std::size_t, std::int64_t>;

constexpr std::size_t no_lane = ~std::size_t{0};

/// Returns the input lane on which the head of a blocked lane waits in the end, or no_lane when it may still
/// move by itself. The rank that has the lane knows all of this.
std::size_t waits_for(const Simulation& sim, const Noted& noted, std::size_t lane) {
  const NetworkState& m = sim.state();
  const Network& net = m.network;
  const SwitchId s = net.owner[lane / m.vcs];
  const InLane& in = m.in[lane];
  const auto out = static_cast<PortId>(net.first_port[s] + in.hop_port);
  const OutLane& queue = m.out_lanes[m.lane(out, in.hop_vc)];
  const Pool<Packet>& pool = sim.executor().standing(s);
  if (queue.head == no_id || m.out[out].peer_port == no_port) return no_lane;
  if (queue.waiting + pool[in.head].size <= m.switches.output_queue.v)
    return no_lane;  // the wire will make room
  const std::size_t next = m.lane(net.peer[out], in.hop_vc);
  const CreditLog& log = m.here(m.out[out].peer_switch) ? m.in[next].log : m.far_log(out, in.hop_vc);
  const auto on_the_way = noted.find(next);
  const std::int64_t pending = static_cast<std::int32_t>(log.returned() - queue.taken) +
                               (on_the_way == noted.end() ? 0 : on_the_way->second);
  if (m.credit(out, in.hop_vc) + pending >= pool[queue.head].size) return no_lane;
  return next;
}

std::string name_of(const Simulation& sim, std::size_t lane) {
  const NetworkState& m = sim.state();
  const auto port = static_cast<PortId>(lane / m.vcs);
  const PortId from = m.network.peer[port];
  const SwitchId to = m.network.owner[port];
  if (m.network.is_host_port(from)) return fmt::format("host {} -> switch {}", m.network.host_at(from), to);
  return fmt::format("switch {} -> switch {} ({}), vc {}", m.network.owner[from], to,
                     m.network.link(port).name, lane % m.vcs);
}

Noted credits_in_notes(const Simulation& sim) {
  const NetworkState& m = sim.state();
  Noted noted;
  sim.executor().for_each_note([&](const Note& note) {
    if (note.kind == Kind::credit)
      noted[m.lane(m.network.peer[m.network.first_port[note.switch_id] + note.port], note.detail)] +=
          note.amount;
  });
  return noted;
}

/// Returns the waits of this rank, by lane. Most of the time few heads wait for room, if any, and the rest of
/// this file has nothing to do.
std::vector<Wait> waits_here(const Simulation& sim) {
  const NetworkState& m = sim.state();
  std::vector<std::size_t> blocked;
  for (const SwitchRange& range : m.own)
    for (PortId p = m.network.first_port[range.first]; p < m.network.first_port[range.end]; ++p)
      for (unsigned mask = m.cold[p].blocked_mask; mask; mask &= mask - 1)
        blocked.push_back(m.lane(p, static_cast<unsigned>(std::countr_zero(mask))));
  std::vector<Wait> waits;
  if (blocked.empty()) return waits;
  const Noted noted = credits_in_notes(sim);
  for (const std::size_t lane : blocked)
    if (const std::size_t next = waits_for(sim, noted, lane); next != no_lane) waits.push_back({lane, next});
  return waits;
}

std::vector<Wait> all_waits(const Simulation& sim) {
  ByteBuffer mine;
  ByteWriter(mine).put_list(waits_here(sim));
  std::vector<Wait> all;
  for (const ByteBuffer& bytes : tell_all(sim.exchange(), mine)) {
    const std::vector<Wait> some = ByteReader(bytes).take_list<Wait>();
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end(), [](const Wait& a, const Wait& b) { return a.lane < b.lane; });
  return all;
}

}  // namespace

std::vector<std::string> find_deadlock(const Simulation& sim) {
  const std::vector<Wait> waits = all_waits(sim);
  const auto find = [&waits](std::uint64_t lane) {
    const auto at = std::lower_bound(waits.begin(), waits.end(), lane,
                                     [](const Wait& w, std::uint64_t l) { return w.lane < l; });
    return at != waits.end() && at->lane == lane ? static_cast<std::size_t>(at - waits.begin()) : no_lane;
  };
  std::vector<std::size_t> seen(waits.size(), 0);  // the walk that came by, counted from 1
  for (std::size_t start = 0; start < waits.size(); ++start) {
    const std::size_t walk = start + 1;
    std::size_t i = start;
    while (i != no_lane && !seen[i]) seen[i] = walk, i = find(waits[i].next);
    if (i == no_lane || seen[i] != walk) continue;
    std::vector<std::string> circle;
    for (std::size_t j = i; circle.empty() || j != i; j = find(waits[j].next))
      circle.push_back(name_of(sim, waits[j].lane));
    return circle;
  }
  return {};
}

}  // namespace ebb::inline engine
