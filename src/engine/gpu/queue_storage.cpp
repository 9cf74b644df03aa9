#include "engine/gpu/queue_storage.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/ensure.hpp"

namespace ebb::inline engine {
namespace {

Packet unused_packet() {
  Packet packet;
  packet.at = INT64_MAX;
  return packet;
}

std::uint32_t widest_switch(const Network& network) {
  std::uint32_t ports = 1;
  for (SwitchId s = 0; s < network.switches(); ++s) ports = std::max(ports, network.ports_of(s));
  return ports;
}

/// Gives each of the parts of an array another size. They keep their first entries.
template <class T>
void resize_parts(std::vector<T>& all, std::size_t parts, std::uint32_t old, std::uint32_t size) {
  std::vector<T> larger(parts * size);
  for (std::size_t part = 0; part < parts; ++part)
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(part * old), std::min(old, size),
                larger.begin() + static_cast<std::ptrdiff_t>(part * size));
  all = std::move(larger);
}

/// The same for rings of a power of two.
template <class T>
void resize_rings_of(std::vector<T>& all, const std::vector<std::uint32_t>& head,
                     const std::vector<std::uint32_t>& tail, std::uint32_t old, std::uint32_t size,
                     const T& unused) {
  std::vector<T> larger(head.size() * size, unused);
  for (std::size_t ring = 0; ring < head.size(); ++ring)
    for (std::uint32_t i = head[ring]; i != tail[ring]; ++i)
      larger[ring * size + (i & (size - 1))] = all[ring * old + (i & (old - 1))];
  all = std::move(larger);
}

template <class T>
ArrayView<T> view_of(std::vector<T>& array) {
  return {array.data(), array.size()};
}

}  // namespace

QueueStorage::QueueStorage(const NetworkState& state)
    : state_(state), words_((widest_switch(state.network) + 63) / 64) {
  const Network& net = state.network;
  const std::size_t ports = net.switch_ports(), lanes = ports * state.vcs, switches = net.switches();
  ring_head_.assign(ports, 0), ring_tail_.assign(ports, 0);
  credit_head_.assign(lanes, 0), credit_tail_.assign(lanes, 0);
  for (std::vector<std::uint64_t>* mask : {&arrived_[0], &arrived_[1], &wanted_})
    mask->assign(switches * words_, 0);
  first_at_.assign(ports, INT64_MAX);
  event_count_.assign(switches, 0), pending_at_.assign(switches, INT64_MAX);
  packet_ends_.resize(switches), message_ends_.resize(switches), arriving_used_.assign(switches, 0);
  feed_taken_.assign(net.hosts, 0), full_.assign(1, 0);
  // A channel returns credits for a whole buffer before its source reads them. All other queues are short
  // where little waits.
  const std::int64_t in_buffer =
      state.switches.input_buffer.v / std::max<std::int64_t>(1, state.hosts.largest_packet().v);
  resize_credits(std::bit_ceil(static_cast<std::uint32_t>(std::clamp<std::int64_t>(in_buffer + 2, 4, 1024))));
  resize_rings(8);
  resize_events(widest_switch(net) + 32);
  resize_pool(64);
  resize_messages(32);
  resize_arriving(32);
}

void QueueStorage::resize_rings(std::uint32_t size) {
  resize_rings_of(ring_, ring_head_, ring_tail_, sizes_.ring, size, unused_packet());
  sizes_.ring = size;
}
void QueueStorage::resize_credits(std::uint32_t size) {
  resize_rings_of(credit_, credit_head_, credit_tail_, sizes_.credits, size, std::uint64_t{0});
  sizes_.credits = size;
}
void QueueStorage::resize_events(std::uint32_t size) {
  ENSURE(size <= 1u << 15);  // EventKey has so many places
  resize_parts(events_, state_.network.switches(), sizes_.events, size);
  sizes_.events = size;
}
void QueueStorage::resize_pool(std::uint32_t size) {
  resize_parts(packets_, state_.network.switches(), sizes_.pool, size);
  resize_parts(packet_links_, state_.network.switches(), sizes_.pool, size);
  sizes_.pool = size;
}
void QueueStorage::resize_messages(std::uint32_t size) {
  resize_parts(messages_, state_.network.switches(), sizes_.messages, size);
  resize_parts(message_links_, state_.network.switches(), sizes_.messages, size);
  sizes_.messages = size;
}

void QueueStorage::resize_arriving(std::uint32_t size) {
  const std::vector<ArrivingTable::Sum> before = std::exchange(
      arriving_, std::vector<ArrivingTable::Sum>(std::size_t{state_.network.switches()} * size));
  const int shift = 64 - std::countr_zero(size);
  for (SwitchId s = 0; s < state_.network.switches(); ++s) {
    ArrivingTable table(&arriving_[std::size_t{s} * size], size, shift, 0);
    for (std::size_t i = 0; i < sizes_.arriving; ++i)
      if (const ArrivingTable::Sum& sum = before[std::size_t{s} * sizes_.arriving + i]; !sum.empty())
        table.take(sum);
  }
  sizes_.arriving = size;
}

bool QueueStorage::has_room_to_settle() const {
  const Network& net = state_.network;
  for (SwitchId s = 0; s < net.switches(); ++s) {
    std::uint32_t events = event_count_[s];
    for (std::size_t lane = std::size_t{net.first_port[s]} * state_.vcs;
         lane < std::size_t{net.first_port[s + 1]} * state_.vcs; ++lane)
      events += credit_tail_[lane] - credit_head_[lane];
    if (events > sizes_.events) return false;
  }
  return true;
}

void QueueStorage::enlarge(FullQueue full) {
  full_[0] = 0;
  if (full == FullQueue::packets) resize_rings(2 * sizes_.ring);
  if (full == FullQueue::credits) resize_credits(2 * sizes_.credits);
  if (full == FullQueue::events) resize_events(2 * sizes_.events);
  if (full == FullQueue::pool) resize_pool(2 * sizes_.pool);
  if (full == FullQueue::messages) resize_messages(2 * sizes_.messages);
  if (full == FullQueue::arriving) resize_arriving(2 * sizes_.arriving);
}

void QueueStorage::restart_feed() { std::fill(feed_taken_.begin(), feed_taken_.end(), 0); }

WarpQueues QueueStorage::view(const MessageFeed& feed) {
  WarpQueues queues;
  queues.sizes = sizes_, queues.words = words_;
  queues.ring = view_of(ring_), queues.ring_head = view_of(ring_head_),
  queues.ring_tail = view_of(ring_tail_);
  queues.credit = view_of(credit_);
  queues.credit_head = view_of(credit_head_), queues.credit_tail = view_of(credit_tail_);
  queues.arrived[0] = view_of(arrived_[0]), queues.arrived[1] = view_of(arrived_[1]);
  queues.first_at = view_of(first_at_), queues.wanted = view_of(wanted_);
  queues.events = view_of(events_), queues.event_count = view_of(event_count_);
  queues.pending_at = view_of(pending_at_);
  queues.packets = view_of(packets_), queues.packet_links = view_of(packet_links_);
  queues.packet_ends = view_of(packet_ends_);
  queues.messages = view_of(messages_), queues.message_links = view_of(message_links_);
  queues.message_ends = view_of(message_ends_);
  queues.arriving = view_of(arriving_), queues.arriving_used = view_of(arriving_used_);
  queues.feed_first = {feed.first().data(), feed.first().size()};
  queues.feed_taken = view_of(feed_taken_), queues.full = view_of(full_);
  queues.feed = {feed.messages().data(), feed.messages().size()};
  return queues;
}

}  // namespace ebb::inline engine
