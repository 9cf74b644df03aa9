// Traffic with video beside it: real-time and best-effort messages of the same hosts. Frames have a deadline
// and the first service levels; the other messages have neither. Both parts are the same as alone, message by
// message: a host sends whichever is ready first.
#pragma once

#include <memory>

#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

class VideoBeside final : public Traffic {
 public:
  /// `video` does not use a host's random numbers, and has `levels` service levels. `others` does not wait
  /// for responses.
  VideoBeside(std::unique_ptr<Traffic> others, std::unique_ptr<Traffic> video, std::uint32_t levels);

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override;
  double offered_bytes_per_second() const override {
    return others_->offered_bytes_per_second() + video_->offered_bytes_per_second();
  }
  Picoseconds deadline() const override { return video_->deadline(); }
  std::uint32_t own_levels() const override { return levels_; }
  Bytes largest() const override;
  Picoseconds memory() const override;
  std::string calibration() const override;

 private:
  std::unique_ptr<Traffic> others_, video_;
  std::uint32_t levels_;
};

}  // namespace ebb::inline traffic
