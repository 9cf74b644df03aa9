#include "traffic/video/mpeg_frames.hpp"

#include <algorithm>
#include <cmath>

namespace ebb::inline traffic {

Bytes draw_frame(const FrameType& type, double stretch, Random random) {
  // The normal distribution whose exponential has this mean and this variation.
  const double variance = portable_log(1 + type.variation * type.variation);
  const double factor = portable_exp(std::sqrt(variance) * random.normal() - variance / 2);
  const double bytes = type.mean_bits / 8 * stretch * std::min(factor, largest_over_mean);
  return {std::max<std::int64_t>(1, static_cast<std::int64_t>(bytes))};
}

Bytes largest_frame(double stretch) {
  return {static_cast<std::int64_t>(
      std::ceil(frame_types[0].mean_bits / 8 * largest_over_mean * kinds_of_streams.back() * stretch))};
}

}  // namespace ebb::inline traffic
