// How fast the rules of a lab in the kernel react to a queue, beside a controller that reads the counters of
// ports: two hosts of a switch begin to send at 90 % of their rate by the same port.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/bpf/colliding_flows.hpp"
#include "fabric/bpf/kernel_switch.hpp"
#include "fabric/lab/lab_names.hpp"

namespace ebb::inline fabric {

struct ReactionSettings {
  BitsPerSecond rate{0};  ///< of the cables
  int bursts = 5;
  std::chrono::milliseconds length{500};  ///< of a burst
  /// How often the controller reads the counters; none: the rules react by themselves.
  std::optional<std::chrono::milliseconds> controller = std::nullopt;
};

struct Reaction {
  /// Of each burst, from the frame that made the queue too long to the first that took another port. A burst
  /// in which none did is missing.
  std::vector<std::chrono::nanoseconds> times;
  std::uint64_t sent = 0, received = 0, diverted = 0;
};

/// Several bursts with quiet times between them. The lab carries nothing else meanwhile.
Result<Reaction> measure_reaction(const LabNames& names, const CollidingFlows& flows, const KernelSwitch& at,
                                  const ReactionSettings& settings);

}  // namespace ebb::inline fabric
