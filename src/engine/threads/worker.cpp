#include "engine/threads/worker.hpp"

#include <unistd.h>

#include <algorithm>
#include <type_traits>

#include "power/control/controller.hpp"

namespace ebb::inline engine {
namespace {

/// Prefetching pays where the state of the network does not fit L2. Where it fills more than half of L2, only
/// what events name is prefetched. Hosts with a transport may have a connection to every other; an eighth of
/// these counts: 64 hosts are slower with prefetching, 512 are faster.
PrefetchDepth prefetching(const NetworkState& state) {
  const std::size_t channel = state.control.settings.policy ? sizeof(ChannelControl) + sizeof(Watch) : 0;
  const std::size_t hosts = state.transport.hosts.size();
  const std::size_t bytes = state.out.size() * (sizeof(OutPort) + channel) +
                            state.in.size() * sizeof(InLane) +
                            hosts * hosts * (sizeof(SendingConnection) + sizeof(ReceivingConnection)) / 8;
#ifdef _SC_LEVEL2_CACHE_SIZE
  const long size = sysconf(_SC_LEVEL2_CACHE_SIZE);
#else
  const long size = 0;
#endif
  const std::size_t cache = size > 0 ? static_cast<std::size_t>(size) : 1u << 20;
  if (bytes > cache) return PrefetchDepth::everything;
  return bytes > cache / 2 ? PrefetchDepth::named : PrefetchDepth::nothing;
}

}  // namespace

Worker::Worker(std::shared_ptr<ThreadContext> context)
    : context_(std::move(context)), prefetch_depth_(prefetching(context_->state)) {}

void Worker::join(const Team& team) {
  std::vector<BlockCursor*> cursors;
  for (const auto& worker : team) cursors.push_back(&worker->cursor());
  for (const auto& worker : team) worker->cursor().join(cursors);
}

void Worker::begin_window() {
  cursor().for_each_filed(
      [this](std::size_t thread, const FiledEvents& filed) { queue().look_up(thread, filed); });
  cursor().rewind();
}

/// A switch without events for a whole turn of the ring has the same entry in all slots.
void Worker::publish(Block& block, std::uint16_t first_published) {
  const NetworkState& state = context_->state;
  PublishedLengths& lengths = context_->published_;
  const std::uint32_t writing = context_->place_.writing, before = lengths.before(writing);
  for (SwitchId s = block.first; s < block.end; ++s) {
    std::uint8_t& rounds = block.unpublished[s - block.first];
    if (rounds == 0) continue;
    const bool sent = rounds < lengths.slots || lengths.readers.empty();
    --rounds;
    const PortId end = state.network.first_port[s + 1];
    for (PortId p = state.network.first_port[s] + first_published; p < end; ++p) {
      const Published entry = published_now(state, p);
      if (!sent && entry != lengths.at(before, p))
        for (const std::uint16_t rank : lengths.readers[lengths.neighbourhood[s]])
          outbox().post_to(rank, PublishedChange{p, entry});
      lengths.at(writing, p) = entry;
    }
  }
}

/// Adds the credit as if the channel's other end had done so in the window that has just ended.
void Worker::add_far_credit(const CreditMessage& c) {
  NetworkState& state = context_->state;
  const PortId channel = state.network.first_port[c.switch_id] + c.port;
  CreditLog& log = state.far_log(channel, c.vc);
  const bool scheduled = log.add(c.due, c.size, queue().start() - state.lookahead);
  if (scheduled && state.control.downstream.in_use())
    state.control.downstream.returned[state.lane(channel, c.vc)] += bytes_by_time(c.size, c.due);
  if (scheduled && !log.wanted) return;
  if (scheduled) log.wanted = 0;
  queue().file(credit_event(c.due, c.switch_id, c.port, c.vc, scheduled ? 0 : c.size));
}

/// Credit logs are scattered in memory. Each is prefetched some credits ahead, and its index earlier still.
void Worker::add_far_credits(const std::vector<CreditMessage>& credits) {
  constexpr std::size_t ahead = 8;
  NetworkState& state = context_->state;
  const auto channel = [&](const CreditMessage& c) { return state.network.first_port[c.switch_id] + c.port; };
  for (std::size_t i = 0; i < credits.size(); ++i) {
    if (i + 2 * ahead < credits.size()) __builtin_prefetch(&state.far_index[channel(credits[i + 2 * ahead])]);
    if (i + ahead < credits.size())
      __builtin_prefetch(&state.far_log(channel(credits[i + ahead]), credits[i + ahead].vc), 1);
    add_far_credit(credits[i]);
  }
}

/// A flit burst enters its log as if the other end had entered it in the window that has just ended.
void Worker::take_far_event(const TimedEvent& timed_event) {
  NetworkState& state = context_->state;
  if (!state.worms.logged || (timed_event.kind != Kind::flits && timed_event.kind != Kind::credit))
    return queue().file(timed_event);
  const auto step = static_cast<std::uint32_t>(state.worms.flit_time[rate_in(timed_event.amount)]);
  enter_burst(*context_, supply_of(state, timed_event).log,
              {timed_event.at, step, flits_in(timed_event.amount)}, queue().start() - state.lookahead,
              [&] { return timed_event; });
}

void Worker::unpack(std::size_t from, ByteReader& in) {
  PublishedLengths& lengths = context_->published_;
  if (lengths.slots) lengths.received[from].begin(lengths, lengths.before(context_->place_.writing));
  const auto take = [&](const auto& record) {
    using Record = std::decay_t<decltype(record)>;
    if constexpr (std::is_same_v<Record, PublishedChange>)
      lengths.received[from].add(lengths, record);
    else if constexpr (std::is_same_v<Record, TimedEvent>)
      take_far_event(record);
    else
      queue().file(record);
  };
  while (!in.empty())
    unpack_messages(in, far_credits_, take,
                    [&](const std::vector<CreditMessage>& all) { add_far_credits(all); });
}

}  // namespace ebb::inline engine
