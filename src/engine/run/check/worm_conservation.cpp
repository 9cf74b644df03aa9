#include "engine/run/check/worm_conservation.hpp"

#include <fmt/core.h>

namespace ebb::inline engine {
namespace {

std::uint64_t payload_of(const NetworkState& m, const Packet& packet) {
  return static_cast<std::uint64_t>(packet.size - m.hosts.header.v);
}

void count_on_wires(const Simulation& sim, Places& places) {
  const NetworkState& m = sim.state();
  const Network& net = m.network;
  sim.executor().for_each_packet([&](const Packet& p, Kind) {
    const std::size_t lane = m.lane(net.first_port[p.switch_id] + p.port, p.vc);
    const std::int64_t whole = m.worms.flits_of(p.size), here = flits_with_head(p.rate, whole);
    ++places.in_flight;
    places.payload_in_flight += payload_of(m, p);
    places.outstanding[lane] += here;
    places.missing[lane] += whole - here;
  });
  sim.executor().for_each_timed_event([&](const TimedEvent& timed_event) {
    const PortId port = net.first_port[timed_event.switch_id] + timed_event.port;
    const std::int64_t flits = flits_in(timed_event.amount);
    if (timed_event.kind == Kind::credit)
      places.outstanding[m.lane(net.peer[port], timed_event.detail)] += flits;
    if (timed_event.kind == Kind::host_credit) places.outstanding[m.lane(port, timed_event.detail)] += flits;
    if (timed_event.kind != Kind::flits) return;
    places.outstanding[m.lane(port, timed_event.detail)] += flits;
    places.missing[m.lane(port, timed_event.detail)] -= flits;
  });
}

/// True when the head of a lane's oldest worm has moved on to a lane behind the crossbar or to another
/// switch. (A head at its host still counts here, until the packet is delivered.)
bool has_gone_on(const NetworkState& m, SwitchId s, std::size_t lane) {
  const WormLane& worm = m.worms.lanes[lane];
  return worm.stage == WormStage::holding && worm.begun &&
         (m.worms.has_output_lanes() ||
          m.out[m.network.first_port[s] + m.in[lane].hop_port].peer_port != no_port);
}

void count_in_lane(const Simulation& sim, SwitchId s, std::size_t lane, Places& places) {
  const NetworkState& m = sim.state();
  const WormLane& worm = m.worms.lanes[lane];
  const PoolEntries<Packet> queued_packets = sim.executor().queued_packets(s);
  std::int64_t wanted = 0;
  for (std::uint32_t i = m.in[lane].head; i != no_id; i = queued_packets.next(i)) {
    const bool oldest = i == m.in[lane].head;
    wanted += oldest && worm.stage != WormStage::none ? worm.left : m.worms.flits_of(queued_packets[i].size);
    if (oldest && has_gone_on(m, s, lane)) continue;
    ++places.buffered;
    places.buffered_payload += payload_of(m, queued_packets[i]);
  }
  places.outstanding[lane] += worm.flits.known_with_log();
  places.missing[lane] += wanted - worm.flits.known_with_log();
}

/// Counts the packets in a lane behind the crossbar, except one whose head is at another switch.
void count_in_output_lane(const Simulation& sim, SwitchId s, PortId port, unsigned vc, Places& places) {
  const NetworkState& m = sim.state();
  const PoolEntries<Packet> queued_packets = sim.executor().queued_packets(s);
  const std::uint32_t head = m.out_lanes[m.lane(port, vc)].head;
  for (std::uint32_t i = head; i != no_id; i = queued_packets.next(i)) {
    if (i == head && m.worms.output_lanes[m.lane(port, vc)].begun && m.out[port].peer_port != no_port)
      continue;
    ++places.buffered;
    places.buffered_payload += payload_of(m, queued_packets[i]);
  }
}

/// Returns the flits that an output's virtual channel still waits for: of the worm that holds it and has
/// begun to leave its input lane.
std::int64_t left_in_input(const NetworkState& m, PortId source, unsigned vc) {
  const WormOut& out = m.worms.outs[m.lane(source, vc)];
  if (out.holder.port == no_port) return 0;
  const PortId input = m.network.first_port[m.network.owner[source]] + out.holder.port;
  const WormLane& lane = m.worms.lanes[m.lane(input, out.holder.vc)];
  return lane.begun ? lane.left : 0;
}

/// Checks a lane behind the crossbar: its slots are free or taken, and its packets have all their flits, in
/// it or still to cross.
void check_output_lane(const Simulation& sim, PortId port, unsigned vc, std::vector<std::string>& wrong) {
  const NetworkState& m = sim.state();
  const OutputLane& lane = m.worms.output_lanes[m.lane(port, vc)];
  const std::int64_t slots = lane.slots.known() + lane.flits.known();
  if (slots != m.worms.output_buffer)
    wrong.push_back(fmt::format("slots behind the crossbar, channel {} vc {}: {} for a buffer of {}", port,
                                vc, slots, m.worms.output_buffer));
  const PoolEntries<Packet> queued_packets = sim.executor().queued_packets(m.network.owner[port]);
  const std::uint32_t head = m.out_lanes[m.lane(port, vc)].head;
  std::int64_t wanted = 0;
  for (std::uint32_t i = head; i != no_id; i = queued_packets.next(i))
    wanted += i == head ? lane.left : m.worms.flits_of(queued_packets[i].size);
  if (wanted != lane.flits.known() + left_in_input(m, port, vc))
    wrong.push_back(fmt::format(
        "packets behind the crossbar, channel {} vc {}: they lack {} flits, but {} are here and {} to cross",
        port, vc, wanted, lane.flits.known(), left_in_input(m, port, vc)));
}

/// Returns the flits at the source of a channel that belong to a worm whose head has left it.
std::int64_t left_at_source(const NetworkState& m, PortId source, unsigned vc) {
  const WormOut& out = m.worms.outs[m.lane(source, vc)];
  if (m.network.is_host_port(source)) return out.left;
  if (m.worms.has_output_lanes()) {
    const OutputLane& behind = m.worms.output_lanes[m.lane(source, vc)];
    return behind.begun ? behind.left : 0;
  }
  return left_in_input(m, source, vc);
}

}  // namespace

void count_worms(const Simulation& sim, Places& places) {
  const NetworkState& m = sim.state();
  places.missing.make_room(m.in.size());
  count_on_wires(sim, places);
  for (const SwitchRange& range : m.own)
    for (SwitchId s = range.first; s < range.end; ++s)
      for (std::size_t port = m.network.first_port[s]; port < m.network.first_port[s + 1]; ++port)
        for (unsigned vc = 0; vc < m.vcs; ++vc) {
          count_in_lane(sim, s, m.lane(port, vc), places);
          if (m.worms.has_output_lanes()) count_in_output_lane(sim, s, static_cast<PortId>(port), vc, places);
        }
}

void check_flits(const Simulation& sim, const Places& places, PortId source,
                 std::vector<std::string>& wrong) {
  const NetworkState& m = sim.state();
  const PortId port = m.network.peer[source];
  const bool near = m.here(m.network.owner[port]);
  for (unsigned vc = 0; vc < m.vcs; ++vc) {
    const std::size_t lane = m.lane(port, vc);
    const std::int64_t sum =
        m.worms.outs[m.lane(source, vc)].credits.known_with_log() + places.outstanding[lane];
    if (sum != m.worms.buffer)
      wrong.push_back(fmt::format("credits of channel {} vc {}: {} flits for a buffer of {}", source, vc, sum,
                                  m.worms.buffer));
    const std::int64_t left = left_at_source(m, source, vc);
    if (near && places.missing[lane] != left)
      wrong.push_back(
          fmt::format("worms on channel {} vc {}: {} flits are to come, {} are left at its source", source,
                      vc, places.missing[lane], left));
  }
}

void check_output_lanes(const Simulation& sim, PortId port, std::vector<std::string>& wrong) {
  const NetworkState& m = sim.state();
  if (!m.worms.has_output_lanes() || m.network.is_host_port(port)) return;
  for (unsigned vc = 0; vc < m.vcs; ++vc) check_output_lane(sim, port, vc, wrong);
}

}  // namespace ebb::inline engine
