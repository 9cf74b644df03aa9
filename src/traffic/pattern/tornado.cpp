#include "traffic/pattern/tornado.hpp"

#include "traffic/pattern/ring_shift.hpp"

namespace ebb::inline traffic {

Result<std::vector<HostId>> Tornado::partners(const Network& network, std::uint64_t /*seed*/) const {
  return shifted_along_rings(network, [](std::uint32_t n) { return (n + 1) / 2 - 1; });
}

}  // namespace ebb::inline traffic
