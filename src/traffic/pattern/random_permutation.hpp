// Each host sends to one other host, sampled once per run: all permutations without a fixed point are equally
// likely.
#pragma once

#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

struct RandomPermutation final : Permutation {
 protected:
  Result<std::vector<HostId>> partners(const Network& network, std::uint64_t seed) const override;
};

}  // namespace ebb::inline traffic
