#include "reproduce/benito/benito.hpp"

#include "base/ensure.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline reproduce {
namespace {

std::unique_ptr<Topology> clos(std::int64_t ports, std::int64_t hosts_per_switch) {
  auto t = std::make_unique<FoldedClos>();
  t->levels = 3, t->radix = ports, t->hosts_per_switch = hosts_per_switch;
  t->uplinks = hosts_per_switch;  // as many ports up as down
  return t;
}

/// As many hosts on a switch as switches along a dimension.
template <int Dimensions>
std::unique_ptr<Topology> butterfly(std::int64_t, std::int64_t hosts_per_switch) {
  auto t = std::make_unique<FlattenedButterfly>();
  t->c = hosts_per_switch, t->n = Dimensions + 1;
  t->k = hosts_per_switch;
  return t;
}

/// a = 2p = 2h.
std::unique_ptr<Topology> dragonfly(std::int64_t, std::int64_t hosts_per_switch) {
  auto t = std::make_unique<Dragonfly>();
  t->p = t->h = hosts_per_switch, t->a = 2 * hosts_per_switch;
  return t;
}

}  // namespace

std::span<const BenitoTopology> benito_topologies() {
  static constexpr BenitoTopology table[] = {
      {"clos3", "3-level folded Clos", clos},          {"fb2", "2D flattened butterfly", butterfly<2>},
      {"fb3", "3D flattened butterfly", butterfly<3>}, {"dragonfly", "dragonfly", dragonfly},
      {"fb4", "4D flattened butterfly", butterfly<4>},
  };
  return table;
}

const BenitoTopology& benito_topology(std::string_view id) {
  for (const BenitoTopology& t : benito_topologies())
    if (t.id == id) return t;
  ENSURE(false);
}

std::unique_ptr<Topology> largest(const BenitoTopology& topology, std::int64_t ports) {
  std::unique_ptr<Topology> best;
  for (std::int64_t hosts = 1; hosts < ports; ++hosts) {
    auto candidate = topology.balanced(ports, hosts);
    if (!candidate->check().empty()) continue;
    if (candidate->facts().ports_most > ports) break;
    best = std::move(candidate);
  }
  ENSURE(best != nullptr);
  return best;
}

}  // namespace ebb::inline reproduce
