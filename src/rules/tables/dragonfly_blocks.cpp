// Dragonfly: group, switch, host. Global ports are assigned to the other groups in runs of h, so the group
// number is addressed as (run, number in the run): the groups behind one switch then share bits where the
// wiring permits. Minimal routing: a global port of this switch if one leads to the group, else the local
// port to a switch that has one.
//
// Two classes of service. A frame has class 0 until it takes the global cable of its minimal rule, and class
// 1 from there on. A detour begins with a global cable in class 0. So channels are used only in the order
// global 0, local 0, global 1, local 1.
#include <algorithm>

#include "network/dragonfly_shape.hpp"
#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline rules {
namespace {

BlockSizes sizes_of(const DragonflyShape& shape) {
  const std::uint32_t switches = shape.groups * shape.group_size;
  return {switches * shape.concentration,
          switches,
          switches,
          shape.groups,
          shape.group_size,
          shape.concentration};
}

std::uint32_t run_of(const DragonflyShape& shape) { return std::min(shape.global_ports, shape.groups); }

AddressPlan plan_of(const DragonflyShape& shape) {
  const std::uint32_t run = run_of(shape);
  const std::uint32_t runs = (shape.groups + run - 1) / run;
  return AddressPlan({{"run", AddressLevel::group, runs},
                      {"group", AddressLevel::group, run},
                      {"switch", AddressLevel::access_switch, shape.group_size},
                      {"host", AddressLevel::host, shape.concentration}},
                     sizes_of(shape).hosts);
}

class DragonflyBlocks final : public BlockRouting {
 public:
  explicit DragonflyBlocks(const DragonflyShape& shape)
      : BlockRouting(sizes_of(shape), plan_of(shape)), shape_(shape), links_(1, 0) {
    for (std::uint32_t d = 1; d < shape.groups; ++d) links_.push_back(dragonfly_links(shape, 0, d));
  }

  SwitchPlace place(SwitchId s) const override { return {s, shape_.group_of(s)}; }

  void find_ports(SwitchId s, HostId destination, Bundle& bundle) const override {
    const SwitchId to = destination / shape_.concentration;
    if (to == s) return bundle.set(destination % shape_.concentration);
    if (shape_.group_of(to) == shape_.group_of(s)) return bundle.set(shape_.local_port(s, to));
    find_ports_to_group(s, shape_.group_of(to), bundle);
  }

  /// The last switch of a group may have one port less.
  std::uint32_t ports_of(SwitchId s) const override {
    const std::uint32_t before = s % shape_.group_size * shape_.global_ports;
    return shape_.first_global_port() +
           (shape_.slots() > before ? std::min(shape_.global_ports, shape_.slots() - before) : 0);
  }

  /// Which groups share bits of their addresses depends on the group of the switch.
  bool compacts_alike() const override { return false; }
  std::uint32_t alike_every() const override { return run_of(shape_); }

  bool has_paths(Adaptivity kind) const override { return kind != Adaptivity::minimal; }
  unsigned classes(Adaptivity) const override { return 2; }
  ClassChange class_change(SwitchId, std::uint32_t port, Adaptivity) const override {
    if (port < shape_.first_global_port()) return {};
    return {ClassChange::Kind::set, 1};
  }
  bool may_detour(SwitchId s, HostId destination) const override {
    return shape_.group_of(destination / shape_.concentration) != shape_.group_of(s);
  }
  std::vector<std::uint32_t> detour_ports(SwitchId s) const override {
    std::vector<std::uint32_t> ports;
    for (std::uint32_t p = shape_.first_global_port(); p < ports_of(s); ++p) ports.push_back(p);
    return ports;
  }

 private:
  void find_ports_to_group(SwitchId s, std::uint32_t group, Bundle& bundle) const {
    const std::uint32_t mine = shape_.group_of(s);
    const std::uint32_t links = links_[group > mine ? group - mine : group + shape_.groups - mine];
    bundle.ports.clear();
    bundle.source_field = bundle.destination_field = plan().fields().size() - 1;
    // With several cables to the group, switches without one take turns, so that all are used.
    const std::uint32_t turn = s % shape_.group_size % links;
    SwitchId gateway = no_id;
    for (std::uint32_t n = 0; n < links; ++n) {
      const GlobalPort end = dragonfly_global_port(shape_, {mine, dragonfly_slot(shape_, mine, group, n)});
      if (end.switch_id == s) bundle.ports.push_back(end.port);
      if (n == turn) gateway = end.switch_id;
    }
    if (bundle.ports.empty()) bundle.ports.push_back(shape_.local_port(s, gateway));
  }

  DragonflyShape shape_;
  std::vector<std::uint32_t> links_;  ///< cables to the group that is d further round
};

}  // namespace

std::unique_ptr<BlockRouting> dragonfly_blocks(const DragonflyShape& shape) {
  return std::make_unique<DragonflyBlocks>(shape);
}

}  // namespace ebb::inline rules
