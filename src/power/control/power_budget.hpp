// The power budget of a whole network: the bids of all its channels, and what they may draw together.
//
// The ledger holds the latest bid of every channel. A driver replaces a channel's bid at each evaluation, in
// any order, also in a thread's own ledger that is added later: a ledger has only sums of whole microwatts.
// Once an epoch the budget is closed: it finds the value from which on steps of rate levels keep their power,
// and the one from which on they get power that is free. Free is only what no channel has reserved.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/units.hpp"
#include "power/control/rate_levels.hpp"
#include "power/policy/channel_view.hpp"
#include "power/policy/power_bid.hpp"

namespace ebb::inline power {

/// What channels draw in each level, and what they may draw together. Empty where no policy has a limit.
struct ChannelWatts {
  std::int64_t limit = 0;                             ///< microwatts, of all controlled channels
  std::vector<std::vector<std::int64_t>> microwatts;  ///< by class of cable and level, of one channel
  Picoseconds settle{};  ///< after which a requested change is over; longer than an epoch: unknown
  /// Both directions of a cable take the faster level, so each reserves the power of both.
  bool paired = false;

  bool in_use() const { return !microwatts.empty(); }
};

/// Reads and writes a bid in the memory of a channel. A channel without one draws the power of `level`.
PowerBid bid_in(const ChannelMemory& memory, std::size_t level);
ChannelMemory memory_with(const PowerBid& bid);

/// Sums of bids. Removing a bid that was added leaves no trace.
class PowerLedger {
 public:
  /// Adds a bid `times` times; negative: removes it.
  void add(const PowerBid& bid, const RateLevels& rates, std::span<const std::int64_t> microwatts,
           std::uint8_t tie, std::int64_t times);
  void add(const PowerLedger& other) { add_packed(other.sums_); }
  /// Adds the sums of a ledger of another process.
  void add_packed(std::span<const std::int64_t> sums);
  std::span<const std::int64_t> packed() const { return sums_; }  ///< empty before the first bid
  void reserve(std::int64_t microwatts);
  void clear() { sums_.clear(); }

  /// In microwatts: what is reserved above the slowest levels; steps of a bucket; those not reserved of them.
  std::int64_t reserved() const { return sums_.empty() ? 0 : sums_.back(); }
  std::int64_t steps(std::size_t bucket) const { return sums_.empty() ? 0 : sums_[bucket]; }
  std::int64_t open_steps(std::size_t bucket) const {
    return sums_.empty() ? 0 : sums_[PowerGrant::buckets + bucket];
  }

 private:
  void make_room();

  std::vector<std::int64_t> sums_;
};

class PowerBudget {
 public:
  PowerBudget() = default;  ///< not in use
  /// All channels draw the power of level `first` and have no bid. `channels`: how many are controlled, by
  /// class of cable. The watts must outlive the budget.
  PowerBudget(const ChannelWatts& watts, std::span<const std::int64_t> channels, std::size_t slowest,
              std::size_t first);

  bool in_use() const { return watts_ != nullptr; }
  PowerLedger& ledger() { return ledger_; }
  /// Adds a channel's bid to a ledger, or removes it.
  void add(PowerLedger& to, const PowerBid& bid, std::uint32_t channel, std::uint8_t link_class,
           const RateLevels& rates, bool removes = false) const;

  /// Closes the budget's epoch, if it is time. What is in the ledger then decides until it is closed again.
  void close(std::int64_t now, std::int64_t epoch);

  /// Returns what a channel sees at `now`. `together`: the time between two evaluations of every channel
  /// where all are evaluated at the same times; 0: they are not.
  PowerGrant grant(std::uint32_t channel, std::uint8_t link_class, std::int64_t now,
                   std::int64_t together) const;

 private:
  static std::uint8_t tie_of(std::uint32_t channel);

  const ChannelWatts* watts_ = nullptr;
  std::int64_t least_ = 0;  ///< microwatts of all channels at their slowest level
  PowerLedger ledger_;
  std::int64_t next_close_ = 0;
  std::uint32_t closes_ = 0;
  std::uint16_t keep_ = PowerGrant::none, raise_ = PowerGrant::none;
};

}  // namespace ebb::inline power
