#include "engine/gpu/gpu_executor.hpp"

#include <algorithm>

#include "engine/gpu/warp_pass.hpp"

namespace ebb::inline engine {
namespace {

/// How far ahead of the clock a rule counts, at most: a full output queue in front of a packet on the slowest
/// cable, and its own way over the wire.
std::int64_t furthest_ahead(const NetworkState& state) {
  std::int64_t most = 0;
  for (std::size_t link = 0; link < state.network.classes.size(); ++link) {
    const std::int64_t bytes = state.switches.output_queue.v + 4 * state.hosts.largest_packet().v;
    most = std::max(most, state.rates[link * state.level_count].long_time(bytes) + state.delay[link]);
  }
  return 2 * most + state.lookahead;
}

}  // namespace

GpuExecutor::GpuExecutor(NetworkState& state, Picoseconds batch, std::uint64_t windows_of_batch)
    : state_(state),
      view_(packet_state_of(state)),
      feed_(state),
      storage_(state),
      counters_(batch),
      windows_of_batch_(windows_of_batch),
      ahead_(furthest_ahead(state)) {
  feed_.begin();
  queues_ = storage_.view(feed_);
  const WindowSpan span;
  const WarpCountersView warp_counters;
  WarpContext context(view_, queues_, warp_counters, span);
  for (HostId h = 0; h < state.network.hosts; ++h) {
    context.turn_to(state.place[h].at);
    start_host(context, h);
  }
  for (SwitchId s = 0; s < state.network.switches(); ++s) {
    context.turn_to(s);
    queues_.pending_at[s] = end_switch(OneLane{}, context);
    next_at_ = std::min(next_at_, queues_.pending_at[s]);
  }
}

void GpuExecutor::run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) {
  stopped_ = false;
  view_.ahead_until = state_.ahead_until;
  while (next_window() < end) {
    window_ = std::max(window_, next_window());
    stopped_ = stop && stop->load(std::memory_order_relaxed);
    if (stopped_) break;
    run_batch(std::min(end, window_ + windows_of_batch_));
  }
  if (!stopped_) window_ = end;
  gathered_ = false;
  fetch_use();
}

void GpuExecutor::gather_state() {
  if (gathered_) return;
  fetch();
  if (storage_.make_room_to_settle()) {
    queues_ = storage_.view(feed_);
    give();
  }
  settle(static_cast<std::int64_t>(window_) * state_.lookahead);
  gathered_ = true;
}

/// Makes room for a batch.
void GpuExecutor::prepare_queues() {
  fetch_counts();
  if (storage_.is_tight(feed_)) {
    fetch();
    storage_.grow(feed_);
    queues_ = storage_.view(feed_);
    give();
  }
  storage_.restart_feed();
  queues_ = storage_.view(feed_);
}

void GpuExecutor::open_counters(std::int64_t from, std::int64_t until) {
  const std::int64_t length = counters_.batches.length().v;
  warp_counters_.open(from, length, static_cast<std::uint32_t>((until - from + ahead_) / length + 2));
}

/// Runs the windows before `end` in which something happens. A batch that finds a ring or a pool full is run
/// again with a larger one.
void GpuExecutor::run_batch(std::uint64_t end) {
  const std::int64_t until = static_cast<std::int64_t>(end) * state_.lookahead;
  const std::int64_t from = static_cast<std::int64_t>(window_) * state_.lookahead;
  feed_.extend(until);
  for (;;) {
    prepare_queues();
    open_counters(from, until);
    save();
    const std::int64_t next_at = next_at_;
    const unsigned parity = parity_;
    run_windows(until);
    const FullQueue full = storage_.full();
    if (full == FullQueue::none) break;
    restore();
    fetch();
    next_at_ = next_at, parity_ = parity;
    if (full == FullQueue::batch) ahead_ *= 2;
    storage_.enlarge(full);
    queues_ = storage_.view(feed_);
    give();
  }
  warp_counters_.add_to(counters_);
  window_ = end;
}

void EmulatedExecutor::run_windows(std::int64_t until) {
  while (next_at_ < until && storage_.full() == FullQueue::none) {
    const std::int64_t start = static_cast<std::int64_t>(next_window()) * state_.lookahead;
    next_at_ = run_window({start, start + state_.lookahead, parity_});
    parity_ ^= 1;
  }
}

/// Handles a window. Returns when something happens next.
std::int64_t EmulatedExecutor::run_window(const WindowSpan& span) {
  const WarpCountersView warp_counters = warp_counters_.view();
  WarpContext context(view_, queues_, warp_counters, span);
  std::int64_t next = INT64_MAX;
  for (SwitchId s = 0; s < state_.network.switches(); ++s)
    next = std::min(next, is_busy(queues_, s, span) ? handle_switch(OneLane{}, context, *routing_, s)
                                                    : queues_.pending_at[s]);
  return next;
}

/// Enters all credits that have been returned into the logs of their channels, where checks find them.
void GpuExecutor::settle(std::int64_t now) {
  const WindowSpan span{now, now, parity_};
  const WarpCountersView warp_counters = warp_counters_.view();
  WarpContext context(view_, queues_, warp_counters, span);
  for (SwitchId s = 0; s < state_.network.switches(); ++s) {
    context.turn_to(s);
    for (std::uint16_t port = 0; port < state_.network.ports_of(s); ++port)
      for (unsigned vc = 0; vc < state_.vcs; ++vc) {
        const PortId channel = context.channel_at(port), peer = state_.network.peer[channel];
        if (!state_.network.is_host_port(peer))
          context.enter_returned(channel, vc, state_.in[state_.lane(peer, vc)].log);
      }
    queues_.pending_at[s] = end_switch(OneLane{}, context);
    next_at_ = std::min(next_at_, queues_.pending_at[s]);
  }
}

void GpuExecutor::for_each_packet(const EachPacket& visit) const {
  for (const Packet& packet : std::span(queues_.ring.data(), queues_.ring.size()))
    if (packet.at != INT64_MAX) visit(packet, Kind::packet);
}

void GpuExecutor::for_each_timed_event(const EachTimedEvent& visit) const {
  for (SwitchId s = 0; s < state_.network.switches(); ++s)
    for (std::uint32_t i = 0; i < queues_.event_count[s]; ++i) {
      const PendingEvent& event = queues_.events[std::size_t{s} * queues_.sizes.events + i];
      visit({event.at, s, event.port, event.kind, event.detail, event.amount});
    }
}

PoolEntries<Packet> GpuExecutor::queued_packets(SwitchId s) const {
  const std::size_t first = std::size_t{s} * queues_.sizes.pool;
  return {&queues_.packets[first], &queues_.packet_links[first]};
}

PoolEntries<QueuedMessage> GpuExecutor::messages(SwitchId s) const {
  const std::size_t first = std::size_t{s} * queues_.sizes.messages;
  return {&queues_.messages[first], &queues_.message_links[first]};
}

}  // namespace ebb::inline engine
