#include "engine/model/network_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/ensure.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "network/channel_kinds.hpp"
#include "power/control/power_budget.hpp"
#include "power/control/switch_plan.hpp"
#include "routing/graph/link_stages.hpp"
#include "traffic/job/runs_job.hpp"
#include "transport/transport_settings.hpp"

namespace ebb::inline engine {
namespace {

/// The lookahead where no cable limits it. It also keeps times within a window short enough for sorting keys.
constexpr std::int64_t longest_lookahead = 1'000'000;

/// A channel at the start of a run.
OutPort fresh_port(const NetworkState& m, PortId p, std::int32_t buffer) {
  const Network& net = m.network;
  OutPort port;
  std::fill(std::begin(port.credit), std::end(port.credit), buffer);
  port.link = net.link_class[p];
  port.rate = static_cast<std::uint16_t>(port.link * m.level_count +
                                         (m.level_count == 1 ? 0 : m.control.settings.first_level));
  const PortId peer = net.peer[p];
  if (net.is_host_port(peer)) {
    port.peer_switch = net.owner[p], port.peer_port = no_port;
  } else {
    port.peer_switch = net.owner[peer];
    port.peer_port = static_cast<std::uint16_t>(peer - net.first_port[port.peer_switch]);
  }
  return port;
}

Watch fresh_watch(bool by_packet) {
  Watch watch;
  watch.step = by_packet;
  return watch;
}

/// Lanes without flits, virtual channels with a whole buffer at the other end, and no waiting packets.
void fill_worms(NetworkState& m, PortId first, PortId end) {
  WormOut fresh;
  fresh.credits.applied = m.worms.buffer;
  m.worms.outs.fill(m.lane(first, 0), m.lane(end, 0), fresh);
  m.worms.ports.fill(first, end, {});
  if (!m.network.is_host_port(first)) m.worms.lanes.fill(m.lane(first, 0), m.lane(end, 0), {});
  if (!m.network.is_host_port(first) && m.worms.has_output_lanes()) {
    OutputLane empty;
    empty.slots.applied = m.worms.output_buffer;
    m.worms.output_lanes.fill(m.lane(first, 0), m.lane(end, 0), empty);
    m.worms.crossbar_outputs.fill(first, end, {});
  }
  for (PortId p = first; p < end; ++p)
    for (unsigned vc = 0; vc < m.vcs; ++vc) {
      const auto other = static_cast<std::uint32_t>(m.lane(m.network.peer[p], vc));
      m.worms.outs[m.lane(p, vc)].target = other;
      if (!m.network.is_host_port(p)) m.worms.lanes[m.lane(p, vc)].source = other;
    }
  if (!m.worms.vls.in_use()) return;
  m.worms.arbiters.fill(first, end, {});
  if (!m.network.is_host_port(first)) m.worms.crossbar_turns.fill(first, end, {});
}

/// Turns the settings of virtual lanes into flits.
VirtualLanes virtual_lanes(const SwitchSettings& s, Bytes largest_packet, unsigned vcs) {
  VirtualLanes lanes;
  lanes.count = static_cast<unsigned>(s.lanes.count), lanes.per_lane = vcs / lanes.count;
  const std::int64_t packet = (largest_packet.v + s.flit.v - 1) / s.flit.v;
  for (unsigned level = 0; level < most_service_levels; ++level)
    lanes.of_level[level] = static_cast<std::uint8_t>(s.lanes.lane_of(level));
  for (unsigned lane = 0; lane < lanes.count; ++lane)
    lanes.turn_of[lane] = static_cast<std::int32_t>(s.lanes.weight_of(lane) * packet);
  lanes.high = (1u << s.lanes.high) - 1;
  lanes.limit = s.lanes.limit.v / s.flit.v;
  return lanes;
}

/// The slowest that a channel may become before a pause frame gets its wire.
SlowestChannel slowest_of(const Control& control) {
  if (!control.policy) return {};
  return {control.levels.slowest(), control.levels.fastest(),
          *std::max_element(control.reactivation.begin(), control.reactivation.end())};
}

/// All cables are on at first, and all switches know it.
void fill_known(NetworkState& m) {
  const LinkStages& stages = *m.control.settings.stages;
  KnownRows& known = m.control.known;
  known.rows = stages.rows(), known.counts = stages.counts();
  known.on.make_room(std::size_t{m.network.switches()} * known.rows * known.counts);
  for (SwitchId s = 0; s < m.network.switches(); ++s)
    for (std::uint16_t port = 0; port < m.network.ports_of(s); ++port) {
      const LinkStages::Place place = stages.place(s, port);
      if (place.stage == 0) continue;
      stages.each_in_row(s, place.row,
                         [&](SwitchId other, int) { ++known.of(other, place.row, place.count); });
    }
}

}  // namespace

std::int64_t NetworkState::lookahead_of(const Network& net, const SwitchSettings& s) {
  std::int64_t least = longest_lookahead;
  for (PortId p = 0; p < net.switch_ports(); ++p)
    if (!net.is_host_port(net.peer[p])) least = std::min(least, net.link(p).delay.v);
  std::int64_t notification = std::min(s.pipeline.v, s.credit_time.v);
  if (s.flow.pauses())
    for (const LinkClass& link : net.classes)
      notification = std::min(notification, wire_time(s.flow.frame, link.rate).v + s.flow.reaction.v);
  return std::min(longest_lookahead, least + notification);
}

NetworkState::NetworkState(const Network& net, const Traffic& work, const SwitchSettings& s,
                           const HostSettings& h, const Control& c, int vcs_needed, std::uint64_t seed,
                           Partition part)
    : network(net),
      traffic(work),
      switches(s),
      hosts(h),
      vcs(static_cast<unsigned>((s.vcs ? s.vcs : vcs_needed) * s.lanes.count)),
      listens(work.listens()),
      deadline(work.deadline().v),
      watches_messages(listens || deadline > 0),
      level_count(c.levels.size()),
      lookahead(lookahead_of(net, s)),
      control(c, Picoseconds{lookahead}),
      share(std::move(part)) {
  ENSURE(vcs >= static_cast<unsigned>(vcs_needed * s.lanes.count) && vcs <= most_vcs);
  if (level_count > 1 && !net.has_one_rate())
    for (const LinkClass& link : net.classes)
      control.levels_by_class.push_back(c.levels.scaled_to(link.rate));
  for (const LinkClass& link : net.classes) {
    ENSURE(level_count == 1 || control.has_several_rates() || link.rate == c.levels.fastest());
    for (std::size_t level = 0; level < level_count; ++level)
      // Nothing is ever sent at level "off". It has a rate only so that it can be counted.
      rates.emplace_back(c.levels.of(link.rate, std::max(level, c.levels.slowest_level())));
    const double crossbar = std::floor(static_cast<double>(link.rate.v) * s.speedup);
    crossbar_rates.emplace_back(BitsPerSecond{static_cast<std::int64_t>(crossbar)});
    delay.push_back(link.delay.v);
    inputs.resize(rates.size(), {crossbar_rates.back(), delay.back()});
  }
  ENSURE(lookahead > 0);
  counts_gaps = is_job(work) && !s.counts_flits();
  acknowledge_after = std::max(work.acknowledge_after().v, lookahead);
  if (const auto bound = c.policy ? c.policy->requirements().latency_bound : std::nullopt; bound)
    control.latency_bound = true, control.delay_budget.latency_bound = *bound,
    control.delay_budget.most = static_cast<double>(bound->kept.v) * std::max(1u, net.hosts);
  if (c.watts.in_use())
    control.power_budget =
        PowerBudget(c.watts, channels_that_are_on(net), c.levels.slowest_level(), c.first_level);
  find_own();
  place_hosts();
  set_ports(s);
  make_far_logs();
  if (c.policy && c.stages) fill_known(*this);
  if (c.policy && c.policy->requirements().switches)
    control.switch_plan = SwitchPlan(c.switch_groups, net.switches(), *c.policy, seed);
  if (c.policy && !c.domains.empty()) {
    control.domains_off.make_room(std::size_t{net.switches()} * c.domains.size());
    for (const SwitchRange& range : own)
      control.domains_off.fill(range.first * c.domains.size(), range.end * c.domains.size(), {});
  }
  host.make_room(net.hosts);
  if (h.times.in_use()) adapters.make_room(net.hosts), adapters.fill(0, net.hosts, {});
  for (HostId i = 0; i < net.hosts; ++i) {
    if (!here(place[i].at)) continue;
    host.fill(i, i + 1, {});
    host[i].memory.random = Random(seed, traffic_stream, i);
  }
}

void NetworkState::find_own() {
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (here(s)) {
      if (own.empty() || own.back().end != s) own.push_back({s, s});
      ++own.back().end;
    }
}

void NetworkState::place_hosts() {
  place.make_room(network.hosts);
  for (HostId i = 0; i < network.hosts; ++i) {
    const PortId attached = network.peer[network.host_port(i)];
    const SwitchId at = network.owner[attached];
    place[i] = {at, static_cast<std::uint16_t>(attached - network.first_port[at])};
  }
}

void NetworkState::set_ports(const SwitchSettings& s) {
  const std::size_t channels = network.channels();
  const bool credits = s.flow.name == FlowControl::credits;
  const auto buffer = credits ? static_cast<std::int32_t>(s.input_buffer.v) : open_gate;
  if (!credits) set_ethernet(s);
  if (s.counts_flits()) set_worms(s);
  if (hosts.transport != TransportProtocol::none) set_transport(s);
  out.make_room(channels), cold.make_room(channels), out_lanes.make_room(channels * vcs);
  in.make_room(std::size_t{network.switch_ports()} * vcs);
  if (s.flow.has_link_packets()) set_link_packets(s);
  if (control.settings.policy || books_by_packet()) watch.make_room(channels);
  if (control.settings.policy)
    control.channels.make_room(channels), control.time_in.make_room(channels * 2 * level_count);
  if (control.latency_bound) control.able_from.make_room(channels * vcs);
  if (control.settings.policy && control.settings.policy->requirements().downstream && credits)
    control.downstream.make_room(channels, vcs);
  if (control.settings.single_channels && control.settings.levels.has_off() && credits)
    control.credit_paths.make_room(channels);
  if (vcs > credits_inside) more_credit.make_room(channels * vcs);
  for_each_range([&](PortId first, PortId end) {
    for (PortId p = first; p < end; ++p) out.fill(p, p + 1, fresh_port(*this, p, buffer));
    cold.fill(first, end, {});
    out_lanes.fill(lane(first, 0), lane(end, 0), {});
    if (!network.is_host_port(first)) in.fill(lane(first, 0), lane(end, 0), {});
    if (!more_credit.empty()) more_credit.fill(lane(first, 0), lane(end, 0), buffer);
    if (watches_channels()) watch.fill(first, end, fresh_watch(books_by_packet()));
    if (worms.in_use()) fill_worms(*this, first, end);
    if (!control.settings.policy) return;
    control.channels.fill(first, end, control.controller.fresh());
    control.time_in.fill(first * 2 * level_count, end * 2 * level_count, 0);
    if (control.latency_bound) control.able_from.fill(lane(first, 0), lane(end, 0), {});
    if (control.downstream.in_use()) control.downstream.fill(first, end, vcs);
    if (control.has_credit_paths()) control.credit_paths.fill(first, end, {});
  });
}

void NetworkState::set_link_packets(const SwitchSettings& s) {
  ENSURE(s.flow.name == FlowControl::credits && !s.counts_flits());
  ENSURE(!control.settings.single_channels || !control.settings.levels.has_off());
  link_packets.make_room(in.size());
}

void NetworkState::set_ethernet(const SwitchSettings& s) {
  ethernet.occupancies.make_room(std::size_t{network.switch_ports()} * vcs);
  ethernet.paused.make_room(network.channels() * vcs);
  if (!s.flow.pauses()) return;
  ethernet.pauses = true;
  ethernet.pausing.make_room(network.switch_ports());
  for (const LinkClass& link : network.classes)
    ethernet.limits.push_back(pause_limits(link, slowest_of(control.settings), s, hosts));
}

void NetworkState::set_worms(const SwitchSettings& s) {
  ENSURE(s.flow.name == FlowControl::credits && s.flit <= s.input_buffer);
  ENSURE(static_cast<std::int64_t>(rates.size()) <= most_burst_rates);
  worms.flit = s.flit.v;
  worms.buffer = static_cast<std::int32_t>(s.input_buffer.v / s.flit.v);
  worms.longest_burst = std::clamp<std::int64_t>(s.longest_burst, 1, most_in_burst);
  worms.whole = s.forwarding != Forwarding::wormhole;
  worms.stored = s.forwarding == Forwarding::store_and_forward;
  const std::int64_t largest = worms.flits_of(hosts.largest_packet().v);
  ENSURE(!worms.whole || (largest <= worms.buffer && largest <= most_in_burst));
  worms.output_buffer = static_cast<std::int32_t>(s.output_buffer.v / s.flit.v);
  ENSURE(!s.has_output_lanes() || worms.output_buffer >= (worms.whole ? largest : 1));
  worms.output_stage = s.stages.in_output_queue().v;
  worms.crossbar_rates = static_cast<unsigned>(s.speedup);
  worms.cells = s.cell.v > 0 ? s.flit.v / s.cell.v : 0;
  for (const WireRate& rate : rates) worms.flit_time.push_back(rate.time(s.flit.v));
  worms.logged = control.settings.policy == nullptr && worms.cells == 0 &&
                 *std::max_element(worms.flit_time.begin(), worms.flit_time.end()) <= UINT32_MAX;
  worms.lanes.make_room(std::size_t{network.switch_ports()} * vcs);
  worms.outs.make_room(network.channels() * vcs);
  worms.ports.make_room(network.channels());
  if (worms.has_output_lanes()) {
    worms.output_lanes.make_room(std::size_t{network.switch_ports()} * vcs);
    worms.crossbar_outputs.make_room(network.switch_ports());
  }
  worms.vls = virtual_lanes(s, hosts.largest_packet(), vcs);
  if (!worms.vls.in_use()) return;
  worms.arbiters.make_room(network.channels());
  worms.crossbar_turns.make_room(network.switch_ports());
  const std::size_t queues = std::size_t{network.hosts} * worms.vls.count;
  worms.host_queues.make_room(queues);
  worms.host_queues.fill(0, queues, {});
}

void NetworkState::set_transport(const SwitchSettings& s) {
  ENSURE(s.flow.name != FlowControl::credits && hosts.header.v > 0);
  const TransportSettings& settings = hosts.connections;
  transport.sender = {.control = settings.control(hosts.transport),
                      .initial_window = static_cast<double>(settings.initial_window),
                      .receive_window = static_cast<std::uint32_t>(settings.window.v / hosts.packet.v),
                      .least_timeout = settings.min_rto.v};
  transport.receiver = {.ack_every = static_cast<std::uint32_t>(settings.ack_every),
                        .ack_delay = settings.ack_delay.v,
                        .echoes_marks = hosts.transport == TransportProtocol::dctcp};
  transport.mark_from = s.flow.ecn.v;
  transport.hosts.resize(network.hosts);
}

void NetworkState::look_at_order() {
  order.per_watched = flows_per_watched(network.hosts);
  order.newest.make_room(network.hosts * watched_flows(network.hosts));
}

void NetworkState::use_congestion_notification(CongestionNotification settings) {
  CongestionState& congestion = ethernet.congestion;
  congestion.settings = std::move(settings);
  congestion.points.make_room(std::size_t{network.switch_ports()} * vcs);
  congestion.notified.make_room(std::size_t{network.switches()} * congestion.settings.groups);
  congestion.first_cable.assign(network.switches(), 0);
  for (SwitchId s = 0; s < network.switches(); ++s)
    while (congestion.first_cable[s] + 1u < network.ports_of(s) &&
           network.is_host_port(network.peer[network.first_port[s] + congestion.first_cable[s]]))
      ++congestion.first_cable[s];
}

void NetworkState::make_far_logs() {
  if (share.is_whole()) return;
  far_index.make_room(network.switch_ports());
  std::uint32_t far = 0;
  for (const SwitchRange& range : own)
    for (PortId p = network.first_port[range.first]; p < network.first_port[range.end]; ++p)
      if (!here(out[p].peer_switch)) far_index[p] = far++;
  far_logs.resize(std::size_t{far} * vcs);
}

std::uint64_t NetworkState::ports_here() const {
  std::uint64_t ports = 0;
  for (const SwitchRange& range : own)
    ports += network.first_port[range.end] - network.first_port[range.first];
  return ports;
}

}  // namespace ebb::inline engine
