#include "traffic/arrival/bernoulli.hpp"

#include <algorithm>
#include <cmath>

namespace ebb::inline traffic {

Problems BernoulliArrivals::bind(const Offer& offer) {
  const double slot = std::ceil(std::min(offer.packet_ps(), offer.message_ps()));
  if (!(slot < static_cast<double>(never.v)))
    return {{"name", "has slots that are longer than any run on this channel", "check the unit of the rate"}};
  slot_ps_ = static_cast<std::int64_t>(slot);
  most_slots_ = static_cast<double>(never.v / slot_ps_ - 1);
  const double probability = std::min(1.0, offer.load * slot / offer.message_ps());
  // -1 / ln(1 - p). Where 1 - p would lose digits of p, the first terms of the series are used.
  if (probability == 1)
    slots_per_unit_ = 0;
  else if (probability < 1e-6)
    slots_per_unit_ = 1 / (probability * (1 + probability / 2));
  else
    slots_per_unit_ = -1 / portable_log(1 - probability);
  return {};
}

}  // namespace ebb::inline traffic
