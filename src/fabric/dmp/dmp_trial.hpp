// The paper's test of its address assignment (Benito, section IV), on real bridges: hosts announce themselves
// with their address in the payload, once where switches rewrite addresses on the fly, once where hosts got
// theirs by DMP.
#pragma once

#include "base/result.hpp"
#include "fabric/dmp/announcements.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct DmpTrial {
  Announced by_payload, by_header;  ///< where the receivers take the address from
  std::uint32_t answer_rules = 0;   ///< over all switches; 0 when addresses are rewritten
  std::uint32_t forged = 0;         ///< forged answers that came through, of `forgeries`
  std::uint32_t forgeries = 0;
};

enum class AddressWay : std::uint8_t { rewriting, dmp };

/// Builds a lab of its own for the network, tries, and removes it again. Needs what a lab needs.
Result<DmpTrial> try_addresses(const Network& network, AddressWay way);

}  // namespace ebb::inline fabric
