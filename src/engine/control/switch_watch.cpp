#include "engine/control/switch_watch.hpp"

#include "base/bytes.hpp"

namespace ebb::inline engine {
namespace {

/// Returns the bytes that have passed a channel. What is booked beyond now does not count yet.
std::int64_t bytes_up_to(const NetworkState& m, PortId c, std::int64_t now) {
  const OutPort& out = m.out[c];
  const std::int64_t old = m.busy_at_old_rate(c, now), ahead = m.busy_ahead(c, now) - old;
  const WireRate& before = m.rates[out.link * m.level_count + m.control.channels[c].meter.before];
  return static_cast<std::int64_t>(out.bytes) - m.rates[out.rate].bytes(ahead) - before.bytes(old);
}

/// Returns what this rank sees of the cables of switches that may sleep: the channels that leave its
/// switches.
std::vector<std::int64_t> seen_here(const NetworkState& m, std::int64_t now) {
  const SwitchPlan& plan = m.control.switch_plan;
  std::vector<std::int64_t> seen(plan.numbers());
  const auto look = [&](PortId c, SwitchId member, SwitchId neighbour, bool to) {
    seen[to ? plan.bytes_to(member, neighbour) : plan.bytes_from(member, neighbour)] +=
        bytes_up_to(m, c, now);
    if (m.control.channels[c].meter.since > now) return;  // in transition
    ++seen[m.level_of(c) == 0 ? plan.ends_off(member) : plan.ends_on(member)];
  };
  for (const SwitchRange& range : m.own)
    for (PortId c = m.network.first_port[range.first]; c < m.network.first_port[range.end]; ++c) {
      const PortId peer = m.network.peer[c];
      if (m.network.is_host_port(peer)) continue;
      const SwitchId from = m.network.owner[c], to = m.network.owner[peer];
      if (plan.is_member(to))
        look(c, to, from, true);
      else if (plan.is_member(from))
        look(c, from, to, false);
    }
  return seen;
}

}  // namespace

void close_switch_plan(NetworkState& m, std::int64_t now, Exchange* exchange) {
  SwitchPlan& plan = m.control.switch_plan;
  if (!plan.is_due({now})) return;
  std::vector<std::int64_t> seen = seen_here(m, now);
  if (exchange && exchange->ranks() > 1) {
    ByteBuffer mine;
    ByteWriter(mine).put_list(seen);
    std::fill(seen.begin(), seen.end(), 0);
    for (const ByteBuffer& bytes : gather_all(*exchange, mine)) {
      const auto other = ByteReader(bytes).take_list<std::int64_t>();
      for (std::size_t i = 0; i < seen.size(); ++i) seen[i] += other[i];
    }
  }
  plan.close({now}, seen);
}

}  // namespace ebb::inline engine
