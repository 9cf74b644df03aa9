// The decisions that an executor keeps until they are fetched. Up to a limit it keeps the earliest, by time
// and then by channel. It needs memory for twice the limit at most, whatever the order in which decisions
// come.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/model/counted.hpp"
#include "power/policy/channel_view.hpp"
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
  /// Sets the limit. It is 0 at the start: nothing is kept.
  void open(std::uint64_t room) { room_ = room; }

  /// Keeps decisions that change the requested level, or that start the wait of a channel that is to go off.
  void add(const Decided& decided) {
    if (room_ > 0 && decided.evaluation.changes()) [[unlikely]]
      keep(decided);
  }

  /// Returns what was kept since the last call, in order.
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
  /// Drops decisions beyond the first `room_`: later ones can only push them further back.
  void trim() {
    sort_decisions(kept_);
    if (kept_.size() > room_) kept_.resize(room_);
  }

  std::uint64_t room_ = 0;
  std::vector<DecisionRecord> kept_;
};

}  // namespace ebb::inline engine
