// The structure of a complete tree. Switches are numbered level by level from the root, 0: the children of s
// are s * arity + 1 to s * arity + arity. The ports of a switch are the hosts (if it has any), then the links
// to its parent, then child by child the links down, parallel links side by side.
#pragma once

#include <cstdint>

namespace ebb::inline network {

struct TreeShape {
  std::uint32_t arity = 0, depth = 0;  ///< children of an inner switch; levels below the root
  std::uint32_t links = 0;             ///< parallel, to each child
  std::uint32_t concentration = 0;     ///< hosts on a switch that has hosts
  std::uint32_t first_leaf = 0;
  bool hosts_everywhere = false;  ///< on every switch, not on the leaves only

  bool is_leaf(std::uint32_t s) const { return s >= first_leaf; }
  std::uint32_t parent(std::uint32_t s) const { return (s - 1) / arity; }
  std::uint32_t hosts_on(std::uint32_t s) const { return hosts_everywhere || is_leaf(s) ? concentration : 0; }
  /// The first of the `links` ports to the parent; to the child number `child`.
  std::uint32_t up_port(std::uint32_t s) const { return hosts_on(s); }
  std::uint32_t down_port(std::uint32_t s, std::uint32_t child) const {
    return hosts_on(s) + (s == 0 ? 0 : links) + child * links;
  }
  std::uint32_t ports(std::uint32_t s) const { return down_port(s, is_leaf(s) ? 0 : arity); }
};

}  // namespace ebb::inline network
