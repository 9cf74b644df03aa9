// A train is written into the log of the one that will take it: of an input lane, or of the credits of a
// virtual channel. Executors call this, as they know who else may be at the log.
#pragma once

#include "engine/model/executor_verbs.hpp"

namespace ebb::inline engine {

/// Returns what the train of a note adds to.
inline FlitSupply& supply_of(NetworkState& state, const TimedEvent& timed_event) {
  const PortId port = state.network.first_port[timed_event.switch_id] + timed_event.port;
  const std::size_t lane = state.lane(port, timed_event.detail);
  return timed_event.kind == Kind::flits ? state.worms.lanes[lane].flits : state.worms.outs[lane].credits;
}

/// Enters a train into its log. Where it does not fit it goes as a note, which `make()` gives. Who waits is
/// told, by a note without flits. Nobody asks the log about times before `past` any more.
template <class Context, class Make>
[[gnu::always_inline]] inline void enter_burst(Context& context, BurstLog& log, const FlitBurst& burst,
                                               std::int64_t past, const Make& make) {
  if (!log.add(burst, past)) [[unlikely]]
    return context.schedule(make());
  if (!log.wanted) return;
  log.wanted = 0;
  TimedEvent told = make();
  told.amount = 0;
  context.schedule(told);
}

}  // namespace ebb::inline engine
