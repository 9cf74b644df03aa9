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

/// Exponential gaps, any other host with the same probability, sizes that are fixed or in a range.
struct MessageSampler {
  double mean_gap_ps = 0;
  std::uint32_t hosts = 0;  ///< 0: the workload has no sampler
  Bytes least{}, most{};
  bool fixed = false;  ///< the size; then it takes no random number

  EBB_DEVICE bool in_use() const { return hosts > 0; }
  EBB_DEVICE Message next(HostId host, Picoseconds now, HostMemory& memory) const {
    const Bytes size = fixed ? least : any_size(least, most, memory.random);
    const Picoseconds at = now + exponential_gap(mean_gap_ps, memory.random);
    if (at.v >= never.v) return {};
    Message message;
    message.at = at, message.size = size;
    message.destination = any_other_host(host, hosts, memory.random);
    return message;
  }
};

}  // namespace ebb::inline traffic
