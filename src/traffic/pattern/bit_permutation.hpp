// What bit reversal and bit complement share: a host is a number of so many bits.
#pragma once

#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

/// Bits of a host number when the count of hosts is a power of two; else the problem.
Result<int> host_bits(const Network& network, std::string_view pattern);

}  // namespace ebb::inline traffic
