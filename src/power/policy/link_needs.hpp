// Which links of a switch have to be on, by Kim's shutdown decision (section 3.3.2 of their paper):
//
//   usage(d)  of a destination d: the sum of the loads of all links that can be used to reach it
//   D_a       the destinations whose usage is above T_max: they may need all their links, L_high
//   D_a = D   all destinations do: only links whose own load is below T_l go off
//   else      L_s = L - L_high are the candidates. D_off are the destinations that L_high does not reach. As
//             long as there are any, the link l_max of L_s that reaches most of them stays on. What is left
//             of L_s goes off.
//
// Links that never go off, as those of a tree that a routing relies on, are among those that stay on.
//
// Three things the paper leaves open, or takes for granted:
// - A link that is off has no load to judge it by: when all destinations are in heavy use, it comes on.
// - Links below T_l go off only as far as every destination keeps a link.
// - No link goes off before those that have to be on are up. So at every moment each destination has a link
//   that is up, whatever the switch decides, and whatever the others do.
#pragma once

#include "power/policy/next_hops.hpp"

namespace ebb::inline power {

struct ShutdownThresholds {
  double t_max = 0.5;  ///< usage of a destination above which all its links are on
  double t_low =
      0.05;  ///< load of a link below which it may go off although all destinations are in heavy use
};

/// Returns for each port why it has to be on. Ports that are no links have no need.
std::vector<LinkNeed> choose_links(const SwitchLinks& links, const ShutdownThresholds& thresholds);

/// Says whether every destination has a link among those that are `on`, by port.
bool reaches_all(const NextHopTable& table, std::span<const std::uint8_t> on);

}  // namespace ebb::inline power
