// The state of hosts: what each of them still has to send.
#pragma once

#include <algorithm>

#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A message that waits at its source; packets are cut off it as they leave.
struct QueuedMessage {
  std::int64_t born = 0, left = 0;  ///< payload bytes not yet sent
  HostId destination = 0;
  std::uint32_t number = 0, parts = 1, tag = 0;
  std::int64_t ready = 0;  ///< when the adapter has its next packet; 0 without an adapter
};

/// Where a host is attached.
struct HostPlace {
  SwitchId at = 0;
  std::uint16_t local = 0;
};

/// The newest packet of a source that has arrived at a host.
struct NewestPacket {
  std::int64_t entered = 0;  ///< when it left the source, plus 1; 0: none has arrived
  std::uint32_t late = 0;    ///< packets of this source that came after a later one
};
/// The order of packets is checked in one of so many flows: in all, where that takes at most 128 MB. Each
/// host checks as many, so that every receiver is covered, whatever the traffic.
constexpr std::size_t flows_per_watched(std::size_t hosts) {
  constexpr std::size_t most = std::size_t{1} << 23;
  return std::max<std::size_t>(1, (hosts * hosts + most - 1) / most);
}
/// The most flows that a host checks.
constexpr std::size_t watched_flows(std::size_t hosts) {
  return (hosts + 2 * flows_per_watched(hosts) - 2) / flows_per_watched(hosts);
}
static_assert(flows_per_watched(2896) == 1 && watched_flows(2896) == 2896);
static_assert(flows_per_watched(16'512) == 33 && watched_flows(16'512) == 502);

struct Host {
  HostMemory memory;
  Message upcoming;
  std::uint32_t queue_head = no_id, queue_tail = no_id;
  std::uint32_t messages = 0;  ///< handed over so far
  std::int64_t backlog = 0;    ///< payload bytes in the queue
};

}  // namespace ebb::inline engine
