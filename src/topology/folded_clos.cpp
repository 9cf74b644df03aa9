#include "topology/folded_clos.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "network/builder.hpp"

namespace ebb::inline topology {

void FoldedClos::check_access(Problems& problems) const {
  if (levels < 2 || levels > 4)
    problems.push_back({"levels", fmt::format("is {}, but must be 2, 3 or 4", levels),
                        "for a single switch, use the topology \"star\""});
  require_at_least(problems, "radix", radix, 4, "a switch needs two ports down and two up");
  if (radix > most_radix)
    problems.push_back({"radix", fmt::format("is {}, but at most {} is possible", radix, most_radix),
                        "it is the number of ports of one switch"});
  if (levels > 2 && radix % 2 != 0)
    problems.push_back({"radix", fmt::format("is {}, but must be even", radix),
                        "half the ports of a middle switch go down and half go up"});
  if (access_radix != 0 && (access_radix < 2 || access_radix > most_radix))
    problems.push_back({"access_radix",
                        fmt::format("is {}, but must be from 2 to {}", access_radix, most_radix),
                        "0: the access switches have as many ports as the others"});
  require_at_least(problems, "hosts_per_switch", hosts_per_switch, 0);
  require_at_least(problems, "uplinks", uplinks, 0);
  if (!problems.empty()) return;
  if (host_ports() >= access_ports())
    problems.push_back({"hosts_per_switch",
                        fmt::format("is {}, which leaves no port for an uplink", host_ports()),
                        fmt::format("use at most {}", access_ports() - 1)});
  else if (up_ports() > access_ports() - host_ports())
    problems.push_back({"uplinks",
                        fmt::format("is {}, but {} hosts leave {} of {} ports", uplinks, host_ports(),
                                    access_ports() - host_ports(), access_ports()),
                        access_radix ? "use fewer uplinks or a larger access_radix"
                                     : "use fewer uplinks or a larger radix"});
}

void FoldedClos::check_pods(Problems& problems) const {
  require_at_least(problems, "pod", pod, 0);
  require_at_least(problems, "pods", pods, 0);
  if (!problems.empty()) return;
  if (pod_size() > largest_pod() || (levels == 2 && pod_size() < 2))
    problems.push_back({"pod",
                        fmt::format("is {}, but with this radix it can be {} to {}", pod, levels == 2 ? 2 : 1,
                                    largest_pod()),
                        "it counts the access switches that share their next level"});
  else if (levels > 2 && pod_size() * up_ports() % half() != 0)
    problems.push_back(
        {"pod",
         fmt::format("of {} switches has {} uplinks, which do not fill whole switches of {} down ports",
                     pod_size(), pod_size() * up_ports(), half()),
         fmt::format("choose it so that pod * {} is a multiple of {}", up_ports(), half())});
  const std::int64_t least = levels == 2 ? 1 : levels == 3 ? 2 : half() + 1;
  if (pod_count() < least || pod_count() > most_pods())
    problems.push_back(
        {"pods", fmt::format("is {}, but with this radix it can be {} to {}", pods, least, most_pods()),
         levels == 2 ? "a network of two levels is one pod; its size is set with pod"
                     : "fewer pods need fewer levels, more pods a larger radix"});
}

/// The top level must connect to every group, or some up ports would lead nowhere.
void FoldedClos::check_last_group(Problems& problems) const {
  const std::int64_t last = pod_count() % half();
  const std::int64_t top = (pod_count() * pod_size() * up_ports() + radix - 1) / radix;
  const std::int64_t least = (top + pod_size() * up_ports() - 1) / (pod_size() * up_ports());
  if (last != 0 && last < least)
    problems.push_back({"pods",
                        fmt::format("is {}, which leaves {} in the last group of {}; its uplinks cannot "
                                    "reach each of the {} top switches",
                                    pod_count(), last, half(), top),
                        fmt::format("give the last group at least {} pods, or leave it out: pods = {}", least,
                                    pod_count() - last)});
}

Problems FoldedClos::check() const {
  Problems problems;
  check_access(problems);
  if (!problems.empty()) return problems;
  check_pods(problems);
  if (!problems.empty()) return problems;
  const std::int64_t ports_per_access_switch = 2 * (host_ports() + up_ports() * (levels - 1));
  require_buildable(problems, pods ? "pods" : "radix",
                    saturating_product(pod_size() * pod_count(), ports_per_access_switch));
  if (levels == 4 && problems.empty()) check_last_group(problems);
  return problems;
}

FoldedClosShape FoldedClos::shape() const {
  const std::int64_t group = std::min(half(), pod_count());  // pods in a group
  const std::int64_t access = pod_size() * pod_count(), uplink_total = access * up_ports();
  const std::int64_t top = (uplink_total + radix - 1) / radix;
  FoldedClosShape s{.concentration = u32(host_ports()), .levels = {}};
  std::int64_t first = 0;
  const auto add = [&](std::int64_t switches, std::int64_t per_block, std::int64_t below, std::int64_t up) {
    s.levels.push_back({u32(first), u32(switches), u32(per_block), u32(below), u32(up)});
    first += switches;
  };
  const auto middle = [&](std::int64_t below) {
    add(uplink_total / half(), below * up_ports() / half(), below, half());
  };
  add(access, 1, 1, up_ports());
  if (levels >= 3) middle(pod_size());
  if (levels >= 4) middle(pod_size() * group);
  add(top, top, access, 0);
  return s;
}

Facts FoldedClos::facts() const {
  const FoldedClosShape s = shape();
  Facts f;
  f.access_switches = s.access_switches();
  f.hosts = f.access_switches * host_ports();
  const std::int64_t uplink_total = f.access_switches * up_ports();
  for (const auto& level : s.levels) f.switches += level.switches;
  f.ports_used = f.hosts + 2 * uplink_total * (levels - 1);
  const std::int64_t top = s.levels.back().switches;
  f.ports_least = std::min(host_ports() + up_ports(), uplink_total / top);
  f.ports_most = std::max(host_ports() + up_ports(), (uplink_total + top - 1) / top);
  if (levels > 2) f.ports_most = std::max(f.ports_most, 2 * half());
  f.add_cables(Medium::copper, f.hosts);
  f.add_cables(local_medium, uplink_total);
  f.add_cables(Medium::optical, uplink_total * (levels - 2));
  // Through the uplinks of half the access switches: above them nothing is oversubscribed. (A partial network
  // whose cables cannot be spread evenly over its top switches has some even cuts that are slightly smaller.)
  f.bisection_cables = f.access_switches / 2 * up_ports();
  f.diameter = 2 * (levels - 1);
  return f;
}

Network FoldedClos::build(const Cables& cables) const {
  std::vector<LinkClass> up;
  for (std::int64_t l = 0; l + 1 < levels; ++l)
    up.push_back(
        cables.link(fmt::format("level {} to {}", l + 1, l + 2), l == 0 ? local_medium : Medium::optical));
  return build_clos(shape(), cables, up);
}

Network build_clos(const FoldedClosShape& s, const Cables& cables, const std::vector<LinkClass>& up) {
  NetworkBuilder builder;
  const std::uint8_t host_class = builder.add_class(cables.host_link());
  for (const auto& level : s.levels)
    for (std::uint32_t i = 0; i < level.switches; ++i) {
      const ClosPlace place = clos_place(s, level.first + i);
      builder.add_switches(1, clos_down_ports(s, place).count + level.up);
    }
  const std::int64_t hosts = std::int64_t{s.access_switches()} * s.concentration;
  builder.set_hosts(u32(hosts));
  attach_hosts(builder, hosts, s.concentration, host_class);
  for (std::uint32_t l = 0; l < s.top(); ++l) {
    const std::uint8_t link_class = builder.add_class(up[l]);
    for (std::uint32_t i = 0; i < s.levels[l].switches; ++i) {
      const SwitchId from = s.levels[l].first + i;
      const ClosPlace place = clos_place(s, from);
      const std::uint32_t first_up = clos_up_ports(s, place).first;
      for (std::uint32_t port = 0; port < s.levels[l].up; ++port) {
        const ClosPort to = clos_up_peer(s, place, port);
        builder.connect(from, first_up + port, to.switch_id, to.port, link_class);
      }
    }
  }
  return builder.finish(s);
}

}  // namespace ebb::inline topology
