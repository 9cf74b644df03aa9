// A thread's messages to the other ranks in one window, and which switches are there.
#pragma once

#include <vector>

#include "base/bytes.hpp"
#include "engine/exchange/rank_messages.hpp"
#include "engine/model/network_state.hpp"
#include "network/network.hpp"

namespace ebb::inline engine {

class Outbox {
 public:
  explicit Outbox(const Partition& share)
      : rank_of_(share.is_whole() ? nullptr : share.rank_of.data()),
        rank_(share.rank),
        messages_(share.ranks) {}

  /// Says whether a switch is on another rank.
  bool is_far(SwitchId switch_id) const { return rank_of_ && rank_of_[switch_id] != rank_; }
  /// Posts a record to the rank of its switch, which must be far.
  template <class Record>
  void post(const Record& record) {
    messages_[rank_of_[record.switch_id]].post(record);
  }
  void post_to(std::size_t rank, const PublishedChange& change) { messages_[rank].post(change); }
  /// Writes all messages to a rank and clears them. Returns the time of the earliest one.
  std::int64_t pack(std::size_t rank, ByteWriter& to) { return messages_[rank].pack(to); }

 private:
  const std::uint16_t* const rank_of_;  ///< by switch; null when this is the only rank
  const std::size_t rank_;
  std::vector<RankMessages> messages_;  ///< by rank
};

}  // namespace ebb::inline engine
