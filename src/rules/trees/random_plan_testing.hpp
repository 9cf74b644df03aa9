// For tests: random address plans of three levels, small enough to check every address.
#pragma once

#include <rapidcheck.h>

#include "rules/tables/address.hpp"

namespace ebb::inline rules {

/// Over the whole range from the first case on; rapidcheck would begin with the smallest numbers.
inline std::uint32_t any_in_range(std::uint32_t from, std::uint32_t end) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, end));
}

struct RandomPlan {
  std::uint32_t groups = any_in_range(1, 10), switches = any_in_range(1, 7),
                hosts_per_switch = any_in_range(1, 6);
  /// The last blocks may be short.
  std::uint32_t hosts = any_in_range(1, groups* switches* hosts_per_switch + 1);
  AddressPlan plan{{{"group", AddressLevel::group, groups},
                    {"switch", AddressLevel::access_switch, switches},
                    {"host", AddressLevel::host, hosts_per_switch}},
                   hosts};
};

}  // namespace ebb::inline rules
