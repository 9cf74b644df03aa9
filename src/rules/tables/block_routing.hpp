// The grouping of a network's hosts into blocks (switches, groups), and the ports by which a switch sends to
// a block. For the structured topologies this is computed from the shape's numbers alone, so tables can be
// made and counted without building the network; for any other graph, from the built network.
//
// Invariant: a switch outside a block sends to all hosts of the block by the same ports, and the port towards
// a host is on a shortest path of the topology's up-down, dimension-order or local-global-local routing.
#pragma once

#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "network/dragonfly_shape.hpp"
#include "network/folded_clos_shape.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline rules {

/// Equivalent ports of one switch.
struct Bundle {
  static constexpr std::size_t no_field = ~std::size_t{0};

  std::vector<std::uint32_t> ports;
  /// The field of the *source* address by which compacted tables distribute traffic over the ports (Benito:
  /// "a hash of the source fields can be used for static balancing"), and the field of the destination that
  /// is used as well where that one has too few values; no_field: compacted tables use the first port only.
  std::size_t source_field = no_field, destination_field = no_field;

  void set(std::uint32_t port) { ports.assign(1, port), source_field = destination_field = no_field; }
  void set_range(std::uint32_t first, std::uint32_t count, std::size_t by_source,
                 std::size_t by_destination) {
    ports.resize(count);
    std::iota(ports.begin(), ports.end(), first);
    source_field = by_source, destination_field = by_destination;
  }
};

/// The position of a switch. Switches without hosts have no access number; those above the groups have no
/// group.
struct SwitchPlace {
  std::uint32_t access = no_id, group = no_id;
};

/// Block sizes, in the notation of Benito's equation (1).
struct BlockSizes {
  std::uint32_t hosts = 0;
  std::uint32_t switches = 0, access_switches = 0;
  std::uint32_t groups = 1;            ///< G
  std::uint32_t group_size = 0;        ///< S: access switches in a full group; the last one may be smaller
  std::uint32_t hosts_per_switch = 0;  ///< T; the maximum, where switches differ
};

/// The alternative paths of the tables while an output is busy: none, other shortest paths, or detours over
/// an intermediate group (Benito, sections V-C and V-D).
enum class Adaptivity : std::uint8_t { none, minimal, non_minimal };
constexpr auto names_of(Adaptivity) {
  return std::array<std::string_view, 3>{"unconditional", "minimal", "non_minimal"};
}

class BlockRouting {
 public:
  virtual ~BlockRouting() = default;

  const BlockSizes& sizes() const { return sizes_; }
  const AddressPlan& plan() const { return plan_; }
  bool has_groups() const { return sizes_.groups > 1; }

  virtual SwitchPlace place(SwitchId s) const = 0;
  Bundle towards(SwitchId s, HostId destination) const {
    Bundle bundle;
    find_ports(s, destination, bundle);
    return bundle;
  }
  /// The same into a reused bundle: tables call it hundreds of millions of times.
  virtual void find_ports(SwitchId s, HostId destination, Bundle& bundle) const = 0;
  /// The hosts of an access switch.
  virtual std::vector<HostId> hosts_of(std::uint32_t access) const;
  virtual HostId first_host_of(std::uint32_t access) const { return access * sizes_.hosts_per_switch; }
  /// The number of ports of a switch with a cable.
  virtual std::uint32_t ports_of(SwitchId s) const = 0;
  /// Switches that represent all others: in the three organisations without wildcards every switch has as
  /// many rules as one of these. They are the first and the last of each kind (the last block of a kind may
  /// be smaller).
  virtual std::vector<SwitchId> kinds() const { return {0, sizes_.switches - 1}; }
  /// True when the kinds also represent all switches after compaction.
  virtual bool compacts_alike() const = 0;
  /// If not: groups this far apart have address blocks divided in much the same way.
  virtual std::uint32_t alike_every() const { return 1; }

  /// True when the topology has alternative paths of the kind.
  virtual bool has_paths(Adaptivity kind) const { return kind == Adaptivity::none; }
  /// Classes of service that prevent cyclic dependencies between frames.
  virtual unsigned classes(Adaptivity) const { return 1; }
  /// The class of a frame after it leaves by a port.
  virtual ClassChange class_change(SwitchId, std::uint32_t /*port*/, Adaptivity) const { return {}; }
  /// Whether a frame that starts at this switch may take a detour to the destination, and the ports over
  /// which detours begin.
  virtual bool may_detour(SwitchId, HostId /*destination*/) const { return false; }
  virtual std::vector<std::uint32_t> detour_ports(SwitchId) const { return {}; }
  /// True when minimal paths differ in the order of the address fields, one hop for each that differs.
  virtual bool hops_by_field() const { return false; }

 protected:
  BlockRouting(BlockSizes sizes, AddressPlan plan) : sizes_(sizes), plan_(std::move(plan)) {}

 private:
  BlockSizes sizes_;
  AddressPlan plan_;
};

std::unique_ptr<BlockRouting> flattened_butterfly_blocks(const FlattenedButterflyShape& shape);
std::unique_ptr<BlockRouting> folded_clos_blocks(const FoldedClosShape& shape);
std::unique_ptr<BlockRouting> dragonfly_blocks(const DragonflyShape& shape);
/// Two levels only. Keeps a reference to the network. The paths need the distance between every two switches,
/// so for some thousands of switches at most. Without them, towards() must not be called.
std::unique_ptr<BlockRouting> graph_blocks(const Network& network, bool with_paths = true);

/// Null when the shape alone is not sufficient.
std::unique_ptr<BlockRouting> block_routing(const Shape& shape);
std::unique_ptr<BlockRouting> block_routing(const Network& network);

}  // namespace ebb::inline rules
