#include "traffic/job/rank_activity.hpp"

#include <algorithm>

namespace ebb::inline traffic {

void RankActivity::add(Picoseconds from, Picoseconds until) {
  if (until <= from) return;
  while ((until.v - 1) / length_.v >= static_cast<std::int64_t>(most_spans)) fold();
  const auto last = static_cast<std::size_t>((until.v - 1) / length_.v);
  if (time_.size() <= last) time_.resize(last + 1);
  for (std::int64_t at = from.v; at < until.v;) {
    const std::int64_t span = at / length_.v, end = std::min(until.v, (span + 1) * length_.v);
    time_[static_cast<std::size_t>(span)] += end - at;
    at = end;
  }
}

Picoseconds RankActivity::computing(std::size_t span) const {
  return {span < time_.size() ? std::min(time_[span], length_.v) : 0};
}

void RankActivity::widen(Picoseconds length) {
  while (length_ < length) fold();
}

void RankActivity::fold() {
  for (std::size_t i = 0; i < time_.size(); ++i) {
    const std::int64_t time = time_[i];
    time_[i] = 0, time_[i / 2] += time;
  }
  time_.resize((time_.size() + 1) / 2);
  length_.v *= 2;
}

}  // namespace ebb::inline traffic
