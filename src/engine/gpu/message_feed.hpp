// Messages that hosts make in the next batch of windows. A workload that is not notified of deliveries
// depends on nothing but its own hosts, so their messages are sampled ahead, on this machine, by the
// workload's own functions. Every message that a host is asked for in the batch is here, and no other.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <vector>

#include "engine/model/network_state.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

class MessageFeed {
 public:
  /// A feed that is not in use has no messages: the warps sample them.
  MessageFeed(NetworkState& state, bool in_use);
  bool in_use() const { return in_use_; }

  /// Samples the first message of every host.
  void begin();
  /// Brings the messages that follow those that are ready before `end`: samples them, or waits for those
  /// that sample_ahead() has begun to sample. Then `end` must be the same.
  void extend(std::int64_t end);
  /// Begins to sample the messages of the batch that follows, up to `end`, while this one runs.
  void sample_ahead(std::int64_t end);
  /// Returns where the next batch must end; 0 when nothing is sampled ahead.
  std::int64_t sampled_until() const { return ahead_.valid() ? ahead_until_ : 0; }

  const std::vector<std::uint32_t>& first() const { return first_; }
  const std::vector<Message>& messages() const { return messages_; }

 private:
  struct Batch {
    std::vector<std::uint32_t> first;  ///< by host, and one past the end
    std::vector<Message> messages;
  };
  Message sample(HostId h, Picoseconds now);
  void sample_part(HostId from, HostId to, std::int64_t end, std::vector<Message>& messages);
  void sample_all(std::int64_t end);
  HostId first_host(std::size_t part) const;
  void on_threads(const std::function<void(std::size_t part)>& work) const;

  NetworkState& state_;
  bool in_use_;
  std::vector<HostMemory> memory_;           ///< by host: that of the state is not used
  std::vector<Message> last_;                ///< by host
  std::vector<std::vector<Message>> parts_;  ///< of the hosts, one for each thread
  Batch next_;                               ///< while it is sampled
  std::vector<std::uint32_t> first_;         ///< by host, and one past the end
  std::vector<Message> messages_;
  std::int64_t ahead_until_ = 0;
  std::future<void> ahead_;  ///< the last member: it ends before what it uses
};

}  // namespace ebb::inline engine
