#include "engine/run/flow_result.hpp"

#include <algorithm>
#include <map>

#include "results/dropped_flow.hpp"

namespace ebb::inline engine {
namespace {

/// Counts that need the state of all ranks.
struct Seen {
  std::uint64_t frames = 0, fullest = 0;
};

Seen seen_here(const NetworkState& m) {
  Seen seen;
  for (const SwitchRange& range : m.own)
    for (PortId p = m.network.first_port[range.first]; p < m.network.first_port[range.end]; ++p) {
      if (m.ethernet.pauses) seen.frames += m.ethernet.pausing[p].frames;
      for (unsigned vc = 0; vc < m.vcs; ++vc)
        seen.fullest = std::max<std::uint64_t>(seen.fullest, m.ethernet.occupancies[m.lane(p, vc)].most);
    }
  return seen;
}

/// Adds the dropped packets by flow. The flows that lost most come first.
void add_drops(std::vector<DroppedFlow> flows, FlowResult& r) {
  std::map<std::uint32_t, std::uint64_t> by_source;
  for (const DroppedFlow& flow : flows) by_source[flow.source] += flow.packets;
  r.sources_hit = by_source.size(), r.flows_hit = flows.size();
  for (const auto& [source, packets] : by_source) r.most_of_one = std::max(r.most_of_one, packets);
  r.hit = std::move(flows);
}

}  // namespace

Picoseconds paused_time(const Simulation& sim, PortId channel, unsigned vc) {
  const NetworkState& m = sim.state();
  return {m.ethernet.paused[m.lane(channel, vc)].time_up_to(sim.now().v)};
}

std::vector<std::int64_t> flow_numbers(const Simulation& sim, PortId channel) {
  const NetworkState& m = sim.state();
  std::vector<std::int64_t> numbers;
  if (!m.ethernet.in_use()) return numbers;
  for (unsigned vc = 0; vc < m.vcs; ++vc) numbers.push_back(paused_time(sim, channel, vc).v);
  std::uint64_t frames = 0, dropped = 0;
  if (!m.network.is_host_port(channel)) {
    if (m.ethernet.pauses) frames = m.ethernet.pausing[channel].frames;
    for (unsigned vc = 0; vc < m.vcs; ++vc) dropped += m.ethernet.occupancies[m.lane(channel, vc)].dropped;
  }
  numbers.push_back(static_cast<std::int64_t>(frames));
  numbers.push_back(static_cast<std::int64_t>(dropped));
  return numbers;
}

void set_flow(ChannelResult& result, std::span<const std::int64_t> numbers) {
  if (numbers.empty()) return;
  for (const std::int64_t time : numbers.first(numbers.size() - 2)) result.paused.push_back({time});
  result.frames = static_cast<std::uint64_t>(numbers[numbers.size() - 2]);
  result.dropped = static_cast<std::uint64_t>(numbers.back());
}

std::optional<FlowResult> flow_result(const Simulation& sim, const Counters& counters) {
  const NetworkState& m = sim.state();
  if (!m.ethernet.in_use()) return std::nullopt;
  FlowResult r;
  r.name = name_of(m.switches.flow.name);
  r.pauses = counters.pauses, r.spread_pauses = counters.spread_pauses,
  r.deepest_pause = counters.deepest_pause;
  r.dropped = counters.packets_dropped, r.dropped_payload = counters.payload_dropped;
  r.messages_lost = counters.messages_lost;
  r.buffer = static_cast<std::uint64_t>(m.switches.input_buffer.v);
  r.notifications_sent = counters.notifications_sent,
  r.notifications_received = counters.notifications_received;
  add_drops(counters.drops.sorted(), r);
  for (const Seen& seen : records_of_all(sim.exchange(), seen_here(m)))
    r.frames += seen.frames, r.fullest = std::max(r.fullest, seen.fullest);
  return r;
}

}  // namespace ebb::inline engine
