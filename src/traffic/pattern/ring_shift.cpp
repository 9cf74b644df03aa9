#include "traffic/pattern/ring_shift.hpp"

#include "traffic/pattern/host_groups.hpp"

namespace ebb::inline traffic {

std::vector<HostId> shifted_along_rings(const Network& network, std::uint32_t (*steps)(std::uint32_t n)) {
  const auto grid = switch_grid(network);
  if (!grid)
    return partner_table(network.hosts, [&](HostId h) { return (h + steps(network.hosts)) % network.hosts; });
  const HostGroups hosts = group_by_switch(network);
  std::vector<HostId> table(network.hosts);
  for (SwitchId s = 0; s < hosts.groups(); ++s) {
    SwitchId to = s;
    for (std::size_t d = 0; d < grid->sizes.size(); ++d) to = grid->moved(to, d, steps(grid->sizes[d]));
    for (std::uint32_t i = 0; i < hosts.size(s); ++i)
      table[hosts.members[hosts.first[s] + i]] = hosts.members[hosts.first[to] + i];
  }
  return table;
}

}  // namespace ebb::inline traffic
