// An independent simulator of wormhole switching: it visits every switch, lane and wire in every cycle, and
// every flit is a record of its own. It shares nothing with the engine but the network and the routing. It is
// slow, and supports only networks in which all times are whole cycles; a cycle is the time of a flit on the
// wire.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

struct CyclePacket {
  HostId from = 0, to = 0;
  std::int64_t born = 0;  ///< cycle
  int flits = 1;
  std::int64_t entered = -1, delivered = -1;  ///< cycles: first flit leaves, last byte is there
};

struct CycleSettings {
  int vcs = 1, buffer = 4;
  std::int64_t delay = 1, pipeline = 1, credit_time = 1;  ///< cycles
  std::int64_t ps = 1'000;                                ///< a cycle
  int output_buffer = 0;  ///< flits of a lane behind the crossbar; 0: flits go from inputs to the wire
};

template <class Routing>
class FlitCycles {
 public:
  FlitCycles(const Network& network, const Routing& routing, CycleSettings settings,
             std::vector<CyclePacket>& packets)
      : net_(network), routing_(routing), set_(settings), packets_(packets) {
    const std::size_t lanes = net_.channels() * static_cast<std::size_t>(set_.vcs);
    lanes_.resize(lanes), outs_.resize(lanes), wires_.resize(net_.channels());
    for (Out& out : outs_) out.credits = set_.buffer;
    queues_.resize(net_.hosts), sending_.resize(net_.hosts, 0);
    for (std::size_t i = 0; i < packets.size(); ++i) queues_[packets[i].from].push_back(i);
  }

  /// Runs until every packet has arrived, or at most so long.
  void run(std::int64_t cycles) {
    for (now_ = 0; now_ < cycles && delivered_ < packets_.size(); ++now_) {
      arrive();
      for (SwitchId s = 0; s < net_.switches(); ++s) work(s);
      for (HostId h = 0; h < net_.hosts; ++h) send_from_host(h);
    }
  }

 private:
  struct Flit {
    std::size_t packet = 0;
    bool head = false, tail = false;
  };
  struct Lane {  ///< by the port at which it arrives
    std::deque<Flit> flits;
    bool routed = false, waits = false;
    Hop hop;
    Route route;                    ///< of the head
    std::int64_t free_from = 0;     ///< the tail of the last packet has left
    std::deque<Route> next_routes;  ///< of queued heads
  };
  struct Behind {
    Flit flit;
    Route route;
  };
  struct Out {  ///< by the port that it leaves
    int credits = 0;
    std::size_t holder = none;
    std::int64_t free_from = 0;
    std::deque<std::size_t> queue;  ///< lanes that wait for the virtual channel
    std::deque<Behind> behind;      ///< flits that have crossed
    int taken = 0;                  ///< slots behind the crossbar
  };
  struct Wire {
    std::int64_t free_from = 0;
    std::size_t last_vc = 0;
    bool goes_on = false;  ///< the worm that had it has more flits to come
  };
  struct Coming {
    std::size_t lane = 0;
    Flit flit;
    Route route;
  };
  static constexpr std::size_t none = ~std::size_t{0};

  std::size_t index(PortId port, std::size_t vc) const {
    return port * static_cast<std::size_t>(set_.vcs) + vc;
  }
  PortId port_of(std::size_t lane) const {
    return static_cast<PortId>(lane / static_cast<std::size_t>(set_.vcs));
  }

  void arrive() {
    for (const std::size_t out : credits_[now_]) ++outs_[out].credits;
    credits_.erase(now_);
    heads_.clear();
    for (const Coming& c : flits_[now_]) {
      if (c.flit.head)
        heads_[c.lane] = c;
      else
        lanes_[c.lane].flits.push_back(c.flit);
    }
    flits_.erase(now_);
  }

  void work(SwitchId s) {
    for (PortId p = net_.first_port[s]; p < net_.first_port[s + 1]; ++p)
      for (std::size_t vc = 0; vc < static_cast<std::size_t>(set_.vcs); ++vc) {
        Lane& lane = lanes_[index(p, vc)];
        if (!lane.routed && !lane.flits.empty() && lane.free_from <= now_) choose(s, index(p, vc));
      }
    for (PortId p = net_.first_port[s]; p < net_.first_port[s + 1]; ++p) cross_all(p);
    for (PortId p = net_.first_port[s]; p < net_.first_port[s + 1]; ++p) give_wire(p);
    const auto first = heads_.lower_bound(index(net_.first_port[s], 0));
    const auto last = heads_.lower_bound(index(net_.first_port[s + 1], 0));
    for (auto at = first; at != last; ++at) {
      Lane& lane = lanes_[at->first];
      const bool empty = lane.flits.empty() && !lane.routed && lane.free_from <= now_;
      lane.flits.push_back(at->second.flit);
      lane.next_routes.push_back(at->second.route);
      if (!empty) continue;
      choose(s, at->first);
      const PortId port = net_.first_port[s] + lane.hop.port;
      if (Out& out = outs_[index(port, lane.hop.vc)]; set_.output_buffer > 0 && out.holder == at->first)
        cross(out);
      give_wire(port);
    }
  }

