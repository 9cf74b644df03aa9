#include "engine/gpu/queue_storage.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/ensure.hpp"
#include "engine/gpu/window_span.hpp"

namespace ebb::inline engine {
namespace {

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

template <class T>
ArrayView<T> view_of(std::vector<T>& array) {
  return {array.data(), array.size()};
}

}  // namespace

QueueStorage::QueueStorage(const NetworkState& state)
    : state_(state), words_((widest_switch(state.network) + 63) / 64) {
  const Network& net = state.network;
  const std::size_t switches = net.switches();
  ends_.resize(net.channels());
  for (PortId port = 0; port < net.channels(); ++port) ends_[port].peer = net.peer[port];
  due_.assign(calendar_pages * switches * words_, 0), wanted_.assign(switches * words_, 0);
  event_lists_.assign(calendar_pages * switches, no_id), event_ends_.resize(switches);
  packet_ends_.resize(switches), message_ends_.resize(switches), arriving_used_.assign(switches, 0);
  feed_taken_.assign(net.hosts, 0), full_.assign(1, 0);
  // All queues are short where little waits.
  resize_credits(3);
  resize_rings(4);
  resize_events(widest_switch(net) + 32);
  resize_pool(64);
  resize_messages(32);
  resize_arriving(32);
  if (state.listens) {
    posted_count_.assign(2 * switches, 0);
    resize_posted(16);
  }
  sizes_.window = 32;
}

/// An unused place has the number of a packet of the past.
void QueueStorage::resize_rings(std::uint32_t size) {
  const Network& net = state_.network;
  std::vector<PacketOnTheWay> larger(std::size_t{net.switch_ports()} * size);
  for (PortId port = 0; port < net.switch_ports(); ++port) {
    const std::uint32_t head = ends_[port].head, tail = ends_[net.peer[port]].tail;
    const auto place = [&](std::uint32_t number) -> PacketOnTheWay& {
      return larger[std::size_t{port} * size + (number & (size - 1))];
    };
    for (std::uint32_t number = head; number != head + size; ++number) place(number).number = number - size;
    for (std::uint32_t number = head; number != tail; ++number)
      place(number) = ring_[std::size_t{port} * sizes_.ring + (number & (sizes_.ring - 1))];
  }
  ring_ = std::move(larger);
  sizes_.ring = size;
}
/// The places of old credits are in order from the next one on, so new ones are added before the oldest.
void QueueStorage::resize_credits(std::uint32_t size) {
  const std::size_t lanes = std::size_t{state_.network.switch_ports()} * state_.vcs;
  std::vector<ReturnedCredit> larger(lanes * (1 + size));
  for (std::size_t lane = 0; lane < lanes && sizes_.credits > 0; ++lane) {
    const ReturnedCredit* from = &returned_[lane * (1 + sizes_.credits)];
    ReturnedCredit* to = &larger[lane * (1 + size)];
    to[0] = {0, from[0].sum, 0};
    for (std::uint32_t i = 0; i < sizes_.credits; ++i)
      to[1 + size - sizes_.credits + i] = from[1 + (from[0].mark + i) % sizes_.credits];
    for (std::uint32_t i = 0; i < size - sizes_.credits; ++i)
      to[1 + i] = {0, to[1 + size - sizes_.credits].sum, 0};
  }
  returned_ = std::move(larger);
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

void QueueStorage::resize_posted(std::uint32_t size) {
  resize_parts(posted_, 2 * std::size_t{state_.network.switches()}, sizes_.posted, size);
  sizes_.posted = size;
}

void QueueStorage::enlarge(FullQueue full) {
  full_[0] = 0;
  if (full == FullQueue::packets) resize_rings(2 * sizes_.ring);
  if (full == FullQueue::credits) resize_credits(2 * sizes_.credits + 1);
  if (full == FullQueue::window) sizes_.window *= 2;
  if (full == FullQueue::events) resize_events(2 * sizes_.events);
  if (full == FullQueue::pool) resize_pool(2 * sizes_.pool);
  if (full == FullQueue::messages) resize_messages(2 * sizes_.messages);
  if (full == FullQueue::arriving) resize_arriving(2 * sizes_.arriving);
  if (full == FullQueue::posted) resize_posted(2 * sizes_.posted);
}

void QueueStorage::restart_feed() { std::fill(feed_taken_.begin(), feed_taken_.end(), 0); }

WarpQueues QueueStorage::view(const MessageFeed& feed) {
  WarpQueues queues;
  queues.sizes = sizes_, queues.words = words_;
  queues.ends = view_of(ends_), queues.ring = view_of(ring_), queues.returned = view_of(returned_);
  queues.switches = state_.network.switches();
  queues.due = view_of(due_), queues.wanted = view_of(wanted_);
  queues.events = view_of(events_);
  queues.event_lists = view_of(event_lists_), queues.event_ends = view_of(event_ends_);
  queues.packets = view_of(packets_), queues.packet_links = view_of(packet_links_);
  queues.packet_ends = view_of(packet_ends_);
  queues.messages = view_of(messages_), queues.message_links = view_of(message_links_);
  queues.message_ends = view_of(message_ends_);
  queues.arriving = view_of(arriving_), queues.arriving_used = view_of(arriving_used_);
  queues.posted = view_of(posted_), queues.posted_count = view_of(posted_count_);
  queues.feed_first = {feed.first().data(), feed.first().size()};
  queues.feed_taken = view_of(feed_taken_), queues.full = view_of(full_);
  queues.feed = {feed.messages().data(), feed.messages().size()};
  return queues;
}

}  // namespace ebb::inline engine
