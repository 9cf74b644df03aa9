// Messages that hosts make in the next batch of windows. A workload that is not notified of deliveries
// depends on nothing but its own hosts, so their messages are sampled ahead, on this machine, by the
// workload's own functions. Every message that a host is asked for in the batch is here, and no other.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/network_state.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

class MessageFeed {
 public:
  explicit MessageFeed(NetworkState& state);

  /// Samples the first message of every host.
  void begin();
  /// Samples the messages that follow those that are ready before `end`.
  void extend(std::int64_t end);

  const std::vector<std::uint32_t>& first() const { return first_; }
  const std::vector<Message>& messages() const { return messages_; }

 private:
  Message sample(HostId h, Picoseconds now);
  void extend(HostId from, HostId to, std::int64_t end, std::vector<Message>& messages);

  NetworkState& state_;
  std::vector<HostMemory> memory_;    ///< by host: that of the state is not used
  std::vector<Message> last_;         ///< by host
  std::vector<std::uint32_t> first_;  ///< by host, and one past the end
  std::vector<Message> messages_;
};

}  // namespace ebb::inline engine
