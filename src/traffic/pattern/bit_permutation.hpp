// Common part of bit reversal and bit complement: a host is a number of so many bits.
#pragma once

#include "base/result.hpp"
#include "network/network.hpp"
#include "traffic/pattern/permutation.hpp"

namespace ebb::inline traffic {

/// Returns the bits of a host number when the number of hosts is a power of two, else a problem.
Result<int> host_bits(const Network& network, std::string_view pattern);

}  // namespace ebb::inline traffic
