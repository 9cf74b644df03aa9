// The state of hosts: what each of them still has to send.
#pragma once

#include <algorithm>

#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A message that waits at its source; packets are cut off it as they leave.
struct QueuedMessage {
  std::int64_t born = 0, left = 0;  ///< payload bytes not yet sent
  HostId destination = 0;
  std::uint32_t number = 0, parts = 1, tag = 0;
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
/// One in so many hosts looks at the order of what arrives: each, where that takes 128 MB at most. An odd
/// number, so that hosts at all places of a switch are among those that look.
constexpr std::size_t hosts_per_witness(std::size_t hosts) {
  constexpr std::size_t most = std::size_t{1} << 23;
  std::size_t per_witness = 1;
  while ((hosts + per_witness - 1) / per_witness * hosts > most && per_witness < hosts) per_witness += 2;
  return per_witness;
}
constexpr std::size_t witnesses(std::size_t hosts) {
  return (hosts + hosts_per_witness(hosts) - 1) / hosts_per_witness(hosts);
}
static_assert(hosts_per_witness(2896) == 1 && hosts_per_witness(16'512) == 33);

struct Host {
  HostMemory memory;
  Message upcoming;
  std::uint32_t queue_head = no_id, queue_tail = no_id;
  std::uint32_t messages = 0;  ///< handed over so far
  std::int64_t backlog = 0;    ///< payload bytes in the queue
};

}  // namespace ebb::inline engine
