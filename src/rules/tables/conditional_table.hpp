// Tables with conditional rules (Benito, sections V-B to V-D): a switch changes paths by itself, at once,
// when an output is busy, with rules that were all loaded before.
//
// Minimal, folded Clos: each part of the sources has its default uplink and, in the later stages, other
// uplinks as alternatives. Minimal, butterfly: one stage per dimension, the last dimension first. A rule
// compares the destination's coordinate in its dimension and nothing above. So it is the default where the
// stages above have nothing to correct, and the alternative where they are busy. No rule is added.
//
// Non-minimal: the minimal rules of another group (dragonfly) or of another coordinate in the last dimension
// (butterfly) are conditional. One rule for each injection port leads to a group that is permanently assigned
// to the port, where minimal rules take over.
#pragma once

#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

struct Conditions {
  Adaptivity kind = Adaptivity::non_minimal;
  /// Alternatives to each default uplink, at most as many as there are others; or detours for each injection
  /// port.
  std::uint32_t alternatives = 1;
  Signal signal = Signal::pause;
  /// For defaults that leave by a cable on which detours begin, too (a dragonfly's global cables).
  Signal own_signal = Signal::pause;
};

/// For kind none, the compacted table. The topology must have the kind (BlockRouting::has_paths).
ForwardingTable conditional_table(const BlockRouting& routing, SwitchId s, const Conditions& conditions);

}  // namespace ebb::inline rules
