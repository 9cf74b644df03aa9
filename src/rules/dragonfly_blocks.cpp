// Dragonfly: group, switch, host. Global ports are dealt to the other groups in runs of h, so the group
// number is addressed as (run, number in the run): the groups behind one switch then share bits wherever the
// wiring lets them. Minimal routing: a global port of this switch if one leads to the group, else the local
// port to a switch that has one.
#include <algorithm>

#include "rules/block_routing.hpp"

namespace ebb {
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

AddressPlan plan_of(const DragonflyShape& shape) {
  const std::uint32_t run = std::min(shape.global_ports, shape.groups);
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
      : BlockRouting(sizes_of(shape), plan_of(shape)), shape_(shape) {}

  SwitchPlace place(SwitchId s) const override { return {s, shape_.group_of(s)}; }

  void find_ports(SwitchId s, HostId destination, Bundle& bundle) const override {
    const SwitchId to = destination / shape_.concentration;
    if (to == s) return bundle.set(destination % shape_.concentration);
    if (shape_.group_of(to) == shape_.group_of(s)) return bundle.set(shape_.local_port(s, to));
    find_ports_to_group(s, shape_.group_of(to), bundle);
  }

  /// The last switch of a group may have a port less.
  std::uint32_t ports_of(SwitchId s) const override {
    const std::uint32_t before = s % shape_.group_size * shape_.global_ports;
    return shape_.first_global_port() +
           (shape_.slots() > before ? std::min(shape_.global_ports, shape_.slots() - before) : 0);
  }

  /// Which groups share bits of their addresses depends on where one stands.
  bool compacts_alike() const override { return false; }

 private:
  void find_ports_to_group(SwitchId s, std::uint32_t group, Bundle& bundle) const {
    const std::uint32_t mine = shape_.group_of(s), links = dragonfly_links(shape_, mine, group);
    bundle.ports.clear();
    bundle.source_field = bundle.destination_field = plan().fields().size() - 1;
    const auto end_of = [&](std::uint32_t n) {
      return dragonfly_global_port(shape_, {mine, dragonfly_slot(shape_, mine, group, n)});
    };
    for (std::uint32_t n = 0; n < links; ++n)
      if (const GlobalPort end = end_of(n); end.switch_id == s) bundle.ports.push_back(end.port);
    // With several cables to the group, the switches of a group take turns, so that all cables are used.
    if (bundle.ports.empty())
      bundle.ports.push_back(shape_.local_port(s, end_of(s % shape_.group_size % links).switch_id));
  }

  DragonflyShape shape_;
};

}  // namespace

std::unique_ptr<BlockRouting> dragonfly_blocks(const DragonflyShape& shape) {
  return std::make_unique<DragonflyBlocks>(shape);
}

}  // namespace ebb
