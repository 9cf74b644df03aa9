// How evenly the hosts' switches send, from the bytes on the hosts' channels.
#pragma once

#include <optional>
#include <span>

#include "network/network.hpp"
#include "results/run_outcome.hpp"

namespace ebb::inline engine {

/// `channels` are those of the whole network, by id. Returns nothing when there are none, or when nothing was
/// sent.
std::optional<FairnessResult> fairness_of(const Network& network, std::span<const ChannelResult> channels);

}  // namespace ebb::inline engine
