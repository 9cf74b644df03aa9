// The address assignment test of the paper (Benito, section IV), on real bridges: hosts announce themselves
// with their address in the payload, once with switches that rewrite addresses on the fly, and once with
// addresses assigned by DMP.
#pragma once

#include "base/result.hpp"
#include "fabric/dmp/announcements.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct DmpTrial {
  Announced by_payload, by_header;  ///< by the source of the address at the receiver
  std::uint32_t answer_rules = 0;   ///< over all switches; 0 with address rewriting
  std::uint32_t forged = 0;         ///< forged replies received, of `forgeries`
  std::uint32_t forgeries = 0;
};

enum class AddressWay : std::uint8_t { rewriting, dmp };

/// Builds a lab for the network, runs the test, and removes the lab. Needs what any lab needs.
Result<DmpTrial> try_addresses(const Network& network, AddressWay way);

}  // namespace ebb::inline fabric
