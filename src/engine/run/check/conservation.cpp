#include "engine/run/check/conservation.hpp"

#include <fmt/core.h>

#include "base/bytes.hpp"
#include "engine/model/channel_state.hpp"
#include "engine/run/check/places.hpp"
#include "engine/run/check/state_parts.hpp"
#include "engine/run/check/worm_conservation.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {
namespace {

void count_buffered(const Simulation& sim, SwitchId s, std::uint32_t head, bool in_input, std::size_t lane,
                    Places& places) {
  const PoolEntries<Packet> queued_packets = sim.executor().queued_packets(s);
  for (std::uint32_t i = head; i != no_id; i = queued_packets.next(i)) {
    const Packet& p = queued_packets[i];
    ++places.buffered;
    places.buffered_payload += static_cast<std::uint64_t>(p.size - sim.state().hosts.header.v);
    if (in_input) places.outstanding[lane] += p.size;
  }
}

void count_filed(const Simulation& sim, Places& places) {
  const NetworkState& m = sim.state();
  const Network& net = m.network;
  const bool credits = !m.ethernet.in_use();
  sim.executor().for_each_packet([&](const Packet& p, Kind kind) {
    if (is_lost(p)) return;  // it was counted when it was dropped
    if (is_at_host(p)) {     // it counts as delivered
      places.unordered_payload += static_cast<std::uint64_t>(p.size - m.hosts.header.v);
      return;
    }
    ++places.in_flight;
    places.payload_in_flight += static_cast<std::uint64_t>(p.size - m.hosts.header.v);
    if (kind == Kind::packet && credits)
      places.outstanding[m.lane(net.first_port[p.switch_id] + p.port, p.vc)] += p.size;
  });
  sim.executor().for_each_timed_event([&](const TimedEvent& timed_event) {
    const PortId port = net.first_port[timed_event.switch_id] + timed_event.port;
    if (timed_event.kind == Kind::credit)
      places.outstanding[m.lane(net.peer[port], timed_event.detail)] += timed_event.amount;
    if (timed_event.kind == Kind::drained && credits)
      places.outstanding[m.lane(port, timed_event.detail)] += timed_event.amount;
    if (timed_event.kind == Kind::host_credit) places.outstanding[m.lane(port, 0)] += timed_event.amount;
  });
}

void count_switches(const Simulation& sim, Places& places) {
  const NetworkState& m = sim.state();
  for (const SwitchRange& range : m.own)
    for (SwitchId s = range.first; s < range.end; ++s)
      for (std::size_t port = m.network.first_port[s]; port < m.network.first_port[s + 1]; ++port)
        for (unsigned vc = 0; vc < m.vcs; ++vc) {
          const std::size_t lane = m.lane(port, vc);
          count_buffered(sim, s, m.in[lane].head, true, lane, places);
          count_buffered(sim, s, m.out_lanes[lane].head, false, lane, places);
        }
}

void count_queue(const NetworkState& m, const PoolEntries<QueuedMessage>& messages, std::uint32_t head,
                 Places& places) {
  for (std::uint32_t i = head; i != no_id; i = messages.next(i)) {
    const std::int64_t left = messages[i].left;
    places.queued_payload += static_cast<std::uint64_t>(left);
    places.queued_packets += static_cast<std::uint64_t>((left + m.hosts.packet.v - 1) / m.hosts.packet.v);
    if (left == 0) ++places.queued_packets;  // an empty message is one packet
  }
}

/// Segments that connections have not sent yet, and those that wait for an earlier one at their destination.
void count_connections(const HostTransport& host, Places& places) {
  for (const SendingConnection& connection : host.sending) {
    places.queued_packets += connection.sender.end - connection.sender.board.next();
    places.queued_payload += static_cast<std::uint64_t>(connection.unsent);
  }
  for (const ReceivingConnection& connection : host.receiving)
    for (const auto& [number, segment] : connection.receiver.waiting)
      places.unordered_payload += static_cast<std::uint64_t>(segment.payload);
}

void count_sources(const Simulation& sim, Places& places) {
  const NetworkState& m = sim.state();
  for (HostId h = 0; h < m.network.hosts; ++h) {
    if (!m.here(m.place[h].at)) continue;
    const PoolEntries<QueuedMessage> messages = sim.executor().messages(m.place[h].at);
    count_queue(m, messages, m.host[h].queue_head, places);
    if (m.transport.in_use()) count_connections(m.transport.hosts[h], places);
    if (m.worms.vls.in_use())
      for (unsigned vl = 0; vl < m.worms.vls.count; ++vl)
        count_queue(m, messages, m.worms.queue_of(h, vl).head, places);
  }
}

void compare(std::vector<std::string>& wrong, std::string_view what, std::uint64_t made,
             std::uint64_t found) {
  if (made != found)
    wrong.push_back(fmt::format("{}: {} were made, {} are accounted for", what, made, found));
}

bool source_here(const NetworkState& m, PortId port) {
  const PortId source = m.network.peer[port];
  return m.network.is_host_port(source) || m.here(m.network.owner[source]);
}

/// The rank of a buffer knows its occupancy, and the rank where its channel begins knows the credits. So the
/// first sends the occupancy to the second. All ranks.
void check_sources(const Simulation& sim, Places& places) {
  const NetworkState& m = sim.state();
  if (sim.exchange().ranks() == 1) return;
  std::vector<ByteBuffer> out(sim.exchange().ranks()), in;
  for (const SwitchRange& range : m.own)
    for (PortId p = m.network.first_port[range.first]; p < m.network.first_port[range.end]; ++p) {
      if (source_here(m, p)) continue;
      ByteWriter to(out[m.share.rank_of[m.network.owner[m.network.peer[p]]]]);
      to.put(p);
      to.put_all(std::span(std::as_const(places.outstanding).data() + m.lane(p, 0), m.vcs));
    }
  sim.exchange().round(out, in);
  for (const ByteBuffer& bytes : in)
    for (ByteReader from(bytes); !from.empty();) {
      const auto p = from.take<PortId>();
      for (unsigned vc = 0; vc < m.vcs; ++vc) places.outstanding[m.lane(p, vc)] += from.take<std::int64_t>();
    }
}

/// Each byte of a buffer is a credit at the source, a credit on its way back, or taken by a packet. Together
/// they are the whole buffer.
void check_channel(const Simulation& sim, const Places& places, PortId source,
                   std::vector<std::string>& wrong) {
  const NetworkState& m = sim.state();
  const PortId port = m.network.peer[source];
  const bool near = m.here(m.network.owner[port]);
  for (unsigned vc = 0; vc < m.vcs; ++vc) {
    const CreditLog& log = near ? m.in[m.lane(port, vc)].log : m.far_log(source, vc);
    const auto pending = static_cast<std::int32_t>(log.returned() - m.out_lanes[m.lane(source, vc)].taken);
    const std::int64_t sum = m.credit(source, vc) + pending + places.outstanding[m.lane(port, vc)];
    if (sum != m.switches.input_buffer.v)
      wrong.push_back(fmt::format("credits of channel {} vc {}: {} bytes for a buffer of {}", source, vc, sum,
                                  m.switches.input_buffer.v));
  }
}

/// Without credits, a buffer counts its own occupancy: the queued packets, and the one whose tail leaves or
/// was the last to leave.
void check_buffers(const Simulation& sim, const Places& places, PortId port,
                   std::vector<std::string>& wrong) {
  const NetworkState& m = sim.state();
  for (unsigned vc = 0; vc < m.vcs; ++vc) {
    const std::size_t lane = m.lane(port, vc);
    const BufferOccupancy& fill = m.ethernet.occupancies[lane];
    if (fill.held != places.outstanding[lane] + fill.leaving || fill.most > m.switches.input_buffer.v)
      wrong.push_back(fmt::format("buffer of port {} vc {}: {} bytes, {} queued, {} at most in {}", port, vc,
                                  fill.after_last(), places.outstanding[lane], fill.most,
                                  m.switches.input_buffer.v));
  }
}

void check_time(const Simulation& sim, PortId c, std::vector<std::string>& wrong) {
  const NetworkState& m = sim.state();
  const OutPort& out = m.out[c];
  // Less than nothing where the wire was booked with a gap that counts as busy.
  const std::int64_t busy = out.busy - m.busy_ahead(c, sim.now().v);
  if (busy < 0 || busy > sim.now().v)
    wrong.push_back(fmt::format("channel {} was busy for {} of {} ps", c, busy, sim.now().v));
  if (!m.control.in_use()) return;
  std::int64_t sum = 0;
  for (const std::int64_t time : m.times_of(c)) sum += time;
  const std::int64_t booked = m.control.channels[c].meter.since;
  if (sum != booked)
    wrong.push_back(fmt::format("channel {}: time in state adds up to {} of {} ps", c, sum, booked));
  if (m.control.settings.levels.has_off() && m.level_of(c) == 0 && out.free_at > m.cold[c].transition_until)
    wrong.push_back(fmt::format("channel {} is off, but its wire is booked until {} ps", c, out.free_at));
  if (const std::string_view stale = stale_copy(m, c); !stale.empty())
    wrong.push_back(fmt::format("channel {}: {} differs from its controller's value", c, stale));
}

/// Sums up the places of all ranks.
PlaceCounts sum_of_places(const Simulation& sim, const PlaceCounts& own) {
  PlaceCounts sum;
  for (const PlaceCounts& other : records_of_all(sim.exchange(), own)) {
    sum.in_flight += other.in_flight, sum.buffered += other.buffered;
    sum.payload_in_flight += other.payload_in_flight, sum.buffered_payload += other.buffered_payload;
    sum.queued_payload += other.queued_payload, sum.queued_packets += other.queued_packets;
    sum.unordered_payload += other.unordered_payload;
  }
  return sum;
}

}  // namespace

