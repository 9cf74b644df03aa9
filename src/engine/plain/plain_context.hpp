// The plain executor's view of one switch at a time for the rules, and the one heap that takes new events.
#pragma once

#include <queue>
#include <tuple>
#include <variant>
#include <vector>

#include "base/units.hpp"
#include "engine/counters.hpp"
#include "engine/exchange/published_lengths.hpp"
#include "engine/model/content.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/source.hpp"
#include "engine/model/worm/enter_burst.hpp"
#include "engine/storage/arriving.hpp"
#include "engine/storage/decision_buffer.hpp"
#include "engine/storage/pool.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A pending event: a packet, a delivery notification, or a timed event with its amount.
struct Happening {
  std::int64_t at = 0;
  SwitchId switch_id = 0;
  Kind kind = Kind::packet;
  std::uint16_t port = 0;
  unsigned detail = 0;
  std::variant<std::uint32_t, Packet, DeliveryNotification> what;

  auto order() const { return std::tuple(at, switch_id, kind, port, detail); }
};

/// Orders a heap with the earliest event in front; ties are resolved by content.
struct LaterHappening {
  const NetworkState* state;
  bool operator()(const Happening& a, const Happening& b) const {
    if (a.order() != b.order()) return a.order() > b.order();
    if (a.kind == Kind::ready)
      return content_of(std::get<Packet>(a.what)) > content_of(std::get<Packet>(b.what));
    if (a.kind == Kind::notification)
      return content_of(*state, std::get<DeliveryNotification>(a.what)) >
             content_of(*state, std::get<DeliveryNotification>(b.what));
    return false;
  }
};

class PlainContext : public SwitchView {
 public:
  using Heap = std::priority_queue<Happening, std::vector<Happening>, LaterHappening>;

  PlainContext(NetworkState& all, Picoseconds batch)
      : SwitchView(all), counters(batch), heap(LaterHappening{&all}) {}

  // What the rules call (model/executor_verbs.hpp).
  void send(const Packet& p) { heap.push({p.at, p.switch_id, Kind::packet, p.port, p.vc, p}); }
  void hold(const HeldPacket& h) {
    const Packet& p = h.packet;
    heap.push({p.at, p.switch_id, Kind::ready, p.port, p.vc, p});
  }
  void notify(const DeliveryNotification& n) {
    heap.push({n.at, n.switch_id, Kind::notification, n.port, 0, n});
  }
  void schedule(const TimedEvent& n) { heap.push({n.at, n.switch_id, n.kind, n.port, n.detail, n.amount}); }
  template <class What>
  void count(const What& what) {
    counters.count(what);
  }
  void count(const Decided& decided) {
    counters.count(decided);
    decisions.add(decided);
  }
  Pool<Packet>& queued_packets() { return packets; }
  Pool<QueuedMessage>& messages() { return queued_messages; }
  std::optional<std::uint64_t> gather(const Packet& packet, std::uint64_t payload) {
    return arriving.add(packet, payload);
  }
  Message next_message(HostId h) { return state.traffic.next(h, Picoseconds{now}, state.host[h].memory); }
  Message answer(const DeliveryNotification& notification) { return answer_to(*this, notification); }
  template <class Use>
  auto with_credit_log(PortId channel, unsigned vc, Use&& use) {
    return use(ins[lane_of(state.network.peer[channel], vc)].log);
  }
  void return_credit(InLane& in, const Packet& packet, std::int64_t due, std::uint64_t* returned = nullptr) {
    enter_credit(*this, in.log, packet, due, returned);
  }
  template <class Make>
  void log_burst(SwitchId, std::size_t, FlitSupply& supply, const FlitBurst& burst, const Make& make) {
    state.worms.logged ? enter_burst(*this, supply.log, burst, now, make) : schedule(make());
  }
  template <class Use>
  void with_burst_log(PortId, std::size_t, const Use& use) {
    use();
  }
  /// It handles one event at a time and never looks ahead.
  bool is_last_now() const { return false; }
  std::int64_t read_until() const { return now; }
  std::int64_t published(SwitchId s, std::uint16_t port) const {
    return published_length(published_lengths, place, state, s, port);
  }

  Counters counters;
  DecisionBuffer decisions;
  Heap heap;
  Pool<Packet> packets;
  Pool<QueuedMessage> queued_messages;
  ArrivingMessages arriving;
  PublishedLengths published_lengths;
  PublishedPlace place;
};

template <class W>
using PlainWith = WithMode<PlainContext, W>;

}  // namespace ebb::inline engine
