#include "network/circuits.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline network {

Circuits::Circuits(const std::vector<Matching>& turn, Picoseconds reconfiguration) {
  const std::int64_t gap = turn.size() > 1 ? reconfiguration.v : 0;
  for (const Matching& matching : turn) {
    turn_.push_back({matching.shift, period_, period_ + matching.hold.v});
    period_ += matching.hold.v + gap;
  }
}

double Circuits::share_of(std::uint32_t shift) const {
  std::int64_t open = 0;
  for (const Turn& turn : turn_) open += turn.shift == shift ? turn.end - turn.begin : 0;
  return static_cast<double>(open) / static_cast<double>(std::max<std::int64_t>(1, period_));
}

bool Circuits::holds(Picoseconds length) const {
  return std::all_of(turn_.begin(), turn_.end(),
                     [&](const Turn& turn) { return turn.end - turn.begin >= length.v; });
}

std::int64_t Circuits::opens(std::uint32_t shift, std::int64_t from, std::int64_t length) const {
  if (turn_.size() == 1 && turn_[0].shift == shift) return from;
  const std::int64_t begun = from - from % period_, within = from - begun;
  const auto later = std::upper_bound(turn_.begin(), turn_.end(), within,
                                      [](std::int64_t time, const Turn& turn) { return time < turn.begin; });
  std::size_t i = static_cast<std::size_t>(later - turn_.begin()) - 1;
  if (turn_[i].shift == shift && within + length <= turn_[i].end) return from;
  std::int64_t base = begun;
  for (std::size_t tried = 0; tried < turn_.size(); ++tried) {
    if (++i == turn_.size()) i = 0, base += period_;
    if (turn_[i].shift == shift && turn_[i].end - turn_[i].begin >= length) return base + turn_[i].begin;
  }
  ENSURE(false && "a matching with this shift lasts as long as a packet");
  return from;
}

}  // namespace ebb::inline network
