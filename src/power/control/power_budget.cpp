#include "power/control/power_budget.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace ebb::inline power {

PowerBid bid_in(const ChannelMemory& memory, std::size_t level) {
  const auto now = static_cast<std::uint8_t>(level);
  if (memory.bits == 0) return {.expected = 0, .reserved = now, .granted = now};
  return {.expected = memory.level,
          .reserved = static_cast<std::uint8_t>(memory.bits >> 8),
          .granted = static_cast<std::uint8_t>(memory.bits >> 16),
          .closes = static_cast<std::uint32_t>(memory.bits >> 32)};
}

ChannelMemory memory_with(const PowerBid& bid) {
  return {.level = bid.expected,
          .bits = std::uint64_t{bid.closes} << 32 | std::uint64_t{bid.granted} << 16 |
                  std::uint64_t{bid.reserved} << 8 | 1};
}

void PowerLedger::make_room() {
  if (sums_.empty()) sums_.resize(2 * PowerGrant::buckets + 1);
}

void PowerLedger::reserve(std::int64_t microwatts) {
  make_room();
  sums_.back() += microwatts;
}

void PowerLedger::add(const PowerBid& bid, const RateLevels& rates, std::span<const std::int64_t> microwatts,
                      std::uint8_t tie, std::int64_t times) {
  make_room();
  bid.each_step(rates, microwatts, tie, [&](std::size_t level, std::uint16_t bucket, std::int64_t more) {
    if (level <= bid.reserved) sums_.back() += times * more;
    if (bucket == 0) return;
    sums_[bucket] += times * more;
    if (level > bid.reserved) sums_[PowerGrant::buckets + bucket] += times * more;
  });
}

void PowerLedger::add_packed(std::span<const std::int64_t> sums) {
  if (sums.empty()) return;
  make_room();
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += sums[i];
}

PowerBudget::PowerBudget(const ChannelWatts& watts, std::span<const std::int64_t> channels,
                         std::size_t slowest, std::size_t first)
    : watts_(&watts) {
  const PowerBid none{.reserved = static_cast<std::uint8_t>(first)};
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::vector<std::int64_t>& power = watts.microwatts[i];
    least_ += channels[i] * power[slowest];
    std::int64_t above = 0;  // step by step, as in the ledger
    for (std::size_t level = slowest + 1; level <= none.reserved; ++level)
      above += std::max<std::int64_t>(0, power[level] - power[level - 1]);
    ledger_.reserve(channels[i] * above * (watts.paired ? 2 : 1));
  }
}

std::uint8_t PowerBudget::tie_of(std::uint32_t channel) {
  return static_cast<std::uint8_t>(mix_bits(channel) % PowerGrant::ties);
}

void PowerBudget::add(PowerLedger& to, const PowerBid& bid, std::uint32_t channel, std::uint8_t link_class,
                      const RateLevels& rates, bool removes) const {
  to.add(bid, rates, watts_->microwatts[link_class], tie_of(channel),
         (watts_->paired ? 2 : 1) * (removes ? -1 : 1));
}

void PowerBudget::close(std::int64_t now, std::int64_t epoch) {
  if (now < next_close_) return;
  next_close_ = (now / epoch + 1) * epoch;
  ++closes_;
  keep_ = raise_ = PowerGrant::none;
  std::int64_t used = least_;
  for (std::uint16_t b = PowerGrant::none - 1; b > 0 && used + ledger_.steps(b) <= watts_->limit; --b)
    used += ledger_.steps(b), keep_ = b;
  used = least_ + ledger_.reserved();
  for (std::uint16_t b = PowerGrant::none - 1;
       b >= keep_ && b > 0 && used + ledger_.open_steps(b) <= watts_->limit; --b)
    used += ledger_.open_steps(b), raise_ = b;
}

PowerGrant PowerBudget::grant(std::uint32_t channel, std::uint8_t link_class, std::int64_t now,
                              std::int64_t together) const {
  const std::int64_t settle = watts_->settle.v;
  return {.microwatts = watts_->microwatts[link_class],
          .keep = keep_,
          .raise = raise_,
          .tie = tie_of(channel),
          .settles = settle < together || settle <= next_close_ - now,
          .closes = closes_};
}

}  // namespace ebb::inline power
