// The decisions that an executor keeps one by one until they are fetched. There is room for a number of them:
// the earliest by time, then by channel. Whatever the order in which they come, memory for twice as many
// suffices.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/model/counted.hpp"
#include "results/decisions.hpp"

namespace ebb::inline engine {

/// Two decisions of one channel in one picosecond keep the order in which they were taken.
inline void sort_decisions(std::vector<DecisionRecord>& records) {
  std::stable_sort(records.begin(), records.end(), [](const DecisionRecord& a, const DecisionRecord& b) {
    return std::tie(a.at, a.channel) < std::tie(b.at, b.channel);
  });
}

class DecisionBuffer {
 public:
  /// Without room, as at the start, nothing is kept.
  void open(std::uint64_t room) { room_ = room; }

  /// Keeps what changes a wish, and what lets a channel wait until it may be off.
  void add(const Decided& decided) {
    if (room_ > 0 && decided.evaluation.changes()) [[unlikely]]
      keep(decided);
  }

  /// What was kept since the last call, in order.
  std::vector<DecisionRecord> take() {
    trim();
    return std::exchange(kept_, {});
  }

 private:
  void keep(const Decided& decided) {
    const ChannelView& view = decided.evaluation.view;
    kept_.push_back({.at = {decided.at},
                     .channel = decided.channel,
                     .from = static_cast<std::uint8_t>(decided.evaluation.before),
                     .to = static_cast<std::uint8_t>(decided.evaluation.requested),
                     .why = decided.evaluation.why(),
                     .cause = name_of(view.cause),
                     .utilisation = view.utilisation,
                     .since = view.since,
                     .sent = view.sent,
                     .queued = view.queued,
                     .idle_for = view.idle_for});
    if (kept_.size() / 2 >= room_) trim();
  }
  /// What lies behind the first `room_` now will lie there for good.
  void trim() {
    sort_decisions(kept_);
    if (kept_.size() > room_) kept_.resize(room_);
  }

  std::uint64_t room_ = 0;
  std::vector<DecisionRecord> kept_;
};

}  // namespace ebb::inline engine
