// A network of routers with the metrics of its interior gateway protocol (OSPF, IS-IS), and the traffic
// between them, as plain arrays. Link l consists of the channels 2l (from a to b) and 2l + 1 (from b to a).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ebb::inline network {

using RouterId = std::uint32_t;
using IgpLinkId = std::uint32_t;
using IgpChannelId = std::uint32_t;  ///< one direction of a link

struct IgpLink {
  RouterId a = 0, b = 0;
  std::int64_t metric_ab = 1, metric_ba = 1;  ///< positive
  double capacity_ab = 0, capacity_ba = 0;    ///< in the unit of the demands; positive
};

/// Traffic from one router to another. Rates are in any unit, the same as that of capacities.
struct IgpDemand {
  RouterId from = 0, to = 0;
  double rate = 0;
};

struct IgpNetwork {
  std::vector<std::string> routers;  ///< their names
  std::vector<IgpLink> links;

  std::uint32_t size() const { return static_cast<std::uint32_t>(routers.size()); }
  std::uint32_t channels() const { return 2 * static_cast<std::uint32_t>(links.size()); }
  RouterId from(IgpChannelId c) const { return c % 2 == 0 ? links[c / 2].a : links[c / 2].b; }
  RouterId to(IgpChannelId c) const { return from(c ^ 1); }
  std::int64_t metric(IgpChannelId c) const {
    return c % 2 == 0 ? links[c / 2].metric_ab : links[c / 2].metric_ba;
  }
  double capacity(IgpChannelId c) const {
    return c % 2 == 0 ? links[c / 2].capacity_ab : links[c / 2].capacity_ba;
  }
};

}  // namespace ebb::inline network
