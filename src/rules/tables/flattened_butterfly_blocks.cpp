// Flattened butterfly: one address field per coordinate (Benito, figure 5), the last dimension outermost. A
// group is a line of switches along the first dimension. Dimension-order routing, outermost first: the first
// coordinate that differs, from the top of the address, determines the port, whatever the bits below it.
//
// One class of service is enough for that. With the dimensions in any order the class is the number of hops
// taken: one for each dimension. A detour begins with a hop along the last dimension in class 0; minimal hops
// along it are in class 1: two classes.
#include <algorithm>
#include <numeric>

#include "base/ensure.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "rules/tables/block_routing.hpp"

namespace ebb::inline rules {
namespace {

std::string coordinate_name(std::size_t dimension) {
  return dimension < 3 ? std::string(1, "xyz"[dimension]) : "dimension " + std::to_string(dimension + 1);
}

AddressPlan plan_of(const FlattenedButterflyShape& shape, std::uint32_t hosts) {
  std::vector<AddressField> fields;
  for (std::size_t d = shape.sizes.size(); d-- > 0;)
    fields.push_back(
        {coordinate_name(d), d == 0 ? AddressLevel::access_switch : AddressLevel::group, shape.sizes[d]});
  fields.push_back({"host", AddressLevel::host, shape.concentration});
  return AddressPlan(std::move(fields), hosts);
}

BlockSizes sizes_of(const FlattenedButterflyShape& shape) {
  const std::uint32_t switches =
      std::accumulate(shape.sizes.begin(), shape.sizes.end(), 1u, std::multiplies<>());
  return {switches * shape.concentration, switches,       switches,
          switches / shape.sizes[0],      shape.sizes[0], shape.concentration};
}

class FlattenedButterflyBlocks final : public BlockRouting {
 public:
  explicit FlattenedButterflyBlocks(const FlattenedButterflyShape& shape)
      : BlockRouting(sizes_of(shape), plan_of(shape, sizes_of(shape).hosts)), shape_(shape) {}

  SwitchPlace place(SwitchId s) const override { return {s, s / shape_.sizes[0]}; }

  void find_ports(SwitchId s, HostId destination, Bundle& bundle) const override {
    const SwitchId to = destination / shape_.concentration;
    if (to == s) return bundle.set(destination % shape_.concentration);
    std::uint32_t stride = sizes().switches, end = ports_of(s);
    for (std::size_t d = shape_.sizes.size(); d-- > 0;) {
      const std::uint32_t size = shape_.sizes[d], width = shape_.parallel[d];
      stride /= size, end -= (size - 1) * width;
      const std::uint32_t mine = s / stride % size, its = to / stride % size;
      if (mine == its) continue;
      const std::size_t host = plan().fields().size() - 1;
      return bundle.set_range(end + (its < mine ? its : its - 1) * width, width, host, host);
    }
    ENSURE(false);
  }

  std::uint32_t ports_of(SwitchId) const override {
    std::uint32_t ports = shape_.concentration;
    for (std::size_t d = 0; d < shape_.sizes.size(); ++d) ports += (shape_.sizes[d] - 1) * shape_.parallel[d];
    return ports;
  }

  bool has_paths(Adaptivity) const override { return true; }
  unsigned classes(Adaptivity kind) const override {
    if (kind == Adaptivity::non_minimal) return 2;
    const auto hops = std::count_if(shape_.sizes.begin(), shape_.sizes.end(), [](auto n) { return n > 1; });
    return kind == Adaptivity::minimal && hops > 1 ? static_cast<unsigned>(hops) : 1;
  }
  ClassChange class_change(SwitchId s, std::uint32_t port, Adaptivity kind) const override {
    if (kind == Adaptivity::minimal && port >= shape_.concentration) return {ClassChange::Kind::next};
    if (kind == Adaptivity::non_minimal && port >= first_top_port(s)) return {ClassChange::Kind::set, 1};
    return {};
  }
  bool may_detour(SwitchId s, HostId destination) const override {
    const std::uint32_t plane = sizes().switches / shape_.sizes.back();
    return destination / shape_.concentration / plane != s / plane;
  }
  std::vector<std::uint32_t> detour_ports(SwitchId s) const override {
    std::vector<std::uint32_t> ports(ports_of(s) - first_top_port(s));
    std::iota(ports.begin(), ports.end(), first_top_port(s));
    return ports;
  }
  bool hops_by_field() const override { return true; }

  /// Each switch has a table of one entry per bundle: for every dimension, its own coordinates above and
  /// another one here. Compaction finds the smallest table, and no table can be smaller than its outputs.
  bool compacts_alike() const override { return true; }

 private:
  std::uint32_t first_top_port(SwitchId s) const {
    return ports_of(s) - (shape_.sizes.back() - 1) * shape_.parallel.back();
  }

  FlattenedButterflyShape shape_;
};

}  // namespace

std::unique_ptr<BlockRouting> flattened_butterfly_blocks(const FlattenedButterflyShape& shape) {
  return std::make_unique<FlattenedButterflyBlocks>(shape);
}

}  // namespace ebb::inline rules
