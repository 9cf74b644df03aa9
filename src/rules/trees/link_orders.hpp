// Where links differ in weight: their scale, and the orders of the switches in which paths go up and then
// down.
#pragma once

#include "rules/trees/link_choice.hpp"

namespace ebb::inline rules {

/// Also where there are none: links are counted then.
bool all_equal(const LinkWeights& weights);

/// So that a link counts 1 on average, which is the scale of the search's steps. Equal ones count exactly 1.
LinkWeights scaled_weights(const LinkWeights& weights, std::uint32_t trunks);

/// With more switches a search takes seconds.
inline constexpr std::uint32_t many_switches = 12;

/// Orders of the switches to look for paths in, the usual one first; in some of them not every switch reaches
/// every other. The order decides which turns are allowed, and with it which
/// links can be spared; where links are not equal, those count that let paths use the light ones.
std::vector<std::vector<std::uint32_t>> orders_to_try(const Network& network, const Trunks& trunks,
                                                      const LinkWeights& weights);

/// Others, for where those lead to no trees that the links can carry: as different from them as can be, with
/// the heavy links first and the highest numbers first.
std::vector<std::vector<std::uint32_t>> more_orders(const Trunks& trunks, const LinkWeights& weights);

}  // namespace ebb::inline rules
