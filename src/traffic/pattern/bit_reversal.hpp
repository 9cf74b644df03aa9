// Host (a0, a1, …, an-1) sends to host (an-1, …, a1, a0): the bits of its number in reverse.
#pragma once

#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

struct BitReversal final : Permutation {
 protected:
  Result<std::vector<HostId>> partners(const Network& network, std::uint64_t seed) const override;
};

}  // namespace ebb::inline traffic