std::vector<std::string> all_lines(Exchange& exchange, const std::vector<std::string>& own) {
  ByteBuffer mine;
  ByteWriter out(mine);
  for (const std::string& line : own) out.put_text(line);
  std::vector<std::string> all;
  for (const ByteBuffer& bytes : gather_all(exchange, mine))
    for (ByteReader in(bytes); !in.empty();) all.push_back(in.take_text());
  return all;
}

std::vector<std::string> check_conservation(const Simulation& sim) {
  constexpr std::size_t enough = 10;
  sim.gather_state();
  const NetworkState& m = sim.state();
  Places places;
  places.outstanding.make_room(m.in.size());
  if (m.worms.in_use()) {
    count_worms(sim, places);
  } else {
    count_filed(sim, places);
    count_switches(sim, places);
  }
  count_sources(sim, places);
  if (!m.ethernet.in_use()) check_sources(sim, places);
  std::vector<std::string> wrong = check_parts(m);
  m.for_each_range([&](PortId first, PortId end) {
    for (PortId c = first; c < end && wrong.size() < enough; ++c) {
      if (m.ethernet.in_use()) {
        if (!m.network.is_host_port(c)) check_buffers(sim, places, c, wrong);
      } else if (!m.network.is_host_port(m.network.peer[c])) {
        m.worms.in_use() ? check_flits(sim, places, c, wrong) : check_channel(sim, places, c, wrong);
      }
      check_output_lanes(sim, c, wrong);
      check_time(sim, c, wrong);
    }
  });
  wrong = all_lines(sim.exchange(), wrong);
  const Counters t = sim.counters();
  const PlaceCounts all = sum_of_places(sim, places);
  compare(wrong, "packets", t.packets_made,
          all.queued_packets + all.in_flight + all.buffered + t.packets_delivered + t.packets_dropped);
  compare(wrong, "payload bytes", t.payload_made,
          all.queued_payload + all.payload_in_flight + all.buffered_payload + t.payload_delivered +
              t.payload_dropped);
  compare(wrong, "packets in the network", t.packets_sent,
          all.in_flight + all.buffered + t.packets_delivered + t.packets_dropped);
  if (m.transport.in_use())
    compare(wrong, "payload bytes at their destination", t.payload_delivered,
            t.transport.in_order_payload + t.transport.repeated_payload + all.unordered_payload);
  return wrong;
}

}  // namespace ebb::inline engine
