#include "engine/model.hpp"

#include <algorithm>
#include <cmath>

#include "base/ensure.hpp"

namespace ebb {
namespace {

/// Windows without any other limit; also keeps the times inside one short enough for sorting keys.
constexpr std::int64_t longest_window = 1'000'000;
static_assert(longest_window < std::int64_t{1} << Event::time_bits);

void join_ports(Model& m) {
  const Network& net = m.network;
  for (PortId p = 0; p < net.channels(); ++p) {
    OutPort& port = m.out[p];
    port.link = net.link_class[p];
    port.rate = static_cast<std::uint16_t>(port.link * m.rungs + (m.rungs == 1 ? 0 : m.control.first_rung));
    const PortId peer = net.peer[p];
    if (net.is_host_port(peer)) {
      port.peer_group = net.owner[p], port.peer_port = no_port;
    } else {
      port.peer_group = net.owner[peer];
      port.peer_port = static_cast<std::uint16_t>(peer - net.first_port[port.peer_group]);
    }
  }
}

/// All cables are on at first, and everybody knows.
void fill_known(Model& m) {
  const LinkStages& stages = *m.control.stages;
  m.known.assign(std::size_t{m.network.switches()} * stages.rows() * LinkStages::counts, 0);
  for (SwitchId s = 0; s < m.network.switches(); ++s)
    for (std::uint16_t port = 0; port < m.network.ports_of(s); ++port) {
      const LinkStages::Place place = stages.place(s, port);
      if (place.stage == Stage::line) continue;
      stages.each_in_row(s, place.row, [&](SwitchId other, int) {
        ++m.known[(std::size_t{other} * stages.rows() + place.row) * LinkStages::counts + place.count];
      });
    }
}

}  // namespace

std::int64_t Model::lookahead(const Network& net, const SwitchSettings& s) {
  std::int64_t least = longest_window;
  for (PortId p = 0; p < net.switch_ports(); ++p)
    if (!net.is_host_port(net.peer[p])) least = std::min(least, net.link(p).delay.v);
  return std::min(longest_window, least + std::min(s.pipeline.v, s.credit_time.v));
}

Model::Model(const Network& net, const Traffic& work, const SwitchSettings& s, const HostSettings& h,
             const Control& c, int vcs_needed, std::uint64_t seed)
    : network(net),
      traffic(work),
      switches(s),
      hosts(h),
      vcs(static_cast<unsigned>(s.vcs ? s.vcs : vcs_needed)),
      listens(work.listens()),
      rungs(c.ladder.size()),
      control(c) {
  ENSURE(vcs >= static_cast<unsigned>(vcs_needed) && vcs <= most_vcs);
  for (const LinkClass& link : net.classes) {
    ENSURE(rungs == 1 || link.rate == c.ladder.fastest());
    for (std::size_t rung = 0; rung < rungs; ++rung)
      // Nothing is ever sent at rung "off"; it needs a rate only to be counted with.
      rates.emplace_back(rungs == 1 ? link.rate : std::max(c.ladder[rung], c.ladder.slowest()));
    const double path = std::floor(static_cast<double>(link.rate.v) * s.speedup);
    paths.emplace_back(BitsPerSecond{static_cast<std::int64_t>(path)});
    delay.push_back(link.delay.v);
  }
  window = lookahead(net, s);
  ENSURE(window > 0);
  out.resize(net.channels());
  rest.resize(net.channels());
  out_lanes.resize(out.size() * vcs);
  in.resize(std::size_t{net.switch_ports()} * vcs);
  const auto buffer = static_cast<std::int32_t>(s.input_buffer.v);
  if (c.policy) {
    meters.resize(out.size());
    watch.resize(out.size());
    able_from.resize(out_lanes.size());
    const auto first = static_cast<std::uint8_t>(c.first_rung);
    for (Watch& w : watch) w.wish = w.own = w.other = first;
    time_in.resize(out.size() * 2 * rungs);
    if (c.stages) fill_known(*this);
  }
  if (vcs > credits_inside) more_credit.assign(out_lanes.size(), buffer);
  for (OutPort& o : out) std::fill(std::begin(o.credit), std::end(o.credit), buffer);
  join_ports(*this);
  host.resize(net.hosts);
  for (HostId i = 0; i < net.hosts; ++i) {
    host[i].memory.random = Random(seed, traffic_stream, i);
    const PortId attached = net.peer[net.host_port(i)];
    const SwitchId at = net.owner[attached];
    place.push_back({at, static_cast<std::uint16_t>(attached - net.first_port[at])});
  }
}

}  // namespace ebb
