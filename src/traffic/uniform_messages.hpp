// The synthetic workload of Abts, section 4.1: every host repeatedly sends a 512 KiB message to a new random
// destination, with exponential gaps. The parameter is the average utilisation of all channels at full rate;
// the load of the hosts follows from the network.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/workload.hpp"

namespace ebb::inline traffic {

struct UniformMessages final : Workload {
  double utilisation = 0.23;
  Bytes size{512 * 1024};

  static constexpr auto fields() {
    return std::tuple{
        field("utilisation", &UniformMessages::utilisation,
              "mean utilisation of all channels at full rate, host channels included, without detours",
              a_part),
        field("size", &UniformMessages::size, "payload of every message", {{1}, usual_range<Bytes>().most})};
  }
  Problems check() const override;
  Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting& cutting,
                                        std::uint64_t seed) const override;
};

}  // namespace ebb::inline traffic
