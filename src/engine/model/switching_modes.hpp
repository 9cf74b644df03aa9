// The switching modes (pairs of forwarding and flow control) that are compiled in, one line each.
#pragma once

#include <type_traits>

#include "engine/model/flow/counted_credits.hpp"
#include "engine/model/flow/credits.hpp"
#include "engine/model/flow/ethernet.hpp"
#include "engine/model/flow/flit_credits.hpp"
#include "engine/model/forwarding/as_set.hpp"
#include "engine/model/forwarding/wormhole.hpp"

namespace ebb::inline engine {

using CutThroughCredits = SwitchingMode<CutThrough, Credits>;
/// Executors are compiled for it once, with the routing behind an interface.
using StoreAndForwardCredits = SwitchingMode<StoreAndForward, Credits>;
/// Pauses and drops, with either forwarding. Also compiled once.
using Ethernet = SwitchingMode<ForwardingAsSet, EthernetFlow>;

/// Credits that go in band, or with the occupancy of buffers measured. Also compiled once, so that a run
/// without it pays nothing.
using CountedBuffers = SwitchingMode<ForwardingAsSet, CountedCredits>;

/// Packets that move flit by flit, or whole in virtual lanes. Also compiled once.
using WormholeCredits = SwitchingMode<Wormhole, FlitCredits>;

/// Says whether executors are compiled once for this mode, with the routing behind an interface.
template <class W>
inline constexpr bool is_behind_interface = !std::is_same_v<W, CutThroughCredits>;

/// Calls use(W{}) with the switching mode of the settings, and of a policy or circuits that need credits
/// counted.
template <class Use>
auto with_mode(const SwitchSettings& settings, bool counts_credits, Use&& use) {
  if (settings.flow.name != FlowControl::credits) return use(Ethernet{});
  if (settings.counts_flits()) return use(WormholeCredits{});
  if (settings.cell.v > 0 || counts_credits || settings.flow.has_link_packets()) return use(CountedBuffers{});
  if (settings.forwarding == Forwarding::store_and_forward) return use(StoreAndForwardCredits{});
  return use(CutThroughCredits{});
}

}  // namespace ebb::inline engine
