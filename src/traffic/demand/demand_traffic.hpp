// Messages in proportion to demands. Within an hour a host's messages are a Poisson process. Its rate changes
// exactly at the hour.
#pragma once

#include <vector>

#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/demand/demand_file.hpp"
#include "traffic/size/cutting.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

struct DemandPace {
  double scale = 1;
  Bytes size{};        ///< payload of a message
  Picoseconds hour{};  ///< time of the run for an hour of the demand
};

class DemandTraffic final : public Traffic {
 public:
  /// A demand counts bytes on the wire, headers included, as a load does.
  DemandTraffic(const std::vector<Demand>& demands, std::uint32_t hosts, const Cutting& cutting,
                const DemandPace& pace);

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override;
  double offered_bytes_per_second() const override { return offered_; }
  Bytes largest() const override { return pace_.size; }
  Picoseconds memory() const override { return hours_ > 1 ? day_ : Picoseconds{}; }
  std::string calibration() const override;

 private:
  /// Messages from a host to one other: those of the same host and hour are consecutive, and `upto` is the
  /// cumulative sum.
  struct Part {
    HostId destination = 0;
    double upto = 0;
  };
  struct Parts {
    std::uint32_t first = 0, end = 0;
    double per_ps = 0;  ///< messages
  };

  std::size_t hour_at(Picoseconds t) const { return static_cast<std::size_t>(t.v % day_.v / pace_.hour.v); }
  const Parts& parts(HostId host, std::size_t hour) const { return of_[hour * hosts_ + host]; }

  std::uint32_t hosts_;
  std::size_t hours_;  ///< 1: the demand does not change
  DemandPace pace_;
  Picoseconds day_{};
  std::vector<Part> all_;
  std::vector<Parts> of_;       ///< each host, hourly
  std::vector<double> in_day_;  ///< messages of each host
  std::vector<double> bits_in_hour_;
  double offered_ = 0;
};

}  // namespace ebb::inline traffic
