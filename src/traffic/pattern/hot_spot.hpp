// A fraction of all messages goes to a few hot hosts, the rest to any other host.
#pragma once

#include <vector>

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "traffic/pattern/pattern.hpp"

namespace ebb::inline traffic {

struct HotSpot final : Pattern {
  double fraction = 0.1;
  std::vector<std::int64_t> hosts;
  std::int64_t count = 1;

  static constexpr auto fields() {
    return std::tuple{
        field("fraction", &HotSpot::fraction, "fraction of the messages that go to the hot hosts",
              some_share),
        field("hosts", &HotSpot::hosts, "the hot hosts; when empty, the run's seed picks some"),
        field("count", &HotSpot::count, "how many hot hosts the seed picks", {1, 1'000'000'000})};
  }
  Problems check() const override;
  Problems bind(const Network& network, std::uint64_t seed) override;
  HostId destination(HostId source, HostMemory& memory) const override;

 private:
  std::vector<HostId> hot_;
  std::uint32_t all_ = 0;
};

}  // namespace ebb::inline traffic
