// Sampled sizes of the frames of MPEG-2 video. The seven traces of Kim et al. are lost with their table;
// these seven kinds of streams replace them. Their statistics are assumed, as usual for MPEG-2 at standard
// resolution: 30 frames a second in groups of twelve, I B B P B B P B B P B B; of the middle kind 400, 200
// and 80 kbit on average, 4.1 Mb/s, of the others in proportion; sizes are lognormal, and independent of each
// other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/random.hpp"
#include "base/units.hpp"

namespace ebb::inline traffic {

inline constexpr std::string_view frames_of_group = "IBBPBBPBBPBB";
inline constexpr std::int64_t frames_per_second = 30;
/// By kind of stream: its rate over that of the middle kind, 2.05 to 10.25 Mb/s.
inline constexpr std::array<double, 7> kinds_of_streams{0.5, 0.75, 1, 1.25, 1.5, 2, 2.5};

struct FrameType {
  char name;
  double mean_bits;
  double variation;  ///< standard deviation over mean
};
inline constexpr std::array<FrameType, 3> frame_types{
    {{'I', 400e3, 0.2}, {'P', 200e3, 0.3}, {'B', 80e3, 0.3}}};
/// No frame is larger than so many times the mean of its type; one in many millions would be.
inline constexpr double largest_over_mean = 6;

constexpr const FrameType& type_of_frame(std::uint64_t place_in_group) {
  const char name = frames_of_group[place_in_group % frames_of_group.size()];
  return frame_types[name == 'I' ? 0 : name == 'P' ? 1 : 2];
}

/// The mean of all frames of a kind of stream, in bytes.
constexpr double mean_frame_bytes(double kind) {
  double bits = 0;
  for (std::uint64_t i = 0; i < frames_of_group.size(); ++i) bits += type_of_frame(i).mean_bits;
  return kind * bits / static_cast<double>(frames_of_group.size()) / 8;
}

/// Samples a frame, `stretch` times as large as those of the kind.
Bytes draw_frame(const FrameType& type, double stretch, Random random);
/// Returns the largest frame that can be sampled of any kind.
Bytes largest_frame(double stretch);

}  // namespace ebb::inline traffic
