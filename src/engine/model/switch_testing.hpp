// A switch made by hand, for tests of the rules without a simulation: a small network, and an executor for
// one switch of it that executes nothing. It records what its rules send, schedule and count.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "engine/model/hop.hpp"
#include "engine/model/source.hpp"
#include "engine/model/switching_modes.hpp"
#include "engine/storage/arriving.hpp"
#include "engine/storage/pool.hpp"
#include "topology/flattened_butterfly.hpp"

namespace ebb::inline engine {

/// Sends nothing by itself.
struct NoTraffic final : Traffic {
  bool wants_notifications = false;
  Picoseconds acknowledgement{};
  Message next(HostId, Picoseconds, HostMemory&) const override { return {}; }
  bool listens() const override { return wants_notifications; }
  Picoseconds acknowledge_after() const override { return acknowledgement; }
};

/// Two switches of three ports: hosts at 0 and 1, the other switch at 2. Hosts 0 and 1 are at switch 0. All
/// channels have 40 Gb/s, that is 200 ps a byte, and 40 ns; a crossbar input has 100 ps a byte; the pipeline
/// and the credits take 100 ns each. Settings may be changed until the first call of state().
struct TwoSwitches {
  Network net;
  NoTraffic traffic;
  SwitchSettings switches;
  HostSettings hosts;
  Control control{40_Gbps};
  int vcs = 1;

  TwoSwitches() {
    FlattenedButterfly topology;
    topology.c = 2, topology.k = 2, topology.n = 2;
    Cables cables;
    cables.copper_delay = cables.optical_delay = cables.backplane_delay = 40_ns;
    net = topology.build(cables);
    hosts.packet = 1000_B;
  }
  NetworkState& state() {
    if (!built)
      built = std::make_unique<NetworkState>(net, traffic, switches, hosts, control, vcs, 1, Partition{});
    return *built;
  }

 private:
  std::unique_ptr<NetworkState> built;  ///< refers to all the above
};

/// Switch 0 at one microsecond, with its hosts.
template <class W>
struct TestSwitchWith : SwitchView {
  using Forwarding = typename W::Forwarding;
  using Flow = typename W::Flow;

  explicit TestSwitchWith(TwoSwitches& all) : SwitchView(all.state()) {
    turn_to(0);
    now = 1'000'000;
  }

  // What the rules have sent, scheduled and counted.
  std::vector<Packet> packets_sent;
  std::vector<HeldPacket> held;
  std::vector<DeliveryNotification> notified;
  std::vector<TimedEvent> scheduled;
  int hops = 0;
  std::vector<CellsWritten> written;
  std::vector<CellsRead> read;
  std::vector<Offered> offered;
  std::vector<Injected> injected;
  std::vector<std::int64_t> delivered;  ///< when
  std::vector<Completed> completed;
  std::vector<PortId> decided;
  std::vector<Packet> dropped;
  int messages_lost = 0, order_seen = 0;
  int notifications_sent = 0, notifications_received = 0, marked = 0;
  std::vector<std::int64_t> late;               ///< after their deadline, of messages that have one
  std::vector<unsigned> of_lanes;               ///< virtual lanes of packets that arrived
  std::vector<std::int64_t> behind;             ///< of packets out of order
  std::vector<std::uint32_t> pauses_requested;  ///< their depths
  std::vector<std::int64_t> gaps;               ///< between packets
  // The messages of the workload.
  std::deque<Message> upcoming;
  Message reply;

