// How evenly the hosts' switches send, from what went over the hosts' channels.
#pragma once

#include <optional>
#include <span>

#include "network/network.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline engine {

/// `channels` are all of the network, by id. Nothing when there are none, or when nothing was sent.
std::optional<FairnessResult> fairness_of(const Network& network, std::span<const ChannelResult> channels);

}  // namespace ebb::inline engine
