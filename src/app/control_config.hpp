// The [control] section of a run: which rates channels have, which policy chooses among them, and what a
// change costs.
#pragma once

#include <memory>
#include <vector>

#include "app/configuration.hpp"
#include "engine/control.hpp"

namespace ebb {

struct ControlConfig {
  std::vector<BitsPerSecond> rates{{2'500'000'000}, {5'000'000'000}, 10_Gbps, 20_Gbps, 40_Gbps};
  Picoseconds epoch = 10_us, reactivation = 1_us;
  std::unique_ptr<Policy> policy;  ///< null: there is no [control], all channels stay at full rate

  static constexpr auto fields() {
    return std::tuple{
        field("rates", &ControlConfig::rates,
              "that a channel can have, slowest first; the last one is the cables' rate"),
        field("epoch", &ControlConfig::epoch, "time between two decisions of a channel"),
        field("reactivation", &ControlConfig::reactivation, "silence of a channel while its rate changes")};
  }
  Problems check() const;

  /// For channels of this full rate. The config must outlive it.
  Control control(BitsPerSecond full_rate) const;
};

/// Reads [control] with its policy, where the file has one.
void read_control(Configuration& file, BitsPerSecond full_rate, ControlConfig& config);

}  // namespace ebb