  void send(const Packet& packet) { packets_sent.push_back(packet); }
  void hold(const HeldPacket& packet) { held.push_back(packet); }
  void notify(const DeliveryNotification& notification) { notified.push_back(notification); }
  void schedule(const TimedEvent& timed_event) { scheduled.push_back(timed_event); }
  void count(const HopTaken&) { ++hops; }
  void count(const CellsWritten& what) { written.push_back(what); }
  void count(const CellsRead& what) { read.push_back(what); }
  void count(const Offered& what) { offered.push_back(what); }
  void count(const Injected& what) { injected.push_back(what); }
  void count(const Delivered& what) { delivered.push_back(what.at); }
  void count(const Completed& what) { completed.push_back(what); }
  void count(const DeadlineSeen& what) { late.push_back(what.late); }
  void count(const LaneDelivered& what) { of_lanes.push_back(what.lane); }
  void count(const Dropped& what) { dropped.push_back(what.packet); }
  void count(MessageLost) { ++messages_lost; }
  void count(OrderSeen) { ++order_seen; }
  void count(const OutOfOrder& what) { behind.push_back(what.behind); }
  void count(const PauseRequested& what) { pauses_requested.push_back(what.depth); }
  void count(CongestionNotified) { ++notifications_sent; }
  void count(CongestionNotificationReceived) { ++notifications_received; }
  void count(SegmentMarked) { ++marked; }
  void count(const SentAgain&) {}
  void count(const Acknowledged&) {}
  void count(const SegmentInOrder&) {}
  void count(const SegmentRepeated&) {}
  void count(TimedOut) {}
  void count(const GapSeen& what) { gaps.push_back(what.length); }
  void count(const Decided& what) { decided.push_back(what.channel); }
  Pool<Packet>& queued_packets() { return packets_; }
  Pool<QueuedMessage>& messages() { return messages_; }
  std::optional<std::uint64_t> gather(const Packet& packet, std::uint64_t payload) {
    return arriving_.add(packet, payload);
  }
  Message next_message(HostId) {
    if (upcoming.empty()) return {};
    const Message message = upcoming.front();
    upcoming.pop_front();
    return message;
  }
  Message answer(const DeliveryNotification&) { return reply; }
  CreditLog& log_of(PortId channel, unsigned vc = 0) {
    return ins[lane_of(state.network.peer[channel], vc)].log;
  }
  template <class Use>
  auto with_credit_log(PortId channel, unsigned vc, Use&& use) {
    return use(log_of(channel, vc));
  }
  void return_credit(InLane& in, const Packet& packet, std::int64_t due, std::uint64_t* returned = nullptr) {
    enter_credit(*this, in.log, packet, due, returned);
  }
  template <class Make>
  void log_burst(SwitchId, std::size_t, FlitSupply&, const FlitBurst&, const Make& make) {
    schedule(make());
  }
  template <class Use>
  void with_burst_log(PortId, std::size_t, const Use& use) {
    use();
  }
  bool is_last_now() const { return false; }
  std::int64_t read_until() const { return now; }
  std::int64_t published(SwitchId, std::uint16_t) const { return 0; }

 private:
  Pool<Packet> packets_;
  Pool<QueuedMessage> messages_;
  ArrivingMessages arriving_;
};
using TestSwitch = TestSwitchWith<CutThroughCredits>;
using StoringTestSwitch = TestSwitchWith<StoreAndForwardCredits>;
using EthernetTestSwitch = TestSwitchWith<Ethernet>;
static_assert(ExecutesRules<TestSwitch> && ExecutesRules<StoringTestSwitch>);
static_assert(ExecutesRules<EthernetTestSwitch>);

/// Sends every packet to the same output.
struct OneWay {
  Hop hop;
  template <class QueueLength>
  Hop route(SwitchId, Route&, const QueueLength&, std::uint64_t) const {
    return hop;
  }
};
inline constexpr Hop to_other_switch{2, 0}, to_host_1{1, 0};

/// A packet whose head can be routed now, having come in by `port` at the rate that its channel has.
inline Packet packet_at(const SwitchView& context, std::uint16_t port, std::uint16_t size = 1000,
                        std::uint16_t vc = 0) {
  Packet packet;
  packet.at = context.now, packet.switch_id = context.id, packet.port = port, packet.vc = vc,
  packet.size = size;
  packet.rate = context.out[port].rate;
  return packet;
}

}  // namespace ebb::inline engine
