// Synthetic traffic: a pattern gives the destinations, an arrival process the times, a size distribution the
// sizes.
#pragma once

#include <algorithm>
#include <memory>

#include "base/problem.hpp"
#include "base/ranges.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/arrival/arrivals.hpp"
#include "traffic/message_sampler.hpp"
#include "traffic/pattern/pattern.hpp"
#include "traffic/size/sizes.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

struct SyntheticParts {
  std::unique_ptr<Pattern> pattern;
  std::unique_ptr<Arrivals> arrivals;
  std::unique_ptr<Sizes> sizes;
  double load = 0;            ///< of each sending host's channel; unused by a closed loop
  std::string calibration{};  ///< how the load was computed, if it was
};

/// Below, a host at 100 Gb/s sends a packet of 1 KB in a minute and a half, and a run sees none.
inline constexpr Range<double> load_range{1e-9, 1};
/// Checks that a load is in that range. It needs no network, so an error is reported early.
Problems check_load(double load);

class SyntheticTraffic final : public Traffic {
 public:
  /// Binds the parts to a network. `where` of a problem is a path below [traffic], like "pattern.offset".
  static Result<std::unique_ptr<Traffic>> bind(SyntheticParts parts, const Network& network,
                                               const Cutting& cutting, std::uint64_t seed);

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override {
    const Bytes size = sizes_->draw(memory.random);
    const Picoseconds at = now + arrivals_->gap(size, memory);
    if (at >= never) return {};
    return {.at = at, .destination = destination(host, at, memory), .size = size};
  }
  bool listens() const override { return arrivals_->is_closed_loop(); }
  Message acknowledged(const Delivery& delivery, Picoseconds now, HostMemory& memory) const override;
  Picoseconds acknowledge_after() const override { return arrivals_->reply_after(); }
  double offered_bytes_per_second() const override { return offered_; }
  Bytes largest() const override { return sizes_->largest(); }
  Picoseconds memory() const override { return std::max(arrivals_->memory(), pattern_->period()); }
  std::string calibration() const override { return calibration_; }
  /// Returns what samples the same messages; one that is not in use for other parts than it knows.
  MessageSampler sampler() const;

 private:
  SyntheticTraffic(SyntheticParts parts, double offered);
  HostId destination(HostId host, Picoseconds at, HostMemory& memory) const {
    if (changes_) [[unlikely]]
      return pattern_->destination_at(host, at, memory);
    return pattern_->destination(host, memory);
  }

  std::unique_ptr<Pattern> pattern_;
  std::unique_ptr<Arrivals> arrivals_;
  std::unique_ptr<Sizes> sizes_;
  bool changes_ = false;  ///< the pattern, with time
  double offered_ = 0;
  std::string calibration_;
};

}  // namespace ebb::inline traffic
