#include "traffic/service/service_levels.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace ebb::inline traffic {

WithServiceLevels::WithServiceLevels(std::unique_ptr<Traffic> traffic,
                                     const std::vector<std::int64_t>& shares)
    : traffic_(std::move(traffic)), has_own_(traffic_->own_levels() > 0) {
  std::uint64_t sum = 0;
  for (const std::int64_t share : shares) up_to_.push_back(sum += static_cast<std::uint64_t>(share));
  ENSURE(sum > 0);
}

Message WithServiceLevels::with_level(HostId host, Message message) const {
  const bool has_one = has_own_ && message.tag != no_deadline;
  if (message.destination == no_id || has_one) return message;
  const std::uint64_t who = std::uint64_t{host} << 32 | message.destination;
  const std::uint64_t bits = mix_bits(
      mix_bits(static_cast<std::uint64_t>(message.at.v) ^ who * 0x9e3779b97f4a7c15ull) + message.tag);
  const auto place = static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits) * up_to_.back()) >> 64);
  const auto level = std::upper_bound(up_to_.begin(), up_to_.end(), place) - up_to_.begin();
  message.level = static_cast<std::uint8_t>(level);
  return message;
}

}  // namespace ebb::inline traffic
