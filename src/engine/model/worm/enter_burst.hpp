// Writes a burst into the log of its receiver: of an input lane, or of the credits of a virtual channel.
// Executors call this, because they know which threads may access the log.
#pragma once

#include "engine/model/executor_verbs.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

/// Returns what the burst of an event adds to.
inline FlitSupply& supply_of(NetworkState& state, const TimedEvent& timed_event) {
  const PortId port = state.network.first_port[timed_event.switch_id] + timed_event.port;
  const std::size_t lane = state.lane(port, timed_event.detail);
  return timed_event.kind == Kind::flits ? state.worms.lanes[lane].flits : state.worms.outs[lane].credits;
}

/// Enters a burst into its log. Where it does not fit it goes as an event, which `make()` returns. A receiver
/// that waits is notified, by an event without flits. No time before `past` is read from the log any more.
template <class Context, class Make>
[[gnu::always_inline]] inline void enter_burst(Context& context, BurstLog& log, const FlitBurst& burst,
                                               std::int64_t past, const Make& make) {
  if (!log.add(burst, past)) [[unlikely]]
    return context.schedule(make());
  if (!log.wanted) return;
  log.wanted = 0;
  TimedEvent event = make();
  event.amount = 0;
  context.schedule(event);
}

}  // namespace ebb::inline engine
