// How many bytes a simulation will need, computed from what it allocates.
#pragma once

#include <cstdint>

#include "engine/model/flow/flow_settings.hpp"

namespace ebb::inline engine {

/// What the size of a simulation depends on.
struct SimulationSize {
  std::uint64_t ports = 0, hosts = 0;  ///< ports of switches
  std::uint64_t vcs = 1, lanes = 1;    ///< virtual channels of all virtual lanes; these
  std::uint64_t level_count = 0;       ///< rates of a controlled channel; 0: channels are not controlled
  bool latency_bound = false;          ///< the policy has a latency bound
  bool order = false;                  ///< packets that arrive out of order are counted
  FlowControl flow = FlowControl::credits;
  bool link_packets = false;  ///< credits go in band
  bool worms = false;         ///< packets move flit by flit
  bool output_lanes = false;  ///< and there are lanes behind the crossbar
  bool adapters = false;      ///< of hosts take time
  std::uint64_t threads = 1;
  double packets = 0;       ///< in the network at a time
  double messages = 0;      ///< that wait at their sources
  double notification = 0;  ///< of deliveries, on their way to a workload that listens
};

/// Returns the bytes of the arrays that exist from the beginning.
std::uint64_t state_bytes(const SimulationSize& size);

/// Returns the bytes of what grows and shrinks while it runs: packets under way, and counters.
std::uint64_t working_bytes(const SimulationSize& size);

}  // namespace ebb::inline engine
