// Plays a workload without its network: what it generates, in the order of time, in little memory. Each host
// sends its messages one after the other at the full rate of its channel, and each arrives a fixed time after
// its last byte has left. A workload without delivery notifications generates exactly the same as in a
// simulation; one that responds does so when such an ideal network would have delivered the request.
#pragma once

#include <functional>

#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/may_fail.hpp"
#include "traffic/sent_message.hpp"
#include "traffic/size/cutting.hpp"

namespace ebb::inline traffic {

/// From a message's last byte at its source until it has arrived.
inline constexpr Picoseconds rehearsal_latency = 1_us;

/// Calls `each` for every message that is ready before `until`, in the order of time. Returns failures; then
/// the messages are incomplete.
[[nodiscard]] Problems rehearse(const Traffic& traffic, const Network& network, const Cutting& cutting,
                                std::uint64_t seed, Picoseconds until,
                                const std::function<void(const SentMessage&)>& each);

}  // namespace ebb::inline traffic
