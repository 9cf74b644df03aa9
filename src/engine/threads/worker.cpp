#include "engine/threads/worker.hpp"

#include <unistd.h>

#include <algorithm>
#include <type_traits>

#include "engine/model/content.hpp"
#include "engine/model/source.hpp"

namespace ebb::inline engine {
namespace {

/// What does not fit the processor's second cache is far enough away to be asked for. Where the state fills
/// more than half of that cache, only what events name is asked for.
PrefetchDepth prefetching(const NetworkState& state) {
  const std::size_t channel = state.control.policy ? sizeof(ChannelControl) + sizeof(Watch) : 0;
  const std::size_t bytes = state.out.size() * (sizeof(OutPort) + channel) + state.in.size() * sizeof(InLane);
#ifdef _SC_LEVEL2_CACHE_SIZE
  const long told = sysconf(_SC_LEVEL2_CACHE_SIZE);
#else
  const long told = 0;
#endif
  const std::size_t cache = told > 0 ? static_cast<std::size_t>(told) : 1u << 20;
  if (bytes > cache) return PrefetchDepth::everything;
  return bytes > cache / 2 ? PrefetchDepth::named : PrefetchDepth::nothing;
}

}  // namespace

Worker::Worker(NetworkState& all, Blocks& blocks, PublishedLengths& published_lengths, std::size_t self,
               std::size_t threads, Picoseconds batch)
    : SwitchView(all),
      blocks_(blocks),
      published_(published_lengths),
      prefetch_depth_(prefetching(all)),
      alone_(threads == 1 && all.share.rank_of.empty()),
      rank_of_(all.share.rank_of.empty() ? nullptr : all.share.rank_of.data()),
      rank_(all.share.rank),
      self_(self),
      threads_(threads),
      first_block_(self * blocks.all.size() / threads),
      end_block_((self + 1) * blocks.all.size() / threads),
      first_(first_block_ < end_block_ ? blocks.all[first_block_].first : 0),
      end_(first_block_ < end_block_ ? blocks.all[end_block_ - 1].end : 0),
      bits_(threads),
      calendar_(all.lookahead),
      finish_(all.lookahead),
      filed_(blocks.all.size()),
      all_filed_(threads),
      filed_packets_(threads),
      filed_notifications_(threads),
      next_block_(first_block_),
      outbox_(all.share.ranks),
      counters_(batch),
      sorter_(all.lookahead) {}

void Worker::advance_to(std::uint64_t window) {
  calendar_.advance_to(window);
  start_ = calendar_.start(), finish_ = calendar_.finish();
}

void Worker::collect() {
  filed_.collect(calendar_, blocks_, bits_, self_);
  next_block_.store(first_block_, std::memory_order_relaxed);
}

void Worker::meet(const Team& team) {
  for (std::size_t i = 0; i < threads_; ++i) {
    all_filed_[i] = &team[i]->filed_;
    filed_packets_[i] = team[i]->filed_.packets(), filed_notifications_[i] = team[i]->filed_.notification();
  }
  taking_ = 0;
}

std::optional<std::size_t> Worker::take_block(const Team& team) {
  for (; taking_ < threads_; ++taking_) {
    Worker& owner = *team[(self_ + taking_) % threads_];
    const std::size_t number = owner.next_block_.fetch_add(1, std::memory_order_relaxed);
    if (number < owner.end_block_) return number;
  }
  return std::nullopt;
}

bool Worker::begin_block(std::size_t number) {
  block_ = &blocks_.all[number];
  // A single thread has the whole network to itself.
  const SwitchRange& all = state.own.front();
  const bool alone = threads_ == 1 && state.own.size() == 1;
  near_first_ = alone ? all.first : block_->first;
  near_count_ = alone ? all.end - all.first : block_->end - block_->first;
  return events_.gather(all_filed_, *block_, number);
}

void Worker::hold(const HeldPacket& held) {
  const Packet& packet = held.packet;
  if (packet.at >= finish_) return calendar_.add(held);
  own_packets_.push_back(packet);
  insert_own({Event::make_order(packet.at - start_, Kind::ready, packet.port, packet.vc), id,
              static_cast<std::uint32_t>(own_packets_.size() - 1) | LoadBits::own});
}

void Worker::notify(const DeliveryNotification& notification) {
  if (far(notification.switch_id)) return outbox_[rank_of_[notification.switch_id]].post(notification);
  if (notification.at >= finish_) return calendar_.add(notification);
  own_notifications_.push_back(notification);
  insert_own({Event::make_order(notification.at - start_, Kind::notification, notification.port, 0), id,
              static_cast<std::uint32_t>(own_notifications_.size() - 1) | LoadBits::own});
}

Message Worker::answer(const DeliveryNotification& notification) { return answer_to(*this, notification); }

/// Orders delivery notifications of the same picosecond for the same host by their content. Packets that
/// become ready for the same output are ordered likewise.
bool Worker::content_before(const Event& a, const Event& b) const {
  const Kind kind = Event::kind(a.order);
  if (kind == Kind::notification)
    return content_of(state, notifications_at(a.load)) < content_of(state, notifications_at(b.load));
  return kind == Kind::ready && content_of(packet_at(a.load)) < content_of(packet_at(b.load));
}

void Worker::order_ties(Event* first, Event* last) const {
  bool tied = false;
  for (const Event* i = first; i + 1 < last; ++i) tied |= i[0].order == i[1].order;
  if (!tied) return;
  for (Event* i = first; i < last;) {
    Event* j = i + 1;
    while (j < last && i->order == j->order) ++j;
    if (j - i > 1) std::sort(i, j, [this](const Event& a, const Event& b) { return content_before(a, b); });
    i = j;
  }
}

void Worker::return_credit_apart(InLane& in, const Packet& packet, std::int64_t due, std::uint64_t* account) {
  const OutPort& back = out[packet.port];
  if (far(back.peer_switch))
    return outbox_[rank_of_[back.peer_switch]].post(CreditMessage{.due = due,
                                                                  .switch_id = back.peer_switch,
                                                                  .port = back.peer_port,
                                                                  .vc = packet.vc,
                                                                  .size = packet.size});
  const LogLock lock(in);
  enter_credit(*this, in.log, packet, due, account);
}

/// A switch without events for a whole turn of the ring has the same entry in all slots.
void Worker::publish(Block& block, std::uint16_t first_published) {
  const std::uint32_t before = published_.before(place_.writing);
  for (SwitchId s = block.first; s < block.end; ++s) {
    std::uint8_t& rounds = block.unpublished[s - block.first];
    if (rounds == 0) continue;
    const bool told = rounds < published_.slots || published_.readers.empty();
    --rounds;
    const PortId end = state.network.first_port[s + 1];
    for (PortId p = state.network.first_port[s] + first_published; p < end; ++p) {
      const Published entry = published_now(state, p);
      if (!told && entry != published_.at(before, p))
        for (const std::uint16_t rank : published_.readers[published_.circle[s]])
          outbox_[rank].post(PublishedChange{p, entry});
      published_.at(place_.writing, p) = entry;
    }
  }
}

/// Adds the credit as if the channel's other end had done so in the window that has just ended.
void Worker::add_far_credit(const CreditMessage& c) {
  const PortId channel = state.network.first_port[c.switch_id] + c.port;
  CreditLog& log = state.far_log(channel, c.vc);
  const bool scheduled = log.add(c.due, c.size, start_ - state.lookahead);
  if (scheduled && state.space.in_use())
    state.space.returned[lane_of(channel, c.vc)] += bytes_by_time(c.size, c.due);
  if (scheduled && !log.wanted) return;
  if (scheduled) log.wanted = 0;
  calendar_.add(credit_event(c.due, c.switch_id, c.port, c.vc, scheduled ? 0 : c.size));
}

/// Credit logs are scattered in memory. Each is prefetched some credits ahead, and its index earlier still.
void Worker::add_far_credits(const std::vector<CreditMessage>& credits) {
  constexpr std::size_t ahead = 8;
  const auto channel = [this](const CreditMessage& c) {
    return state.network.first_port[c.switch_id] + c.port;
  };
  for (std::size_t i = 0; i < credits.size(); ++i) {
    if (i + 2 * ahead < credits.size()) __builtin_prefetch(&state.far_index[channel(credits[i + 2 * ahead])]);
    if (i + ahead < credits.size())
      __builtin_prefetch(&state.far_log(channel(credits[i + ahead]), credits[i + ahead].vc), 1);
    add_far_credit(credits[i]);
  }
}

/// A flit burst enters its log as if the other end had entered it in the window that has just ended.
void Worker::take_far_event(const TimedEvent& timed_event) {
  if (!state.worms.logged || (timed_event.kind != Kind::flits && timed_event.kind != Kind::credit))
    return calendar_.add(timed_event);
  const auto step = static_cast<std::uint32_t>(state.worms.flit_time[rate_in(timed_event.amount)]);
  enter_burst(*this, supply_of(state, timed_event).log, {timed_event.at, step, flits_in(timed_event.amount)},
              start_ - state.lookahead, [&] { return timed_event; });
}

void Worker::unpack(std::size_t from, ByteReader& in) {
  if (published_.slots) published_.heard[from].begin(published_, published_.before(place_.writing));
  const auto take = [&](const auto& record) {
    using Record = std::decay_t<decltype(record)>;
    if constexpr (std::is_same_v<Record, PublishedChange>)
      published_.heard[from].add(published_, record);
    else if constexpr (std::is_same_v<Record, TimedEvent>)
      take_far_event(record);
    else
      calendar_.add(record);
  };
  while (!in.empty())
    unpack_messages(in, far_credits_, take,
                    [&](const std::vector<CreditMessage>& all) { add_far_credits(all); });
}

}  // namespace ebb::inline engine
