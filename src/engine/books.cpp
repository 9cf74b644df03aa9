#include "engine/books.hpp"

#include <fmt/core.h>

namespace ebb {
namespace {

/// Where packets and bytes can be: each of these is counted from the data itself, not from counters.
struct Places {
  std::uint64_t flying = 0, standing = 0, queued_messages = 0;
  std::uint64_t flying_payload = 0, standing_payload = 0, queued_payload = 0, queued_packets = 0;
  std::vector<std::int64_t> outstanding;  ///< bytes of each input lane's buffer that are not free, by lane
};

void count_standing(const Simulation& sim, const Block& block, std::uint32_t head, bool in_input,
                    std::size_t lane, Places& places) {
  for (std::uint32_t i = head; i != no_id; i = block.standing.next(i)) {
    const Packet& p = block.standing[i];
    ++places.standing;
    places.standing_payload += static_cast<std::uint64_t>(p.size - sim.model().hosts.header.v);
    if (in_input) places.outstanding[lane] += p.size;
  }
}

void count_filed(const Simulation& sim, const Part& part, Places& places) {
  const Model& m = sim.model();
  const Network& net = m.network;
  part.calendar().for_each_packet([&](const Packet& p) {
    if (p.rate == news_rate) return;
    ++places.flying;
    places.flying_payload += static_cast<std::uint64_t>(p.size - m.hosts.header.v);
    if (p.kind() == Kind::packet)
      places.outstanding[m.lane(net.first_port[p.group] + p.port, p.vc)] += p.size;
  });
  part.calendar().for_each_note(
      [&](Kind kind, SwitchId group, std::uint16_t port, unsigned vc, std::uint32_t bytes) {
        if (kind == Kind::credit)
          places.outstanding[m.lane(net.peer[net.first_port[group] + port], vc)] += bytes;
        if (kind == Kind::host_credit) places.outstanding[m.lane(net.first_port[group] + port, vc)] += bytes;
      });
}

void count_block(const Simulation& sim, const Block& block, Places& places) {
  const Model& m = sim.model();
  const Network& net = m.network;
  for (std::size_t port = net.first_port[block.first]; port < net.first_port[block.end]; ++port)
    for (unsigned vc = 0; vc < m.vcs; ++vc) {
      const std::size_t lane = m.lane(port, vc);
      count_standing(sim, block, m.in[lane].head, true, lane, places);
      count_standing(sim, block, m.out_lanes[lane].head, false, lane, places);
    }
}

void count_sources(const Simulation& sim, Places& places) {
  const Model& m = sim.model();
  for (HostId h = 0; h < m.network.hosts; ++h) {
    const Pool<QueuedMessage>& messages = sim.blocks()[m.block_of[m.place[h].at]].messages;
    for (std::uint32_t i = m.host[h].queue_head; i != no_id; i = messages.next(i)) {
      const std::int64_t left = messages[i].left;
      places.queued_payload += static_cast<std::uint64_t>(left);
      places.queued_packets += static_cast<std::uint64_t>((left + m.hosts.packet.v - 1) / m.hosts.packet.v);
      if (left == 0) ++places.queued_packets;  // an empty message is one packet
    }
  }
}

void compare(std::vector<std::string>& wrong, std::string_view what, std::uint64_t made,
             std::uint64_t found) {
  if (made != found)
    wrong.push_back(fmt::format("{}: {} were made, {} are accounted for", what, made, found));
}

/// Free at the source, on the way back, or taken by a packet: together the whole buffer.
void check_credits(const Simulation& sim, const Places& places, std::vector<std::string>& wrong) {
  const Model& m = sim.model();
  for (PortId p = 0; p < m.network.switch_ports() && wrong.size() < 10; ++p)
    for (unsigned vc = 0; vc < m.vcs; ++vc) {
      const PortId source = m.network.peer[p];
      const auto pending =
          static_cast<std::int32_t>(m.in[m.lane(p, vc)].returned() - m.out_lanes[m.lane(source, vc)].taken);
      const std::int64_t free = m.credit(source, vc);
      const std::int64_t sum = free + pending + places.outstanding[m.lane(p, vc)];
      if (sum != m.switches.input_buffer.v)
        wrong.push_back(fmt::format("credits of channel {} vc {}: {} bytes for a buffer of {}", source, vc,
                                    sum, m.switches.input_buffer.v));
    }
}

void check_time(const Simulation& sim, std::vector<std::string>& wrong) {
  const Model& m = sim.model();
  for (PortId c = 0; c < m.network.channels() && wrong.size() < 10; ++c) {
    const OutPort& out = m.out[c];
    const std::int64_t ahead = m.busy_ahead(c, sim.now().v);
    if (out.busy - ahead > sim.now().v)
      wrong.push_back(fmt::format("channel {} was busy for {} of {} ps", c, out.busy - ahead, sim.now().v));
    if (m.meters.empty()) continue;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 2 * m.rungs; ++i) sum += m.time_in[c * 2 * m.rungs + i];
    if (sum != m.meters[c].since)
      wrong.push_back(
          fmt::format("channel {}: time in state adds up to {} of {} ps", c, sum, m.meters[c].since));
  }
}

}  // namespace

std::vector<std::string> check_books(const Simulation& sim) {
  Places places;
  places.outstanding.resize(sim.model().in.size());
  for (const auto& part : sim.parts()) count_filed(sim, *part, places);
  for (const Block& block : sim.blocks()) count_block(sim, block, places);
  count_sources(sim, places);
  const Tally t = sim.tally();
  std::vector<std::string> wrong;
  compare(wrong, "packets", t.packets_made,
          places.queued_packets + places.flying + places.standing + t.packets_delivered);
  compare(wrong, "payload bytes", t.payload_made,
          places.queued_payload + places.flying_payload + places.standing_payload + t.payload_delivered);
  compare(wrong, "packets in the network", t.packets_sent,
          places.flying + places.standing + t.packets_delivered);
  check_credits(sim, places, wrong);
  check_time(sim, wrong);
  return wrong;
}

}  // namespace ebb
