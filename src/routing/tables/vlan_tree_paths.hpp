// Forwarding in VLAN trees (Koibuchi, section III): the switch of the source decides in which tree a frame
// travels, and a tree has one path to each destination. Between two switches the addresses select the cable
// of a trunk, as in the rules that `ebb trees --openflow` writes, so a flow keeps to one cable.
//
// The links in use and the paths may be given (use_paths), as [trees] of a run does. Otherwise all links are
// in use, and `paths` is the rule of the paths.
//
// One virtual channel. Paths by up_down never turn up after they went down, so their dependencies have no
// cycle. Shortest paths can have one, and the deadlock check reports where.
#pragma once

#include <cstdint>
#include <memory>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/spread.hpp"
#include "rules/trees/path_set.hpp"
#include "rules/trees/tree_plan.hpp"
#include "rules/trees/trunks.hpp"

namespace ebb::inline routing {

struct VlanTreePaths {
  PathRule paths = PathRule::up_down;

  static constexpr bool salt_is_source = true;
  static constexpr auto fields() {
    return std::tuple{field("paths", &VlanTreePaths::paths,
                            "of the trees, unless [trees] names a file: up and then down from a central "
                            "switch, or the shortest, which can cause a deadlock")};
  }
  Problems check(const Network& network) const;
  /// Frames go by these links and paths. To be called before prepare().
  void use_paths(std::shared_ptr<const TreePaths> given) { given_ = std::move(given); }
  void prepare(const Network& network);
  int vcs() const { return 1; }
  std::uint64_t table_bytes() const;

  template <class QueueLength>
  Hop route(SwitchId here, Route& packet, const QueueLength&, std::uint64_t source) const {
    if (packet.to == here) return {packet.out, 0};
    enter_tree(here, packet);
    ++packet.hops;
    const std::vector<std::uint16_t>& ports = ports_of(here, packet);
    return {ports[link(ports.size(), host_address_[source], destination(packet))], 0};
  }

  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    Route next = packet;
    enter_tree(here, next);
    next.hops = 1;  // it only matters whether it has left its first switch
    for (const std::uint16_t port : ports_of(here, next)) each(Hop{port, 0}, next);
  }

 private:
  static constexpr std::uint32_t most_trees = 256;  ///< a route stores it in a byte

  void enter_tree(SwitchId here, Route& packet) const {
    if (packet.hops == 0) packet.phase = static_cast<std::uint8_t>(tree_of_[here]);
  }
  const std::vector<std::uint16_t>& ports_of(SwitchId here, const Route& packet) const {
    return trunk_ports_[way_[way_place(packet.phase, here, packet.to)]];
  }
  std::size_t way_place(std::uint32_t tree, SwitchId here, SwitchId to) const {
    const std::size_t switches = tree_of_.size();
    return (tree * switches + here) * switches + to;
  }
  Address destination(const Route& packet) const {
    return port_address_[first_port_[packet.to] + packet.out];
  }
  std::size_t link(std::size_t links, Address source, Address destination) const;
  void note_addresses(const Network& network, const AddressPlan& plan);
  std::size_t note_ports(const TreePaths& trees);
  void note_trunks(const Trunks& trunks, const PathSet& path_set);

  std::shared_ptr<const TreePaths> given_;  ///< null: all links, and the paths of the rule
  std::vector<std::uint32_t> tree_of_;      ///< of each switch; no_id: it has no hosts
  /// For a tree, a switch on one of its paths and a destination: the ports of the trunk by which the path
  /// continues.
  std::vector<std::uint16_t> way_;
  std::vector<std::vector<std::uint16_t>> trunk_ports_;  ///< by Trunks::channel_from()
  std::vector<std::vector<SpreadPart>> parts_;           ///< by the number of links that share the traffic
  std::vector<Address> host_address_, port_address_;
  std::vector<PortId> first_port_;
};

}  // namespace ebb::inline routing
