#include "traffic/pattern/neighbour.hpp"

#include "traffic/pattern/ring_shift.hpp"

namespace ebb::inline traffic {

Result<std::vector<HostId>> Neighbour::partners(const Network& network, std::uint64_t /*seed*/) const {
  return shifted_along_rings(network, [](std::uint32_t) { return std::uint32_t{1}; });
}

}  // namespace ebb::inline traffic
