#include "engine/run/lane_results.hpp"

#include "network/network.hpp"

namespace ebb::inline engine {
namespace {

/// Messages past their deadline that are not completely sent.
struct Overdue {
  std::uint64_t count = 0, sum = 0, most = 0;

  void add(std::int64_t late) {
    if (late <= 0) return;
    ++count, sum += static_cast<std::uint64_t>(late);
    most = std::max(most, static_cast<std::uint64_t>(late));
  }
};

void add_queue(const PoolEntries<QueuedMessage>& messages, std::uint32_t head, std::int64_t due_before,
               Overdue& overdue) {
  for (std::uint32_t i = head; i != no_id; i = messages.next(i))
    if (messages[i].tag != no_deadline) overdue.add(due_before - messages[i].born);
}

Overdue overdue_here(const Simulation& sim) {
  sim.gather_state();
  const NetworkState& m = sim.state();
  const std::int64_t due_before = sim.now().v - m.deadline;
  Overdue overdue;
  for (HostId h = 0; h < m.network.hosts; ++h) {
    if (!m.here(m.place[h].at)) continue;
    const PoolEntries<QueuedMessage> messages = sim.executor().messages(m.place[h].at);
    add_queue(messages, m.host[h].queue_head, due_before, overdue);
    if (!m.worms.vls.in_use()) continue;
    for (unsigned vl = 0; vl < m.worms.vls.count; ++vl)
      add_queue(messages, m.worms.queue_of(h, vl).head, due_before, overdue);
  }
  return overdue;
}

}  // namespace

std::vector<LaneResult> lane_results(const Simulation& sim, const Counters& counters) {
  const VirtualLanes& vls = sim.state().worms.vls;
  std::vector<LaneResult> lanes(vls.in_use() ? vls.count : 0);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const LaneCounts& counts = counters.lanes[i];
    const double packets = std::max(1.0, static_cast<double>(counts.packets));
    lanes[i] = {counts.packets, counts.bytes, static_cast<double>(counts.network_ps) / packets,
                static_cast<double>(counts.packet_ps) / packets};
  }
  return lanes;
}

std::optional<DeadlineResult> deadline_result(const Simulation& sim, const Counters& counters) {
  if (sim.state().deadline == 0) return std::nullopt;
  Overdue all;
  for (const Overdue& other : records_of_all(sim.exchange(), overdue_here(sim)))
    all.count += other.count, all.sum += other.sum, all.most = std::max(all.most, other.most);
  DeadlineResult r{.allowed = {sim.state().deadline},
                   .in_time = counters.deadlines.in_time,
                   .late = counters.deadlines.late,
                   .unfinished = all.count};
  if (r.missed() > 0)
    r.missing_mean_ps =
        static_cast<double>(counters.deadlines.late_ps + all.sum) / static_cast<double>(r.missed());
  r.missing_most = {static_cast<std::int64_t>(std::max(counters.deadlines.most_ps, all.most))};
  return r;
}

}  // namespace ebb::inline engine
