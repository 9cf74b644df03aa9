#include "engine/gpu/gpu_executor.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "engine/dispatch.hpp"
#include "engine/gpu/array_pairs.hpp"
#include "engine/gpu/event_keys.hpp"

namespace ebb::inline engine {
namespace {

/// In a batch of windows. Longer ones need more memory for messages, shorter ones more stops.
constexpr std::uint64_t windows_of_batch = 256;
/// The same where the warps sample the messages. The first batches are short: they find out how large queues
/// must be.
constexpr std::uint64_t first_windows = 32, windows_without_feed = 1024;
/// After so many windows the host looks whether nothing more happens in the batch.
constexpr std::int64_t windows_at_once = 1024;

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

GpuExecutor::GpuExecutor(NetworkState& state, Picoseconds batch, std::unique_ptr<WarpMachine> machine)
    : state_(state),
      machine_(std::move(machine)),
      arrays_(*machine_),
      view_(packet_state_of(state)),
      there_(view_),
      feed_(state, !view_.sampler.in_use()),
      storage_(state),
      feed_buffer_(*machine_),
      before_batch_(*machine_),
      clock_there_(static_cast<WindowClock*>(machine_->allocate(sizeof(WindowClock)))),
      counters_(batch),
      next_windows_(first_windows),
      ahead_(furthest_ahead(state)) {
  ENSURE(state.lookahead <= EventKey::longest_window);
  clock_.span = WindowSpan::before_first(state.lookahead);
  feed_.begin();
  queues_ = storage_.view(feed_);
  start_hosts();
  const auto put = [this](auto& here, auto& there) { arrays_.put(here, there); };
  for_each_fixed(view_, there_, put);
  for_each_changing(view_, there_, put);
  for_each_queue(queues_, queues_there_, put);
  queues_there_.sizes = queues_.sizes;
  queues_there_.words = queues_.words, queues_there_.switches = queues_.switches;
}

/// Before the first window nothing is due in the window at hand.
void GpuExecutor::start_hosts() {
  const WarpCountersView none;
  WarpContext context(view_, queues_, none, clock_.span, {}, {});
  for (HostId h = 0; h < state_.network.hosts; ++h) {
    context.turn_to(state_.place[h].at);
    start_host(context, h);
  }
  set_coming(clock_, context.coming());
}

void GpuExecutor::run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) {
  stopped_ = false, gathered_ = false;
  there_.ahead_until = state_.ahead_until;
  const auto next_window = [this] { return static_cast<std::uint64_t>(clock_.next_at / state_.lookahead); };
  while (next_window() < end) {
    window_ = std::max(window_, next_window());
    stopped_ = stop && stop->load(std::memory_order_relaxed);
    const auto sampled = static_cast<std::uint64_t>(feed_.sampled_until() / state_.lookahead);
    if (stopped_ && sampled == 0) break;
    if (sampled > 0 && sampled <= window_) {  // no host has a message before
      feed_.extend(feed_.sampled_until());
      continue;
    }
    const std::uint64_t windows = feed_.in_use() ? windows_of_batch : next_windows_;
    run_batch(sampled > 0 ? sampled : std::min(end, window_ + windows), stopped_ ? 0 : end);
  }
  if (!stopped_) window_ = end;
  for_each_use(view_, there_, [this](auto& here, auto& there) { arrays_.get(here, there); });
}

/// Runs the windows before `end` in which something happens. A batch that finds a ring or a pool full is run
/// again from its start, with a larger one. The messages of the batch that follows are sampled meanwhile, if
/// it begins before `last`.
void GpuExecutor::run_batch(std::uint64_t end, std::uint64_t last) {
  const std::int64_t until = static_cast<std::int64_t>(end) * state_.lookahead;
  const std::int64_t from = static_cast<std::int64_t>(window_) * state_.lookahead;
  feed_.extend(until);
  save(false);
  for (;;) {
    give_feed();
    if (end < last && feed_.sampled_until() == 0)
      feed_.sample_ahead(static_cast<std::int64_t>(std::min(last, end + windows_of_batch)) *
                         state_.lookahead);
    open_counters(from, until);
    const FullQueue full = run_windows(until);
    if (full == FullQueue::none) break;
    save(true);
    enlarge(full);
    save(false);
  }
  next_windows_ = std::min(2 * next_windows_, windows_without_feed);
  fetch_counters();
  warp_counters_.add_to(counters_);
  window_ = end;
}

/// Returns the queue that was full, or none: then all windows of the batch are done.
FullQueue GpuExecutor::run_windows(std::int64_t until) {
  WindowClock clock = clock_;
  clock.until = until;
  begin_window(clock, counters_there_, 0);
  machine_->write(clock_there_, &clock, sizeof clock);
  const WarpRun run{there_, queues_there_, counters_there_, clock_there_};
  while (!clock.over) clock = machine_->run(run, windows_at_once);
  arrays_.get(queues_.full, queues_there_.full);
  const FullQueue full = storage_.full();
  if (full == FullQueue::none) clock_ = clock;
  return full;
}

/// The messages of a batch, one array after the other.
void GpuExecutor::give_feed() {
  if (!feed_.in_use()) return;
  storage_.restart_feed();
  queues_ = storage_.view(feed_);
  const std::size_t taken = MachineArrays::bytes_of(queues_.feed_taken);
  const std::size_t first = MachineArrays::bytes_of(queues_.feed_first);
  const std::size_t messages = MachineArrays::bytes_of(queues_.feed);
  auto* at = static_cast<std::byte*>(feed_buffer_.with_room(messages + first + taken));
  machine_->write(at, queues_.feed.data(), messages);
  queues_there_.feed = {reinterpret_cast<const Message*>(at), queues_.feed.size()};
  machine_->write(at += messages, queues_.feed_first.data(), first);
  queues_there_.feed_first = {reinterpret_cast<const std::uint32_t*>(at), queues_.feed_first.size()};
  machine_->clear(at += first, taken);
  queues_there_.feed_taken = {reinterpret_cast<std::uint32_t*>(at), queues_.feed_taken.size()};
}

void GpuExecutor::open_counters(std::int64_t from, std::int64_t until) {
  const std::int64_t length = counters_.batches.length().v;
  warp_counters_.open(from, length, static_cast<std::uint32_t>((until - from + ahead_) / length + 2));
  WarpCountersView here = warp_counters_.view();
  std::size_t next = 0;
  const auto place = [&]<class T>(const ArrayView<T>& array, ArrayView<T>& there) {
    if (next == counter_buffers_.size()) counter_buffers_.emplace_back(*machine_);
    void* memory = counter_buffers_[next++].with_room(MachineArrays::bytes_of(array));
    there = {static_cast<T*>(memory), array.size()};
  };
  counters_there_ = here;
  for_each_sum(here, counters_there_, [&](auto& array, auto& there) {
    place(array, there);
    machine_->clear(there.data(), MachineArrays::bytes_of(there));
  });
  for_each_extreme(here, counters_there_, [&](auto& array, auto& there) {
    place(array, there);
    machine_->write(there.data(), array.data(), MachineArrays::bytes_of(array));
  });
}

void GpuExecutor::fetch_counters() {
  WarpCountersView here = warp_counters_.view();
  const auto get = [this](auto& array, auto& there) { arrays_.get(array, there); };
  for_each_sum(here, counters_there_, get);
  for_each_extreme(here, counters_there_, get);
}

/// Keeps what a batch changes, or brings it back.
void GpuExecutor::save(bool bring_back) {
  before_batch_.begin();
  const auto keep = [&](auto& array, auto&) {
    bring_back ? before_batch_.bring_back(array) : before_batch_.take(array);
  };
  for_each_changing(there_, there_, keep);
  for_each_queue(queues_there_, queues_there_, keep);
}

/// Doubles a queue. Its content passes through this machine, which happens a few times in a run.
void GpuExecutor::enlarge(FullQueue full) {
  if (full == FullQueue::batch) return void(ahead_ *= 2);
  if (full == FullQueue::calendar) return void(clock_.span.backlogged = true);
  const auto get = [this](auto& here, auto& there) { arrays_.get(here, there); };
  for_each_count(queues_, queues_there_, get);
  for_each_entry(full, queues_, queues_there_, get);
  storage_.enlarge(full);
  queues_ = storage_.view(feed_);
  for_each_entry(full, queues_, queues_there_, [this](auto& here, auto& there) { arrays_.put(here, there); });
  queues_there_.sizes = queues_.sizes;
}

void GpuExecutor::gather_state() {
  if (gathered_) return;
  const auto get = [this](auto& here, auto& there) { arrays_.get(here, there); };
  for_each_changing(view_, there_, get);
  for_each_queue(queues_, queues_there_, get);
  settle();
  gathered_ = true;
}

/// Enters all credits that have been returned into the logs of their channels, where checks find them.
void GpuExecutor::settle() {
  for (PortId port = 0; port < state_.network.switch_ports(); ++port) {
    if (state_.network.is_host_port(state_.network.peer[port])) continue;
    for (unsigned vc = 0; vc < state_.vcs; ++vc) {
      const std::size_t lane = state_.lane(port, vc);
      state_.in[lane].log.counted = queues_.returned[lane * (1 + queues_.sizes.credits)].sum;
    }
  }
}

void GpuExecutor::for_each_packet(const EachPacket& visit) const {
  for (SwitchId s = 0; s < state_.network.switches(); ++s)
    for (PortId port = state_.network.first_port[s]; port < state_.network.first_port[s + 1]; ++port) {
      const PortEnds& ends = queues_.ends[port];
      for (std::uint32_t number = ends.head; number != queues_.ends[ends.peer].tail; ++number)
        visit(ring_place(queues_, port, number).packet_at(s), Kind::packet);
    }
}

template <class Visit>
void GpuExecutor::for_each_event(Visit&& visit) const {
  for (SwitchId s = 0; s < state_.network.switches(); ++s)
    for (unsigned page = 0; page < calendar_pages; ++page)
      for (std::uint32_t i = event_list(queues_, page, s); i != no_id;) {
        const PendingEvent& event = queues_.events[std::size_t{s} * queues_.sizes.events + i];
        visit(TimedEvent{event.at, s, event.port, event.kind, event.detail, event.amount});
        i = event.next;
      }
}

void GpuExecutor::for_each_timed_event(const EachTimedEvent& visit) const {
  for_each_event([&](const TimedEvent& event) {
    if (event.kind != Kind::notification) visit(event);
  });
}

bool GpuExecutor::has_notifications() const {
  bool any = false;
  for (std::size_t i = 0; i < queues_.posted_count.size(); ++i) any = any || queues_.posted_count[i] != 0;
  for_each_event([&](const TimedEvent& event) { any = any || event.kind == Kind::notification; });
  return any;
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
