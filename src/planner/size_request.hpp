// The input of `ebb plan size`.
#pragma once

#include <cstdint>
#include <optional>

namespace ebb::inline planner {

/// The ports of switches with hosts, where those above are another device, or hosts have a rate of their own.
struct AccessPorts {
  std::int64_t hosts = 0, up = 0;  ///< most ports of either kind
  bool apart = false;              ///< it has both at once; else each takes its share of the switch

  /// Returns how many uplinks it has beside so many hosts.
  std::int64_t most_up(std::int64_t with_hosts) const {
    if (with_hosts > hosts) return 0;
    return apart ? up : (hosts - with_hosts) * up / hosts;
  }
};

/// `bisection` is the fraction of uniform traffic, all hosts sending at full rate, that the network carries:
/// its ideal throughput. No cut carries less: neither the bisection nor the uplinks of an access switch.
struct SizeRequest {
  std::int64_t hosts = 0, ports = 0;  ///< ports of a switch; with `access`, of those without hosts
  std::optional<AccessPorts> access{};
  bool own_spines = false;  ///< switches without hosts are another device: only a folded Clos has some
  double faster = 1;        ///< rate of cables between switches over that of hosts
  double bisection = 1;
  std::int64_t least_levels = 2, most_levels = 4;  ///< of a Clos
  double copper_metres = 5;                        ///< reach of copper between switches
  bool rules = true;                               ///< whether to count them, which takes a second

  /// Returns the most ports to other switches that a switch has beside so many hosts.
  std::int64_t most_inner(std::int64_t with_hosts) const {
    return access ? access->most_up(with_hosts) : ports - with_hosts;
  }
  std::int64_t most_hosts() const { return access ? access->hosts : ports; }
};

}  // namespace ebb::inline planner
