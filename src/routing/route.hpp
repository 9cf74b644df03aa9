// The contract of a routing algorithm: a plain struct chosen once per run and compiled into the engine, with
//
//   static constexpr auto fields()        its parameters, for the [routing] section of a file
//   Problems check() const                optional: what is wrong with the parameters
//   Problems check(const Network&) const  what keeps it from working on this network
//   void prepare(const Network&)          tables; called once, before anything below
//   int vcs() const                       virtual channels it needs to be free of deadlock
//   SwitchingNeeds switching_needs() const
//                                         optional: what it needs of the switching mode (switching_needs.hpp)
//   Hop route(SwitchId, Route&, queue_length, salt) const
//                                         the next hop of a packet, called once at each switch on its path
//   void options(SwitchId, const Route&, each) const
//                                         calls each(Hop, Route) for every hop that route() could choose
//   void starts(SwitchId, each) const     optional: calls each(Route), see below
//   void foreseen(SwitchId, const Route&, each) const
//                                         optional: calls each(Hop, bool), see below
//   bool waits_for(Hop) const             optional: see below
//   static constexpr bool salt_is_source  optional: see below
//   static constexpr bool reads_published optional: see below
//   static constexpr bool avoids_closed   optional: see below
//   static constexpr bool avoids_sleeping optional: see below
//   static constexpr bool lists_paths     optional: see below
//   static constexpr bool reroutes_blocked
//                                         optional: see below
//
// queue_length describes the switch at hand:
//   queue_length(port)              bytes queued at that output
//   queue_length.with_downstream(port)
//                                   bytes at that output and beyond it whose credits have not come back; with
//                                   Ethernet's flow control the same as queue_length(port)
//   queue_length.open(hop)          true when the packet would wait neither for the queue nor for credits
//   queue_length.paused(hop)        true when that port and virtual channel is paused, as far as this
//                                   switch knows; never with credits
//   queue_length.notified(switch)   true when a congestion notification about destinations like those of that
//                                   switch is valid here (tables/congestion_notification.hpp)
//   queue_length.used(port)         bytes sent to that output since the start of the run
//   queue_length.now()              time in picoseconds
//   queue_length.input              port that the packet arrived by
// The salt is the packet's own random number. A routing with `salt_is_source` gets the source host's.
//
// The deadlock check walks options() from every switch, once for each destination. The conformance tests
// check that route() returns only such hops. A routing with detours has a start for every pair of destination
// and intermediate switch, too many to walk. Its starts(s, each) lists the routes of s, a switch with hosts.
// The destination of a packet on its way to an intermediate switch is no_id there, which means "anywhere".
// Its options() then continue from the intermediate switch to all destinations.
//
// foreseen() is options() for a routing with few of them: a fast executor prefetches these outputs. It calls
// each() for every possible hop with a flag that tells whether it is one, which avoids mispredicted branches.
// The virtual channel must be valid even where the flag is false.
//
// A packet keeps to the hop that route() chose, and waits for it. With `reroutes_blocked`, route() is called
// again when the packet waits for an output queue and that output is paused. A routing that takes some hops
// only when they are open never waits for those; waits_for() returns false for them. Then they depend on
// other channels, but no packet depends on them (Duato's escape channels are the ones that are waited for).
//
// A routing with `reads_published` may read queue_length.published(switch, port), the bytes queued at an
// output of another switch some time ago (docs/design/model.md, "Published queue lengths"). first_published()
// is the first local port whose queue is published. publication_delay() is the delay over a cable, or nothing
// when the lengths are known at once. Switches with the same published_neighbourhood(switch) may read each
// other's.
//
// A routing with `avoids_closed` works while cables are switched off: it sends no packet to a port where
// queue_length.usable(port) is false. It reports with queue_length.diverted(port, weight) that the packet
// would have used the port, and how much that matters. queue_length.known(row, count) is true when such
// cables of a row are known to be on (routing/graph/link_stages.hpp). With `lists_paths` any set of cables is
// allowed that has one for each entry of LinkStages::each_destination; otherwise its stages determine which
// cables stay on.
//
// A routing with `avoids_sleeping` works while whole switches sleep of which others can take the place: where
// queue_length.switches_sleep() is true it takes only ports where usable(port) is (awake_ports.hpp).
#pragma once

#include <cstdint>
#include <tuple>

#include "base/random.hpp"
#include "network/network.hpp"

namespace ebb::inline routing {

/// The part of a packet that routing reads and writes.
struct Route {
  SwitchId to = 0;        ///< switch of the destination host
  SwitchId via = no_id;   ///< intermediate switch of a detour, until it is reached
  std::uint16_t out = 0;  ///< port of the destination host on that switch
  /// Switch-to-switch channels taken so far, and a number of the algorithm's own. Bit fields, because a store
  /// to a byte may alias anything and would make the compiler reload everything around it.
  std::uint16_t hops : 8 = 0, phase : 8 = 0;
};
static_assert(sizeof(Route) == 12);

struct Hop {
  std::uint16_t port = 0;  ///< local to the switch
  std::uint8_t vc = 0;
  bool operator==(const Hop&) const = default;
};

/// Returns one of n, from random bits.
constexpr std::uint32_t pick(std::uint64_t bits, std::uint32_t n) {
  return static_cast<std::uint32_t>(((bits >> 32) * n) >> 32);
}

/// Returns random bits of one packet at one switch. They depend only on the packet, so any processing order
/// gives the same choice.
constexpr std::uint64_t route_bits(std::uint64_t salt, unsigned hops) {
  return mix_bits(salt + hops * 0x9e3779b97f4a7c15ull);
}
/// Used in place of the hops, for a choice that is made once per packet.
inline constexpr unsigned once_per_packet = 256;

/// Returns the salt that route() gets for a packet that left its source host at a time.
template <class Routing>
constexpr std::uint64_t route_salt(HostId source, std::int64_t entered) {
  if constexpr (requires { Routing::salt_is_source; })
    return source;
  else
    return static_cast<std::uint64_t>(entered) ^ source;
}

template <class Routing>
bool waits_for(const Routing& routing, Hop hop) {
  if constexpr (requires { routing.waits_for(hop); })
    return routing.waits_for(hop);
  else
    return true;
}

}  // namespace ebb::inline routing
