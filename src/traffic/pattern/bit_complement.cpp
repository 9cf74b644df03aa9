#include "traffic/pattern/bit_complement.hpp"

#include "traffic/pattern/bit_permutation.hpp"

namespace ebb::inline traffic {

Result<std::vector<HostId>> BitComplement::partners(const Network& network, std::uint64_t /*seed*/) const {
  const auto bits = host_bits(network, "bit complement");
  if (!bits) return bits.problems();
  return partner_table(network.hosts, [&](HostId h) { return network.hosts - 1 - h; });
}

}  // namespace ebb::inline traffic
