#include "rules/tables/destination_blocks.hpp"

#include <algorithm>

namespace ebb::inline rules {

std::vector<DestinationBlock> destination_blocks(const BlockRouting& routing, SwitchId s,
                                                 Organisation organisation) {
  const BlockSizes& sizes = routing.sizes();
  const SwitchPlace here = routing.place(s);
  std::vector<DestinationBlock> blocks;
  if (organisation == Organisation::flat) {
    for (HostId h = 0; h < sizes.hosts; ++h) blocks.push_back({h, AddressLevel::host, h});
    return blocks;
  }
  const bool by_group = organisation != Organisation::per_switch && routing.has_groups();
  const auto add_switches = [&](std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t access = first; access < end; ++access) {
      if (access != here.access)
        blocks.push_back({routing.first_host_of(access), AddressLevel::access_switch, access});
      else
        for (HostId h : routing.hosts_of(access)) blocks.push_back({h, AddressLevel::host, h});
    }
  };
  if (!by_group) add_switches(0, sizes.access_switches);
  for (std::uint32_t g = 0; by_group && g < sizes.groups; ++g) {
    const std::uint32_t first = g * sizes.group_size;
    if (g == here.group)
      add_switches(first, std::min(first + sizes.group_size, sizes.access_switches));
    else
      blocks.push_back({routing.first_host_of(first), AddressLevel::group, g});
  }
  return blocks;
}

}  // namespace ebb::inline rules
