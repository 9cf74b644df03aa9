#include "traffic/pattern/bit_reversal.hpp"

#include "traffic/pattern/bit_permutation.hpp"

namespace ebb::inline traffic {

Result<std::vector<HostId>> BitReversal::partners(const Network& network, std::uint64_t /*seed*/) const {
  const auto bits = host_bits(network, "bit reversal");
  if (!bits) return bits.problems();
  return partner_table(network.hosts, [&](HostId h) {
    HostId reversed = 0;
    for (int b = 0; b < *bits; ++b) reversed |= ((h >> b) & 1) << (*bits - 1 - b);
    return reversed;
  });
}

}  // namespace ebb::inline traffic
