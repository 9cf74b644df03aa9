// How the messages of a host are sampled, as plain numbers: for workloads whose messages are sampled where no
// virtual call is possible. SyntheticTraffic::sampler() returns it, and samples the same messages.
#pragma once

#include "base/accelerator/device.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/arrival/arrivals.hpp"
#include "traffic/pattern/pattern.hpp"
#include "traffic/size/sizes.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// Exponential gaps or a closed loop, any other host with the same probability, sizes that are fixed or in a
/// range.
struct MessageSampler {
  double mean_gap_ps = 0;
  std::int64_t outstanding = 0;  ///< of a closed loop: messages that a host keeps under way
  std::uint32_t hosts = 0;       ///< 0: the workload has no sampler
  Bytes least{}, most{};
  bool fixed = false;  ///< the size; then it takes no random number

  EBB_DEVICE bool in_use() const { return hosts > 0; }
  EBB_DEVICE bool is_closed_loop() const { return outstanding > 0; }
  EBB_DEVICE Message next(HostId host, Picoseconds now, HostMemory& memory) const {
    const Bytes size = size_of_next(memory);
    const Picoseconds at = now + gap(memory);
    return at.v >= never.v ? Message{} : message_of(host, at, size, memory);
  }
  /// The answer of a closed loop to the delivery of a message of the host.
  EBB_DEVICE Message acknowledged(HostId host, Picoseconds now, HostMemory& memory) const {
    const Bytes size = size_of_next(memory);
    return message_of(host, now, size, memory);
  }

 private:
  EBB_DEVICE Bytes size_of_next(HostMemory& memory) const {
    return fixed ? least : any_size(least, most, memory.random);
  }
  EBB_DEVICE Picoseconds gap(HostMemory& memory) const {
    return is_closed_loop() ? gap_in_loop(outstanding, memory) : exponential_gap(mean_gap_ps, memory.random);
  }
  EBB_DEVICE Message message_of(HostId host, Picoseconds at, Bytes size, HostMemory& memory) const {
    Message message;
    message.at = at, message.size = size;
    message.destination = any_other_host(host, hosts, memory.random);
    return message;
  }
};

}  // namespace ebb::inline traffic
