// Each host sends to the host whose number has all bits flipped: the farthest corner of a cube.
#pragma once

#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

struct BitComplement final : Permutation {
 protected:
  Result<std::vector<HostId>> partners(const Network& network, std::uint64_t seed) const override;
};

}  // namespace ebb::inline traffic
