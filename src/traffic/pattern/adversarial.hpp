// The worst case of minimal routing: all hosts of one location send to hosts of the next one, so that they
// share the few cables between the two. A location is a switch, and the next one is the next along a
// dimension, where switches form a grid (flattened butterfly, mesh, torus); it is a group of a dragonfly
// (ADV+offset); and it is an access switch, in the order of their numbers, anywhere else.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "traffic/pattern/host_groups.hpp"
#include "traffic/pattern/pattern.hpp"

namespace ebb::inline traffic {

struct Adversarial final : Pattern {
  std::int64_t dimension = 1, offset = 1;

  static constexpr auto fields() {
    return std::tuple{
        field("dimension", &Adversarial::dimension,
              "dimension of the grid along which to send, counted from 1 (only where there is a grid)",
              {1, 1'000'000}),
        field("offset", &Adversarial::offset, "how many switches or groups further", {1, 1'000'000'000})};
  }
  Problems check() const override;
  Problems bind(const Network& network, std::uint64_t seed) override;
  HostId destination(HostId source, HostMemory& memory) const override {
    const std::uint32_t target = target_[hosts_.group_of[source]];
    const std::uint32_t first = hosts_.first[target];
    return hosts_.members[first + memory.random.below(hosts_.first[target + 1] - first)];
  }

 private:
  Problems aim_along(const SwitchGrid& grid);
  Problems aim_at_next(std::string_view places);

  HostGroups hosts_;
  std::vector<std::uint32_t> target_;  ///< the group that each group sends to
};

}  // namespace ebb::inline traffic
