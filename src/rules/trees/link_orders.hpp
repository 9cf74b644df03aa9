// For links that differ in weight: their scale, and the orders of the switches in which paths go up and then
// down.
#pragma once

#include "network/network.hpp"
#include "rules/trees/link_choice.hpp"

namespace ebb::inline rules {

/// True also without weights: links are counted then.
bool all_equal(const LinkWeights& weights);

/// Scales the mean weight of a link to 1, which is the scale of the search's steps. Equal ones become exactly
/// 1.
LinkWeights scaled_weights(const LinkWeights& weights, std::uint32_t trunks);

/// Scales the weights of slower rates as `scale` scales those of full rate.
SlowerRates scaled_rates(const SlowerRates& slower, const LinkWeights& weights, const LinkWeights& scale);

/// With more switches a search takes seconds.
inline constexpr std::uint32_t many_switches = 12;

/// Orders of the switches in which to search paths, the default one first; in some of them not every switch
/// reaches every other. The order determines which turns are allowed, and so which links can be off. Where
/// links are not equal, those orders matter that let paths use the light ones.
std::vector<std::vector<std::uint32_t>> orders_to_try(const Network& network, const Trunks& trunks,
                                                      const LinkWeights& weights);

/// Other orders, for when those give no trees that the links can carry: as different from them as possible,
/// with the heavy links first and the highest numbers first.
std::vector<std::vector<std::uint32_t>> more_orders(const Trunks& trunks, const LinkWeights& weights);

}  // namespace ebb::inline rules
