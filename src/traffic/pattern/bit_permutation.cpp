#include "traffic/pattern/bit_permutation.hpp"

#include <bit>

#include "base/problem.hpp"

namespace ebb::inline traffic {

Result<int> host_bits(const Network& network, std::string_view pattern) {
  if (std::has_single_bit(network.hosts)) return std::countr_zero(network.hosts);
  const std::uint32_t below = std::bit_floor(network.hosts);
  return Problem{
      "name",
      fmt::format("is {}, which needs a power of two of hosts, but there are {}", pattern, network.hosts),
      fmt::format("choose a topology of {} or {} hosts, or another pattern", below,
                  std::uint64_t{below} * 2)};
}

}  // namespace ebb::inline traffic
