// Streams of MPEG-2 video: each host sends some, each to one fixed other host. A frame is a message, and must
// be complete before the next one of its stream is due.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/workload.hpp"

namespace ebb::inline traffic {

struct MpegStreams final : Workload {
  double load = 0.3;
  std::int64_t levels = 1;
  double scale = 1;
  Picoseconds deadline{0};

  static constexpr auto fields() {
    return std::tuple{
        field("load", &MpegStreams::load,
              "fraction of the time that each host's channel is busy with its streams", a_part),
        field("levels", &MpegStreams::levels,
              "service levels that the streams are spread over, for virtual lanes", {1, 16}),
        field("scale", &MpegStreams::scale,
              "frame rate as a multiple of 30 per second, with frames smaller by the same factor", {1, 1000}),
        field("deadline", &MpegStreams::deadline,
              "time in which a frame must arrive; 0s: before the next one is due")};
  }
  Problems check() const override;
  Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting& cutting,
                                        std::uint64_t seed) const override;
};

}  // namespace ebb::inline traffic
