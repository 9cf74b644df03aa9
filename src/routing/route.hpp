// What a routing algorithm is. It is a plain struct chosen once per run and compiled into the engine, with
//
//   static constexpr auto fields()        its parameters, for the [routing] section of a file
//   Problems check() const                optional: what is wrong with the parameters
//   Problems check(const Network&) const  does it fit this network?
//   void prepare(const Network&)          tables; called once, before anything below
//   int vcs() const                       virtual channels it needs to be free of deadlock
//   Hop route(SwitchId, Route&, depth, salt) const
//                                         the next hop of a packet, asked once at each switch on its way
//   void options(SwitchId, const Route&, each) const
//                                         calls each(Hop, Route) for every hop that route() could choose
//   void starts(SwitchId, each) const     optional: calls each(Route), see below
//   void foreseen(SwitchId, const Route&, each) const
//                                         optional: calls each(Hop, bool), see below
//   bool waits_for(Hop) const             optional: see below
//   static constexpr bool salt_is_source  optional: see below
//   static constexpr bool reads_published     optional: see below
//   static constexpr bool avoids_closed   optional: see below
//   static constexpr bool tells_ways      optional: see below
//   static constexpr bool reroutes_blocked      optional: see below
//
// depth(port) is the bytes queued at that output of the switch. depth.open(hop) says whether the packet would
// have its way free: it would wait neither for room in the output queue nor for space at the other end.
// depth.paused(hop) says whether a pause of the other end is in force at that port and virtual channel, as
// this switch knows it; never with credits. depth.notified(switch) says whether this switch believes a
// congestion notice about destinations like those of that switch (notices.hpp). depth.used(port) is the bytes
// ever sent to that output, depth.now() the time in picoseconds, depth.input the port that the packet came in
// by. The salt is the packet's own random number; a routing with `salt_is_source` gets the source host's.
//
// options() is what the deadlock check walks, from every switch, once for each destination; the conformance
// tests hold route() to it. A routing with detours has a start for every pair of destination and intermediate
// switch, too many to walk. It says with starts(s, each) which routes concern s, a switch with hosts, and
// writes no_id for the destination of a packet on its way to an intermediate switch: "anywhere". Its
// options() then go on from the intermediate switch to everywhere.
//
// foreseen() is options() for a routing with few of them: a fast executor asks for the memory of these
// outputs ahead of time. It calls each() for what may be a hop and says whether it is one, so that it need
// not branch on what the processor would guess wrong. The virtual channel of a hop must be one that there is,
// also where it is none.
//
// A packet keeps to the hop that route() chose, and waits for it; but with `reroutes_blocked` route() is
// asked once more when the packet waits for room at an output and that is paused. A routing that chooses some
// hops only when they are open never waits for those, and says so with waits_for(): then they depend on
// others, but no packet depends on them (Duato's escape channels are the ones that are waited for).
//
// A routing with `reads_published` may ask for depth.published(switch, port), the bytes queued at an output
// of another switch as they were some time ago (docs/design/model.md, "Published queue lengths"). It says by
// first_published() from which local port on switches publish, by publication_delay() how long the news take
// over a cable, or nothing when they are known at once, and by published_neighbourhood(switch) who may ask
// whom: switches of the same number.
//
// A routing with `avoids_closed` works while cables are switched off: it sends no packet where
// depth.usable(port) is false. It tells by depth.missed(port, weight) that the packet would have gone there,
// and how much that matters, and may ask depth.known(row, count) whether a row has told of such cables
// (routing/graph/link_stages.hpp). With `tells_ways` any set of cables will do that has one for each of the
// ways it tells of (LinkStages::each_way); else its stages say which cables must stay.
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

/// One of n, from random bits.
constexpr std::uint32_t pick(std::uint64_t bits, std::uint32_t n) {
  return static_cast<std::uint32_t>(((bits >> 32) * n) >> 32);
}

/// Random bits of one packet at one switch: they depend on nothing but the packet, so any order of handling
/// gives the same choice.
constexpr std::uint64_t route_bits(std::uint64_t salt, unsigned hops) {
  return mix_bits(salt + hops * 0x9e3779b97f4a7c15ull);
}
/// In place of the hops, for a choice that is made once per packet.
inline constexpr unsigned once_per_packet = 256;

/// What route() gets as salt for a packet that left its source host at a time.
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
