#include "engine/run/check/deadlock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/bytes.hpp"
#include "engine/run/check/worm_waits.hpp"
#include "network/names.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {
namespace {

/// Credits on their way that did not fit into their log, by the input lane that freed them.
using Scheduled = std::unordered_map<std::size_t, std::int64_t>;

constexpr std::size_t no_lane = ~std::size_t{0};

/// Returns the input lane that must drain before the head of a blocked lane can move, or no_lane when the
/// head may still move by itself. The rank that has the lane knows all of this.
std::size_t waits_for(const Simulation& sim, const Scheduled& scheduled, std::size_t lane) {
  const NetworkState& m = sim.state();
  const Network& net = m.network;
  const SwitchId s = net.owner[lane / m.vcs];
  const InLane& in = m.in[lane];
  const auto out = static_cast<PortId>(net.first_port[s] + in.hop_port);
  const OutLane& queue = m.out_lanes[m.lane(out, in.hop_vc)];
  const PoolEntries<Packet> pool = sim.executor().queued_packets(s);
  if (queue.head == no_id || m.out[out].peer_port == no_port) return no_lane;
  if (queue.waiting + pool[in.head].size <= m.switches.output_queue.v)
    return no_lane;  // the wire will free queue space
  const std::size_t next = m.lane(net.peer[out], in.hop_vc);
  const CreditLog& log = m.here(m.out[out].peer_switch) ? m.in[next].log : m.far_log(out, in.hop_vc);
  const auto on_the_way = scheduled.find(next);
  const std::int64_t pending = static_cast<std::int32_t>(log.returned() - queue.taken) +
                               (on_the_way == scheduled.end() ? 0 : on_the_way->second);
  if (m.credit(out, in.hop_vc) + pending >= pool[queue.head].size) return no_lane;
  return next;
}

/// Channels and virtual channels to which an XON frame is on its way.
using Freed = std::unordered_set<std::size_t>;

Freed lanes_to_go_on(const Simulation& sim) {
  const NetworkState& m = sim.state();
  Freed freed;
  sim.executor().for_each_timed_event([&](const TimedEvent& timed_event) {
    if (timed_event.kind != Kind::pause || (timed_event.detail & AboutChannel::of_host)) return;
    for (unsigned vc = 0; vc < m.vcs; ++vc)
      if (!(timed_event.amount >> vc & 1))
        freed.insert(m.lane(m.network.first_port[timed_event.switch_id] + timed_event.port, vc));
  });
  return freed;
}

/// True when a buffer keeps the other end paused as long as its head does not move.
bool stays_full(const NetworkState& m, std::size_t lane) {
  const std::size_t port = lane / m.vcs;
  return (m.ethernet.pausing[port].full_mask >> lane % m.vcs & 1) &&
         m.ethernet.occupancies[lane].after_last() > m.ethernet.limits[m.out[port].link].xon;
}

/// With pauses: adds the input lanes that must drain before the head of a blocked lane can move. With 802.3x
/// these are all full lanes of the port at the other end. Only that port's rank knows which are full, so all
/// are added here. Those that are not full have no waits of their own, and end the search.
void add_paused_waits(const Simulation& sim, const Freed& freed, std::size_t lane, std::vector<Wait>& waits) {
  const NetworkState& m = sim.state();
  const Network& net = m.network;
  const SwitchId s = net.owner[lane / m.vcs];
  const InLane& in = m.in[lane];
  const auto out = static_cast<PortId>(net.first_port[s] + in.hop_port);
  const std::size_t out_lane = m.lane(out, in.hop_vc);
  const OutLane& queue = m.out_lanes[out_lane];
  if (!stays_full(m, lane) || queue.head == no_id || m.out[out].peer_port == no_port) return;
  if (queue.waiting + sim.executor().queued_packets(s)[in.head].size <= m.switches.output_queue.v)
    return;  // the wire will free queue space
  if (!m.ethernet.paused[out_lane].in_force(sim.now().v) || freed.contains(out_lane)) return;
  const bool whole = m.switches.flow.name == FlowControl::pause;
  for (unsigned vc = 0; vc < m.vcs; ++vc)
    if (whole || vc == in.hop_vc) waits.push_back({lane, m.lane(net.peer[out], vc)});
}

std::string name_of(const Simulation& sim, std::size_t lane) {
  const NetworkState& m = sim.state();
  const auto port = static_cast<PortId>(lane / m.vcs);
  const PortId from = m.network.peer[port];
  const SwitchId to = m.network.owner[port];
  const std::string ends =
      fmt::format("{} -> {}", name_of_owner(m.network, from), name_of_switch(m.network, to));
  const LaneSettings& lanes = m.switches.lanes;
  const auto in_lane = static_cast<unsigned>(m.vcs / lanes.count), vc = static_cast<unsigned>(lane % m.vcs);
  const std::string of_lane = lanes.in_use() ? fmt::format(", lane {}", vc / in_lane) : "";
  if (m.network.is_host_port(from)) return ends + of_lane;
  return fmt::format("{} ({}){}, vc {}", ends, m.network.link(port).name, of_lane, vc % in_lane);
}

Scheduled credits_in_events(const Simulation& sim) {
  const NetworkState& m = sim.state();
  Scheduled scheduled;
  sim.executor().for_each_timed_event([&](const TimedEvent& timed_event) {
    if (timed_event.kind == Kind::credit)
      scheduled[m.lane(m.network.peer[m.network.first_port[timed_event.switch_id] + timed_event.port],
                       timed_event.detail)] += timed_event.amount;
  });
  return scheduled;
}

/// Returns the waits of this rank, by lane. Most of the time few or no heads are blocked, and it returns
/// early.
std::vector<Wait> waits_here(const Simulation& sim) {
  const NetworkState& m = sim.state();
  if (m.worms.in_use()) return worm_waits(sim);
  std::vector<std::size_t> blocked;
  for (const SwitchRange& range : m.own)
    for (PortId p = m.network.first_port[range.first]; p < m.network.first_port[range.end]; ++p)
      for (unsigned mask = m.cold[p].blocked_mask; mask; mask &= mask - 1)
        blocked.push_back(m.lane(p, static_cast<unsigned>(std::countr_zero(mask))));
  std::vector<Wait> waits;
  if (blocked.empty()) return waits;
  sim.gather_state();
  if (m.ethernet.pauses) {
    const Freed freed = lanes_to_go_on(sim);
    for (const std::size_t lane : blocked) add_paused_waits(sim, freed, lane, waits);
    return waits;
  }
  if (m.ethernet.in_use()) return waits;  // packets without buffer space are dropped: none waits
  const Scheduled scheduled = credits_in_events(sim);
  for (const std::size_t lane : blocked)
    if (const std::size_t next = waits_for(sim, scheduled, lane); next != no_lane)
      waits.push_back({lane, next});
  return waits;
}

std::vector<Wait> all_waits(const Simulation& sim) {
  ByteBuffer mine;
  ByteWriter(mine).put_list(waits_here(sim));
  std::vector<Wait> all;
  for (const ByteBuffer& bytes : gather_all(sim.exchange(), mine)) {
    const std::vector<Wait> some = ByteReader(bytes).take_list<Wait>();
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end(),
            [](const Wait& a, const Wait& b) { return std::tie(a.lane, a.next) < std::tie(b.lane, b.next); });
  return all;
}

/// A depth-first search along waits for a cycle.
class CycleSearch {
 public:
  /// The waits are sorted by lane. With pauses a lane may wait for several.
  explicit CycleSearch(const std::vector<Wait>& waits) : waits_(waits), seen_(waits.size(), Seen::never) {}

