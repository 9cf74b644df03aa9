// Sends one packet through a network, hop by hop, with random queue lengths at every output. Tests and `ebb
// check` check routings with it.
#pragma once

#include <fmt/core.h>

#include <string>
#include <vector>

#include "base/random.hpp"
#include "network/distance.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline routing {

/// More hops than any correct routing takes.
inline constexpr std::size_t most_hops = 4096;

struct Walk {
  std::vector<PortId> channels;  ///< from switch to switch, each with its virtual channel
  std::vector<std::uint8_t> vcs;
  std::string fault;  ///< empty when the packet arrived and every hop was legal
};

/// Calls each() for the routes of switch s, which has hosts, that a packet may start with; see route.hpp.
template <class Routing, class Each>
void each_start(const Routing& routing, SwitchId s, Each each) {
  if constexpr (requires { routing.starts(s, each); })
    routing.starts(s, each);
  else
    each(Route{.to = s});
}

/// Of the states of the deadlock check, returns those that continue with this hop.
template <class Routing>
std::vector<Route> states_after(const Routing& routing, SwitchId here, const std::vector<Route>& states,
                                Hop hop) {
  std::vector<Route> after;
  for (const Route& state : states)
    routing.options(here, state, [&](Hop option, const Route& next) {
      if (option == hop) after.push_back(next);
    });
  return after;
}

template <class Routing>
std::vector<Route> all_starts(const Routing& routing, const Network& network) {
  std::vector<Route> states;
  for (SwitchId s : switches_with_hosts(network))
    each_start(routing, s, [&](const Route& start) { states.push_back(start); });
  return states;
}

/// Queues as a routing sees them. They do not change within one moment.
struct RandomQueues {
  std::uint64_t moment = 0, deepest = 0;
  std::uint16_t input = 0;

  std::int64_t operator()(std::uint16_t port) const {
    return static_cast<std::int64_t>(mix_bits(moment + port) % (deepest + 1));
  }
  std::int64_t published(SwitchId s, std::uint16_t port) const {
    return static_cast<std::int64_t>(mix_bits(moment + (std::uint64_t{s} + 1) * 65'536 + port) %
                                     (deepest + 1));
  }
  /// In an idle network every cable is on and known to be on, otherwise about half of them.
  bool usable(std::uint16_t port) const { return deepest == 0 || (mix_bits(moment ^ ~port) & 1); }
  bool known(std::uint32_t row, unsigned what) const {
    return deepest == 0 || (mix_bits(~moment - row * 8u - what) & 1);
  }
  void diverted(std::uint16_t, int) const {}
  std::int64_t used(std::uint16_t port) const { return (*this)(port); }
  /// In an idle network nothing is paused, otherwise about half of it.
  bool paused(Hop hop) const { return deepest != 0 && (mix_bits(moment * 3 + hop.port * 8u + hop.vc) & 1); }
  bool notified(SwitchId to) const { return deepest != 0 && (mix_bits(moment * 5 + to) & 1); }
  std::int64_t now() const { return static_cast<std::int64_t>(moment % 1'000'000'000); }
  /// In an idle network everything is open, otherwise about half of it.
  bool open(Hop hop) const { return deepest == 0 || (mix_bits(~moment + hop.port * 8u + hop.vc) & 1); }
};

/// Returns what is wrong with a hop that route() chose at `here`, empty when nothing is. `last` is the port
/// of the destination host.
template <class Routing>
std::string fault_of(const Routing& routing, const Network& network, SwitchId here, Hop hop, PortId last) {
  if (hop.port >= network.ports_of(here)) return fmt::format("switch {} has no port {}", here, hop.port);
  if (hop.vc >= routing.vcs())
    return fmt::format("virtual channel {} of {} was taken at switch {}", hop.vc, routing.vcs(), here);
  const PortId channel = network.first_port[here] + hop.port, peer = network.peer[channel];
  if (network.is_host_port(peer) && channel != last)
    return fmt::format("a packet for host {} was delivered to host {}", network.host_at(network.peer[last]),
                       network.host_at(peer));
  return "";
}

/// The routing must be prepared. `deepest` bounds the random queue lengths; 0 is an idle network.
template <class Routing>
Walk walk(const Routing& routing, const Network& network, HostId from, HostId to, Random& random,
          std::uint64_t deepest) {
  Walk result;
  SwitchId here = network.switch_of_host(from);
  const PortId last = network.peer[network.host_port(to)];
  Route packet{.to = network.owner[last]};
  packet.out = static_cast<std::uint16_t>(last - network.first_port[packet.to]);
  std::vector<Route> states = all_starts(routing, network);
  for (Route& state : states) state.out = packet.out;
  const std::uint64_t salt = route_salt<Routing>(from, static_cast<std::int64_t>(random.next()));
  PortId in = network.peer[network.host_port(from)];
  while (result.channels.size() < most_hops) {
    const auto input = static_cast<std::uint16_t>(in - network.first_port[here]);
    const Hop hop = routing.route(here, packet, RandomQueues{random.next(), deepest, input}, salt);
    result.fault = fault_of(routing, network, here, hop, last);
    if (!result.fault.empty()) return result;
    states = states_after(routing, here, states, hop);
    if (states.empty()) {
      result.fault = fmt::format("at switch {} the hop to port {} on virtual channel {} is not in options()",
                                 here, hop.port, hop.vc);
      return result;
    }
    const PortId channel = network.first_port[here] + hop.port;
    if (channel == last) return result;
    result.channels.push_back(channel), result.vcs.push_back(hop.vc);
    in = network.peer[channel];
    here = network.owner[in];
  }
  result.fault = fmt::format("host {} is not reached from host {} within {} hops", to, from, most_hops);
  return result;
}

}  // namespace ebb::inline routing
