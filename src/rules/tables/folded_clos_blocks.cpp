// Folded Clos: one address field per level. A group is a pod, the access switches below a block of level 1.
// Up-down routing: down where the destination is below, by any of the up ports otherwise.
#include <algorithm>

#include "network/folded_clos_shape.hpp"
#include "network/network.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline rules {
namespace {

/// The access switches of a pod; of the whole network when there is only one pod.
std::uint32_t pod_size(const FoldedClosShape& shape) { return shape.levels[1].access; }

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0); }

BlockSizes sizes_of(const FoldedClosShape& shape) {
  const auto& top = shape.levels.back();
  return {
      shape.access_switches() * shape.concentration,      top.first + top.switches, shape.access_switches(),
      ceil_div(shape.access_switches(), pod_size(shape)), pod_size(shape),          shape.concentration};
}

AddressPlan plan_of(const FoldedClosShape& shape) {
  std::vector<AddressField> fields;
  for (std::uint32_t l = shape.top(); l > 0; --l) {
    const std::uint32_t children = ceil_div(shape.levels[l].access, shape.levels[l - 1].access);
    const std::string name = l == 1 ? "switch" : l == 2 ? "pod" : "pod group";
    fields.push_back({name, l == 1 ? AddressLevel::access_switch : AddressLevel::group, children});
  }
  fields.push_back({"host", AddressLevel::host, shape.concentration});
  return AddressPlan(std::move(fields), sizes_of(shape).hosts);
}

class FoldedClosBlocks final : public BlockRouting {
 public:
  explicit FoldedClosBlocks(const FoldedClosShape& shape)
      : BlockRouting(sizes_of(shape), plan_of(shape)), shape_(shape) {}

  SwitchPlace place(SwitchId s) const override {
    const ClosPlace here = clos_place(shape_, s);
    if (here.level == 0) return {s, s / pod_size(shape_)};
    return {no_id, here.level == 1 ? here.block : no_id};
  }

  /// A switch of level l distributes over its ports by the field of level l. The levels below have used the
  /// fields below, so each switch above sees its own part of the sources.
  void find_ports(SwitchId s, HostId destination, Bundle& bundle) const override {
    const ClosPlace here = clos_place(shape_, s);
    const std::uint32_t access = destination / shape_.concentration;
    const std::size_t field = plan().fields().size() - 1 - here.level;
    const bool below = clos_is_below(shape_, here, access);
    if (below && here.level == 0) return bundle.set(destination % shape_.concentration);
    const PortRange ports = below ? clos_ports_towards(shape_, here, access) : clos_up_ports(shape_, here);
    bundle.set_range(ports.first, ports.count, field, below ? field + 1 : field);
  }

  bool has_paths(Adaptivity kind) const override { return kind != Adaptivity::non_minimal; }

  std::uint32_t ports_of(SwitchId s) const override {
    const PortRange up = clos_up_ports(shape_, clos_place(shape_, s));
    return up.first + up.count;
  }

  /// The ends of each level's first and last block: in a partial network the last block is smaller, and
  /// cables are assigned to the switches of a block in turn, so the first has the most and the last the
  /// fewest.
  std::vector<SwitchId> kinds() const override {
    std::vector<SwitchId> ends;
    for (const auto& level : shape_.levels) {
      const SwitchId last_block = (level.switches - 1) / level.per_block * level.per_block;
      for (SwitchId s : {0u, std::min(level.per_block, level.switches) - 1, last_block, level.switches - 1})
        ends.push_back(level.first + s);
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
  }

  /// As for the butterfly: one entry per child block and one for everything else is a table as small as its
  /// outputs, and each of their ports adds one rule.
  bool compacts_alike() const override { return true; }

 private:
  FoldedClosShape shape_;
};

}  // namespace

std::unique_ptr<BlockRouting> folded_clos_blocks(const FoldedClosShape& shape) {
  return std::make_unique<FoldedClosBlocks>(shape);
}

}  // namespace ebb::inline rules