  /// Returns the lanes of a cycle, or none.
  std::vector<std::uint64_t> find() {
    for (std::size_t start = 0; start < waits_.size(); ++start)
      if (auto cycle = from(start); !cycle.empty()) return cycle;
    return {};
  }

 private:
  enum class Seen : std::uint8_t { never, on_the_way, done };

  std::vector<std::uint64_t> from(std::size_t start) {
    if (seen_[start] != Seen::never) return {};
    std::vector<std::size_t> way{start};
    seen_[start] = Seen::on_the_way;
    while (!way.empty()) {
      const std::size_t next = first_not_done(waits_[way.back()].next);
      if (next == waits_.size()) {
        seen_[way.back()] = Seen::done;
        way.pop_back();
      } else if (seen_[next] == Seen::on_the_way) {
        return lanes_from(std::find(way.begin(), way.end(), next), way.end());
      } else {
        seen_[next] = Seen::on_the_way;
        way.push_back(next);
      }
    }
    return {};
  }
  /// Returns a wait of this lane whose search is not complete, or the number of waits.
  std::size_t first_not_done(std::uint64_t lane) const {
    auto at = std::lower_bound(waits_.begin(), waits_.end(), lane,
                               [](const Wait& w, std::uint64_t l) { return w.lane < l; });
    for (; at != waits_.end() && at->lane == lane; ++at)
      if (const auto i = static_cast<std::size_t>(at - waits_.begin()); seen_[i] != Seen::done) return i;
    return waits_.size();
  }
  template <class Iterator>
  std::vector<std::uint64_t> lanes_from(Iterator first, Iterator last) const {
    std::vector<std::uint64_t> lanes;
    for (; first != last; ++first) lanes.push_back(waits_[*first].lane);
    return lanes;
  }

  const std::vector<Wait>& waits_;
  std::vector<Seen> seen_;
};

}  // namespace

std::vector<std::string> find_deadlock(const Simulation& sim) {
  const std::vector<Wait> waits = all_waits(sim);
  std::vector<std::string> cycle;
  for (const std::uint64_t lane : CycleSearch(waits).find()) cycle.push_back(name_of(sim, lane));
  return cycle;
}

}  // namespace ebb::inline engine
