// Traffic whose messages get InfiniBand's service levels. The level of a message is sampled from the message
// itself, so the messages are the same as without levels. Messages that have levels already, such as video
// beside other messages, keep theirs.
#pragma once

#include <memory>
#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

class WithServiceLevels final : public Traffic {
 public:
  /// `shares` gives the relative number of messages of each level; not all are 0.
  WithServiceLevels(std::unique_ptr<Traffic> traffic, const std::vector<std::int64_t>& shares);

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    return with_level(host, traffic_->next(host, now, memory));
  }
  bool listens() const override { return traffic_->listens(); }
  Message delivered(const Delivery& delivery, HostMemory& memory) const override {
    return with_level(delivery.destination, traffic_->delivered(delivery, memory));
  }
  Message acknowledged(const Delivery& delivery, Picoseconds now, HostMemory& memory) const override {
    return with_level(delivery.source, traffic_->acknowledged(delivery, now, memory));
  }
  Picoseconds acknowledge_after() const override { return traffic_->acknowledge_after(); }
  double offered_bytes_per_second() const override { return traffic_->offered_bytes_per_second(); }
  bool has_levels() const override { return true; }
  Picoseconds deadline() const override { return traffic_->deadline(); }
  Bytes largest() const override { return traffic_->largest(); }
  Picoseconds memory() const override { return traffic_->memory(); }
  std::string calibration() const override { return traffic_->calibration(); }
  const Traffic& played() const override { return traffic_->played(); }

 private:
  Message with_level(HostId host, Message message) const;

  std::unique_ptr<Traffic> traffic_;
  bool has_own_;
  std::vector<std::uint64_t> up_to_;  ///< by level: cumulative shares
};

}  // namespace ebb::inline traffic
