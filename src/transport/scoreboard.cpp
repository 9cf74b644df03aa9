#include "transport/scoreboard.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "transport/segments.hpp"

namespace ebb::inline transport {

std::uint32_t Scoreboard::send_new() {
  ENSURE(next_ + 1 < most_segments);
  if (next_ - first_ == ring_.capacity()) ring_.grow(first_, next_);
  bits(next_) = 0, ++in_flight_;
  return next_++;
}

std::uint32_t Scoreboard::send_lost() {
  ENSURE(lost_ > 0);
  resend_ = std::max(resend_, first_);
  while ((bits(resend_) & (lost | resent | sacked)) != lost) ++resend_;
  bits(resend_) |= resent, ++in_flight_, --lost_;
  return resend_++;
}

std::uint32_t Scoreboard::acknowledge(std::uint32_t expected) {
  ENSURE(expected <= next_);
  std::uint32_t news = 0;
  for (; first_ < expected; ++first_) {
    const std::uint8_t was = bits(first_);
    in_flight_ -= flying(was);
    news += !(was & sacked);
    lost_ -= (was & (lost | resent | sacked)) == lost;
  }
  searched_ = std::max(searched_, first_), last_sacked_ = std::max(last_sacked_, first_);
  return news;
}

std::uint32_t Scoreboard::arrived(std::uint32_t begin, std::uint32_t end) {
  ENSURE(end <= next_);
  std::uint32_t news = 0;
  for (std::uint32_t i = std::max(begin, first_); i < end; ++i) {
    std::uint8_t& now = bits(i);
    if (now & sacked) continue;
    in_flight_ -= flying(now), ++news;
    lost_ -= (now & (lost | resent)) == lost;
    now = sacked;
  }
  if (news > 0) last_sacked_ = std::max(last_sacked_, end);
  return news;
}

bool Scoreboard::find_lost() {
  unsigned later = 0;
  std::uint32_t end = last_sacked_;
  for (; end > searched_ && later < reordering; --end) later += bits(end - 1) & sacked;
  if (later < reordering) return false;
  bool news = false;
  for (; searched_ < end; ++searched_) {
    std::uint8_t& now = bits(searched_);
    if (now & sacked) continue;
    now |= lost, --in_flight_, ++lost_, news = true;
  }
  return news;
}

void Scoreboard::lose_all() {
  in_flight_ = lost_ = 0;
  for (std::uint32_t i = first_; i != next_; ++i) {
    if (bits(i) & sacked) continue;
    bits(i) = lost, ++lost_;
  }
  resend_ = first_, searched_ = next_;
}

}  // namespace ebb::inline transport
