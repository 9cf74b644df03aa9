// One step along every ring. ring_shift.hpp defines the rings of a network.
#pragma once

#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

struct Neighbour final : Permutation {
 protected:
  Result<std::vector<HostId>> partners(const Network& network, std::uint64_t seed) const override;
};

}  // namespace ebb::inline traffic
