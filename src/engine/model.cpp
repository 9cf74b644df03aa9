#include "engine/model.hpp"

#include <algorithm>
#include <cmath>

#include "base/ensure.hpp"

namespace ebb {
namespace {

/// Windows without any other limit; also keeps the times inside one short enough for sorting keys.
constexpr std::int64_t longest_window = 1'000'000;
static_assert(longest_window < 1 << Event::time_bits);

void join_ports(Model& m) {
  const Network& net = m.network;
  for (PortId p = 0; p < net.channels(); ++p) {
    OutPort& port = m.out[p];
    port.link = net.link_class[p];
    port.rate = static_cast<std::uint16_t>(port.link * m.rungs + m.rungs - 1);
    const PortId peer = net.peer[p];
    if (net.is_host_port(peer)) {
      port.peer_group = net.owner[p], port.peer_port = no_port;
    } else {
      port.peer_group = net.owner[peer];
      port.peer_port = static_cast<std::uint16_t>(peer - net.first_port[port.peer_group]);
    }
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
             int vcs_needed, std::uint64_t seed)
    : network(net),
      traffic(work),
      switches(s),
      hosts(h),
      vcs(static_cast<unsigned>(s.vcs ? s.vcs : vcs_needed)) {
  ENSURE(vcs >= static_cast<unsigned>(vcs_needed) && vcs <= most_vcs);
  for (const LinkClass& c : net.classes) {
    rates.emplace_back(c.rate);
    paths.emplace_back(
        BitsPerSecond{static_cast<std::int64_t>(std::floor(static_cast<double>(c.rate.v) * s.speedup))});
    delay.push_back(c.delay.v);
  }
  window = lookahead(net, s);
  ENSURE(window > 0);
  out.resize(net.channels());
  rest.resize(net.channels());
  out_lanes.resize(out.size() * vcs);
  in.resize(std::size_t{net.switch_ports()} * vcs);
  const auto buffer = static_cast<std::int32_t>(s.input_buffer.v);
  if (vcs > credits_inside) more_credit.assign(out_lanes.size(), buffer);
  for (OutPort& o : out) std::fill(std::begin(o.credit), std::end(o.credit), buffer);
  join_ports(*this);
  host.resize(net.hosts);
  for (HostId i = 0; i < net.hosts; ++i) {
    host[i].memory.random = Random(seed, traffic_stream, i);
    const PortId attached = net.peer[net.host_port(i)];
    host_switch.push_back(net.owner[attached]);
    host_local.push_back(static_cast<std::uint16_t>(attached - net.first_port[net.owner[attached]]));
  }
}

}  // namespace ebb
