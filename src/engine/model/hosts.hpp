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

/// The newest packet of a source that has arrived at a host. 0: none; else the source's number and 1.
struct NewestPacket {
  std::int64_t entered = 0;
  std::uint32_t source = 0;
  std::uint32_t late = 0;  ///< packets of this source that came after a later one
};
/// So many sources are remembered at a time: all of them, where that takes 128 MB at most.
constexpr std::size_t newest_per_host(std::size_t hosts) {
  constexpr std::size_t most = std::size_t{1} << 23;
  return hosts * hosts <= most ? hosts : std::max<std::size_t>(64, most / hosts);
}
static_assert(newest_per_host(2896) == 2896 && newest_per_host(16'512) == 508);

struct Host {
  HostMemory memory;
  Message upcoming;
  std::uint32_t queue_head = no_id, queue_tail = no_id;
  std::uint32_t messages = 0;  ///< handed over so far
  std::int64_t backlog = 0;    ///< payload bytes in the queue
};

}  // namespace ebb::inline engine
