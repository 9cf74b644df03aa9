// Folded Clos (fat tree) of 2, 3 or 4 levels: hosts on the access switches only, every level above doubling
// the reach. Above the access level it is never oversubscribed; at the access level hosts_per_switch against
// uplinks sets the ratio. Networks may be partial: the top level shrinks with the number of pods, and with
// four levels the last group of pods may be incomplete (Benito's "replicated 6.5 times").
#pragma once

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "topology/topology.hpp"

namespace ebb::inline topology {

struct FoldedClos final : Topology {
  std::int64_t levels = 3, radix = 16, access_radix = 0;
  std::int64_t hosts_per_switch = 0, uplinks = 0, pod = 0, pods = 0;
  Medium local_medium = Medium::optical;

  static constexpr auto fields() {
    return std::tuple{
        field("levels", &FoldedClos::levels, "switch levels: 2, 3 or 4", {2, 4}),
        field("radix", &FoldedClos::radix, "ports of every switch", {4, most_radix}),
        field("access_radix", &FoldedClos::access_radix,
              "ports of every access switch, where it is another device or has split ports (0: radix)",
              {0, most_radix}),
        field("hosts_per_switch", &FoldedClos::hosts_per_switch,
              "hosts on each access switch (0: half its ports)"),
        field("uplinks", &FoldedClos::uplinks,
              "up ports of each access switch (0: all the ports that are left)"),
        field("pod", &FoldedClos::pod, "access switches in a pod (0: as many as the radix allows)"),
        field("pods", &FoldedClos::pods, "pods in the network (0: as many as the radix allows)"),
        field("local_medium", &FoldedClos::local_medium, "cables between the two levels of a pod")};
  }
  Problems check() const override;
  Facts facts() const override;
  Shape network_shape() const override { return shape(); }
  Network build(const Cables& cables) const override;

  /// The numbers used by the closed forms and the wiring.
  FoldedClosShape shape() const;

 private:
  std::int64_t half() const { return radix / 2; }
  std::int64_t access_ports() const { return access_radix ? access_radix : radix; }
  std::int64_t host_ports() const { return hosts_per_switch ? hosts_per_switch : access_ports() / 2; }
  std::int64_t up_ports() const { return uplinks ? uplinks : access_ports() - host_ports(); }
  std::int64_t largest_pod() const { return levels == 2 ? radix : half(); }
  std::int64_t pod_size() const { return pod ? pod : largest_pod(); }
  std::int64_t most_pods() const { return levels == 2 ? 1 : levels == 3 ? radix : radix * half(); }
  std::int64_t pod_count() const { return pods ? pods : most_pods(); }
  void check_access(Problems& problems) const;
  void check_pods(Problems& problems) const;
  void check_last_group(Problems& problems) const;
};

/// Builds the network of a shape. `up` has the class of the cables above each level but the top one.
Network build_clos(const FoldedClosShape& shape, const Cables& cables, const std::vector<LinkClass>& up);

}  // namespace ebb::inline topology
