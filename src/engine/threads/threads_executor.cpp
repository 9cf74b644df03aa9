#include "engine/threads/threads_executor.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

#include "engine/control/switch_watch.hpp"
#include "engine/threads/barrier.hpp"
#include "engine/threads/rules_compiled.hpp"

namespace ebb::inline engine {
namespace {

/// Enough blocks that a thread that is done early finds another one, and few enough that each holds
/// sufficient switches to prefetch across. (A single thread is fastest with a single block.)
constexpr std::size_t few_blocks = 8, many_blocks = 32;      // per thread
constexpr std::size_t few_switches = 4, many_switches = 32;  // per block

std::size_t block_count(const ThreadsSetup& s, std::size_t switches) {
  std::size_t wanted = s.blocks;
  if (wanted == 0 && s.threads > 1)
    wanted = std::max({s.threads, std::min(s.threads * few_blocks, switches / few_switches),
                       std::min(s.threads * many_blocks, switches / many_switches)});
  return std::clamp<std::size_t>(wanted, 1, std::min<std::size_t>(switches, 65'535));
}

/// Files the first policy evaluations and messages of the thread's own switches and hosts.
template <class Context>
void start_own(Worker& worker, Context& context) {
  const SwitchId first = worker.cursor().first(), end = worker.cursor().end();
  for (SwitchId s = first; s < end; ++s)
    if (!worker.outbox().is_far(s)) start_switch(context, s);
  for (HostId h = 0; h < context.state.network.hosts; ++h) {
    const SwitchId s = context.state.place[h].at;
    if (s >= first && s < end && !worker.outbox().is_far(s)) start_host(context, h);
  }
}

}  // namespace

ThreadsExecutor::ThreadsExecutor(NetworkState& state, Exchange& exchange, const ThreadsSetup& s)
    : state_(state),
      exchange_(exchange),
      batch_(s.batch),
      blocks_(make_blocks(state, block_count(s, state.network.switches()))) {
  threads_ = std::clamp<std::size_t>(s.threads, 1, std::max<std::size_t>(1, blocks_.all.size()));
}

template <class W>
void ThreadsExecutor::make_team() {
  for (std::size_t i = 0; i < threads_; ++i) {
    const auto context =
        std::make_shared<ThreadContextWith<W>>(state_, blocks_, published_, i, threads_, batch_);
    team_.push_back(std::make_unique<Worker>(context));
    start_own(*team_.back(), *context);
  }
  Worker::join(team_);
}
template void ThreadsExecutor::make_team<CutThroughCredits>();
template void ThreadsExecutor::make_team<StoreAndForwardCredits>();
template void ThreadsExecutor::make_team<Ethernet>();
template void ThreadsExecutor::make_team<CountedBuffers>();
template void ThreadsExecutor::make_team<WormholeCredits>();

void ThreadsExecutor::open_published(std::optional<Picoseconds> delay,
                                     const std::function<std::uint32_t(SwitchId)>& neighbourhood_of) {
  published_.open(state_.network, delay, state_.switches.pipeline, state_.lookahead);
  if (const Partition& share = state_.share; share.ranks > 1)
    published_.share(share.rank_of, share.rank, share.ranks, neighbourhood_of);
  for (auto& worker : team_) worker->open_published();
  for (Block& block : blocks_.all) block.unpublished.assign(block.end - block.first, 0);
}

void ThreadsExecutor::run_windows_until(std::uint64_t end, const std::atomic<bool>* stop) {
  stopped_ = false;
  if (team_.size() == 1 && exchange_.ranks() == 1)
    run_alone(end, stop);
  else
    run_together(end, stop);
}

void ThreadsExecutor::run_alone(std::uint64_t end, const std::atomic<bool>* stop) {
  Worker& worker = *team_[0];
  for (;;) {
    window_ = std::min(worker.queue().next_window(), end);
    worker.queue().advance_to(window_);
    stopped_ = stop && stop->load(std::memory_order_relaxed);
    if (window_ == end || stopped_) return;
    state_.control.delay_budget.pending.add(worker.take_added_delay());
    if (state_.control.power_budget.in_use()) worker.give_power_bids(state_.control.power_budget.ledger());
    close_budgets(window_);
    worker.collect();
    run_window(worker);
    worker.queue().advance_to(++window_);
  }
}

/// Closes the intervals of budgets before a window begins.
void ThreadsExecutor::close_budgets(std::uint64_t window) {
  ControlState& control = state_.control;
  const std::int64_t start = static_cast<std::int64_t>(window) * state_.lookahead;
  if (control.latency_bound) control.delay_budget.close(start, control.settings.epoch.v);
  if (control.power_budget.in_use()) control.power_budget.close(start, control.settings.epoch.v);
  if (control.switch_plan.in_use()) close_switch_plan(state_, start, &exchange_);
}

/// Precedes each rank's messages to the others.
struct ThreadsExecutor::Greeting {
  std::uint64_t next = 0;  ///< window in which something happens there
  AddedDelay added_delay;
  bool stopped = false;
};

/// Sends the messages to the other ranks, with the next window in which something happens here. Returns the
/// earliest such window of all ranks. `added_delay` becomes the sum over all ranks. All threads are between
/// two windows.
std::uint64_t ThreadsExecutor::agree_on_window(std::uint64_t next, AddedDelay& added_delay) {
  out_.resize(exchange_.ranks());
  std::int64_t earliest = INT64_MAX;
  for (std::size_t r = 0; r < out_.size(); ++r) {
    out_[r].clear();
    ByteWriter out(out_[r]);
    out.put(Greeting{});  // filled in below
    pack_bids(out);
    if (r == exchange_.rank()) continue;
    for (const auto& worker : team_) earliest = std::min(earliest, worker->outbox().pack(r, out));
  }
  if (earliest != INT64_MAX) next = std::min(next, static_cast<std::uint64_t>(earliest / state_.lookahead));
  const Greeting own{next, added_delay, stopped_};
  for (ByteBuffer& out : out_) std::memcpy(out.data(), &own, sizeof own);
  exchange_.round(out_, in_);
  added_delay = {};
  for (const ByteBuffer& in : in_) {
    const auto other = ByteReader(in).take<Greeting>();
    next = std::min(next, other.next);
    stopped_ = stopped_ || other.stopped;
    added_delay.add(other.added_delay);
  }
  return next;
}

/// Follows the greeting where there is a power budget: the changes of this rank's bids since the last window.
void ThreadsExecutor::pack_bids(ByteWriter& out) const {
  if (!state_.control.power_budget.in_use()) return;
  out.put(static_cast<std::uint32_t>(bids_.packed().size()));
  for (const std::int64_t sum : bids_.packed()) out.put(sum);
}

PowerLedger ThreadsExecutor::unpack_bids(ByteReader& in) const {
  PowerLedger bids;
  if (!state_.control.power_budget.in_use()) return bids;
  std::vector<std::int64_t> sums(in.take<std::uint32_t>());
  for (std::int64_t& sum : sums) sum = in.take<std::int64_t>();
  bids.add_packed(sums);
  return bids;
}

/// Adds the changes of all bids to the power budget: of all threads, and of all ranks, whose messages have
/// come.
void ThreadsExecutor::add_bids() {
  if (!state_.control.power_budget.in_use()) return;
  PowerLedger& ledger = state_.control.power_budget.ledger();
  if (exchange_.ranks() == 1) return ledger.add(bids_);
  for (const ByteBuffer& buffer : in_) {
    ByteReader in(buffer);
    in.take<Greeting>();
    ledger.add(unpack_bids(in));
  }
}

/// Unpacks what other ranks have sent; the threads of this rank share the work.
void ThreadsExecutor::unpack_messages(std::size_t self) {
  for (std::size_t r = self; r < in_.size(); r += team_.size()) {
    if (r == exchange_.rank()) continue;
    ByteReader in(in_[r]);
    in.take<Greeting>();
    unpack_bids(in);
    team_[self]->unpack(r, in);
  }
}

/// The threads agree on the next window, each sorts its own events of it, and they share the blocks.
void ThreadsExecutor::run_together(std::uint64_t end, const std::atomic<bool>* stop) {
  std::vector<std::uint64_t> next(team_.size());
  std::uint64_t window = window_;
  const auto agree = [&] {
    window = *std::min_element(next.begin(), next.end());
    stopped_ = stop && stop->load(std::memory_order_relaxed);
    AddedDelay added_delay;
    for (const auto& worker : team_) added_delay.add(worker->take_added_delay());
    bids_.clear();
    for (const auto& worker : team_) worker->give_power_bids(bids_);
    if (exchange_.ranks() > 1) window = agree_on_window(window, added_delay);
    add_bids();
    state_.control.delay_budget.pending.add(added_delay);
    window = std::min(end, window);
    if (window != end && !stopped_) close_budgets(window);
  };
  Barrier barrier(static_cast<std::uint32_t>(team_.size()));
  const auto work = [&](std::size_t self) {
    Worker& worker = *team_[self];
    Barrier::Patience patience;
    for (;;) {
      next[self] = worker.queue().next_window();
      barrier.arrive(patience, agree);
      unpack_messages(self);
      worker.queue().advance_to(window);
      if (window == end || stopped_) return;
      worker.collect();
      barrier.arrive(patience);
      run_window(worker);
      worker.queue().advance_to(window + 1);
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < team_.size(); ++i) others.emplace_back(work, i);
  work(0);
  others.clear();
  in_.clear();
  window_ = window;
}

Counters ThreadsExecutor::counters() const {
  Counters sum(batch_);
  for (const auto& worker : team_) sum.merge(worker->counters());
  return sum;
}

Counts ThreadsExecutor::counts() const {
  Counts sum;
  for (const auto& worker : team_) sum.merge(worker->counters());
  return sum;
}

void ThreadsExecutor::keep_decisions(std::uint64_t room) {
  for (const auto& worker : team_) worker->decisions().open(room);
}

/// One thread takes all decisions of a channel within a window, so sorting brings each channel's into order.
std::vector<DecisionRecord> ThreadsExecutor::take_decisions() {
  if (team_.size() == 1) return team_.front()->decisions().take();
  std::vector<DecisionRecord> all;
  for (const auto& worker : team_) {
    const auto more = worker->decisions().take();
    all.insert(all.end(), more.begin(), more.end());
  }
  sort_decisions(all);
  return all;
}

void ThreadsExecutor::for_each_packet(const EachPacket& visit) const {
  for (const auto& worker : team_) worker->queue().calendar().for_each_packet(visit);
}

void ThreadsExecutor::for_each_timed_event(const EachTimedEvent& visit) const {
  for (const auto& worker : team_) worker->queue().calendar().for_each_timed_event(visit);
}

bool ThreadsExecutor::has_notifications() const {
  bool any = false;
  for (const auto& worker : team_)
    worker->queue().calendar().for_each_notification([&](const DeliveryNotification&) { any = true; });
  return any;
}

}  // namespace ebb::inline engine