  void choose(SwitchId s, std::size_t at) {
    Lane& lane = lanes_[at];
    lane.route = lane.next_routes.front(), lane.next_routes.pop_front();
    const CyclePacket& packet = packets_[lane.flits.front().packet];
    const std::uint64_t salt = route_salt<Routing>(packet.from, packet.entered * set_.ps);
    lane.hop = routing_.route(
        s, lane.route, [](std::uint16_t) { return std::int64_t{0}; }, salt);
    lane.routed = true;
    Out& out = outs_[index(net_.first_port[s] + lane.hop.port, lane.hop.vc)];
    if (out.holder == none && out.free_from <= now_ && out.queue.empty())
      out.holder = at;
    else
      out.queue.push_back(at);
  }

  void give_wire(PortId port) {
    const auto vcs = static_cast<std::size_t>(set_.vcs);
    Wire& wire = wires_[port];
    for (std::size_t vc = 0; vc < vcs && set_.output_buffer == 0; ++vc) hand_over(outs_[index(port, vc)]);
    if (wire.free_from > now_) return;
    if (wire.free_from == now_ && wire.goes_on && try_flit(port, wire.last_vc)) return;
    for (std::size_t i = 1; i <= vcs; ++i)
      if (try_flit(port, (wire.last_vc + i) % vcs)) return;
  }

  void hand_over(Out& out) {
    if (out.holder != none || out.free_from > now_ || out.queue.empty()) return;
    out.holder = out.queue.front(), out.queue.pop_front();
  }

  /// Each lane behind an output takes a flit in a cycle: slots of flits that left before are free, and those
  /// that cross can leave in the same cycle.
  void cross_all(PortId port) {
    if (set_.output_buffer == 0) return;
    for (std::size_t vc = 0; vc < static_cast<std::size_t>(set_.vcs); ++vc) {
      Out& out = outs_[index(port, vc)];
      out.taken = static_cast<int>(out.behind.size());
      hand_over(out);
      cross(out);
    }
  }
  void cross(Out& out) {
    if (out.holder == none || out.taken >= set_.output_buffer) return;
    Lane& lane = lanes_[out.holder];
    if (lane.flits.empty()) return;
    const Flit flit = lane.flits.front();
    lane.flits.pop_front();
    give_back(out.holder);
    out.behind.push_back({flit, lane.route}), ++out.taken;
    if (flit.tail) lane.routed = false, lane.free_from = out.free_from = now_ + 1, out.holder = none;
  }
  bool try_behind(PortId port, std::size_t vc) {
    Out& out = outs_[index(port, vc)];
    const bool to_host = net_.is_host_port(net_.peer[port]);
    if (out.behind.empty() || (!to_host && out.credits == 0)) return false;
    const Behind first = out.behind.front();
    out.behind.pop_front();
    take_wire(port, vc, first.flit, first.route, to_host);
    return true;
  }

  bool try_flit(PortId port, std::size_t vc) {
    if (set_.output_buffer > 0) return try_behind(port, vc);
    Out& out = outs_[index(port, vc)];
    if (out.holder == none) return false;
    Lane& lane = lanes_[out.holder];
    const bool to_host = net_.is_host_port(net_.peer[port]);
    if (lane.flits.empty() || (!to_host && out.credits == 0)) return false;
    const Flit flit = lane.flits.front();
    lane.flits.pop_front();
    give_back(out.holder);
    take_wire(port, vc, flit, lane.route, to_host);
    if (flit.tail) lane.routed = false, lane.free_from = out.free_from = now_ + 1, out.holder = none;
    return true;
  }

  void take_wire(PortId port, std::size_t vc, Flit flit, const Route& route, bool to_host) {
    Wire& wire = wires_[port];
    wire.free_from = now_ + 1, wire.last_vc = vc, wire.goes_on = !flit.tail;
    if (to_host) {
      if (flit.tail) packets_[flit.packet].delivered = now_ + 1 + set_.delay, ++delivered_;
      return;
    }
    --outs_[index(port, vc)].credits;
    flits_[now_ + set_.delay + set_.pipeline].push_back({index(net_.peer[port], vc), flit, route});
  }

  void give_back(std::size_t lane) {
    const std::size_t vc = lane % static_cast<std::size_t>(set_.vcs);
    credits_[now_ + 1 + set_.delay + set_.credit_time].push_back(index(net_.peer[port_of(lane)], vc));
  }

  void send_from_host(HostId h) {
    const PortId port = net_.host_port(h);
    if (queues_[h].empty() || outs_[index(port, 0)].credits == 0) return;
    CyclePacket& packet = packets_[queues_[h].front()];
    if (packet.born > now_) return;
    int& sent = sending_[h];
    if (sent == 0) packet.entered = now_;
    const PortId last = net_.peer[net_.host_port(packet.to)];
    Route route{.to = net_.owner[last]};
    route.out = static_cast<std::uint16_t>(last - net_.first_port[route.to]);
    take_wire(port, 0, {queues_[h].front(), sent == 0, sent + 1 == packet.flits}, route, false);
    if (++sent == packet.flits) sent = 0, queues_[h].pop_front();
  }

  const Network& net_;
  const Routing& routing_;
  CycleSettings set_;
  std::vector<CyclePacket>& packets_;
  std::int64_t now_ = 0;
  std::size_t delivered_ = 0;
  std::vector<Lane> lanes_;
  std::vector<Out> outs_;
  std::vector<Wire> wires_;
  std::vector<std::deque<std::size_t>> queues_;
  std::vector<int> sending_;
  std::map<std::int64_t, std::vector<std::size_t>> credits_;
  std::map<std::int64_t, std::vector<Coming>> flits_;
  std::map<std::size_t, Coming> heads_;  ///< that arrive now, by lane
};

}  // namespace ebb::inline engine
