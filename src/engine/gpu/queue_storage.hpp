// The rings and pools as this machine has them: before a run begins, when their content is read, and when
// one of them gets larger.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/gpu/message_feed.hpp"
#include "engine/gpu/warp_queues.hpp"
#include "engine/model/network_state.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

class QueueStorage {
 public:
  explicit QueueStorage(const NetworkState& state);

  WarpQueues view(const MessageFeed& feed);
  /// Starts the feed from its first message again.
  void restart_feed();
  /// Doubles the one that was full.
  void enlarge(FullQueue full);

  const QueueSizes& sizes() const { return sizes_; }
  FullQueue full() const { return static_cast<FullQueue>(full_[0]); }

 private:
  void resize_rings(std::uint32_t size);
  void resize_credits(std::uint32_t size);
  void resize_events(std::uint32_t size);
  void resize_pool(std::uint32_t size);
  void resize_messages(std::uint32_t size);
  void resize_arriving(std::uint32_t size);
  void resize_posted(std::uint32_t size);

  const NetworkState& state_;
  QueueSizes sizes_;
  std::uint32_t words_;
  std::vector<PortEnds> ends_;
  std::vector<PacketOnTheWay> ring_;
  std::vector<ReturnedCredit> returned_;
  std::vector<std::uint64_t> due_, wanted_;
  std::vector<PendingEvent> events_;
  std::vector<std::uint32_t> event_lists_;
  std::vector<PoolEnds> event_ends_;
  std::vector<Packet> packets_;
  std::vector<std::uint32_t> packet_links_;
  std::vector<PoolEnds> packet_ends_;
  std::vector<QueuedMessage> messages_;
  std::vector<std::uint32_t> message_links_;
  std::vector<PoolEnds> message_ends_;
  std::vector<ArrivingTable::Sum> arriving_;
  std::vector<PostedDelivery> posted_;
  std::vector<std::uint32_t> arriving_used_, posted_count_, feed_taken_, full_;
};

}  // namespace ebb::inline engine
