// For tests: small networks with the tables of the agent.
#pragma once

#include <memory>
#include <vector>

#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/agent/ports/usual_ports.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline fabric {

/// A row of four switches, fully connected.
inline Network small_butterfly() {
  FlattenedButterfly shape;
  shape.k = 4, shape.n = 2, shape.c = 2;
  return shape.build({});
}
inline Network plane_butterfly() {
  FlattenedButterfly shape;
  shape.k = 3, shape.n = 3, shape.c = 2;
  return shape.build({});
}
inline Network small_dragonfly() {
  Dragonfly shape;
  shape.a = 3, shape.h = 1, shape.p = 2;
  return shape.build({});
}
inline Network small_clos() {
  FoldedClos shape;
  shape.levels = 2, shape.radix = 4;
  return shape.build({});
}

struct TestTables {
  explicit TestTables(Network built, Organisation kind = Organisation::compacted)
      : network(std::move(built)),
        routing(block_routing(network)),
        maker(network, *routing, kind),
        tables(network, maker, usual_ports(network)) {}
  TestTables(const TestTables&) = delete;

  /// By their first port.
  std::vector<PortId> cables() const {
    std::vector<PortId> all;
    for (PortId p = 0; p < network.switch_ports(); ++p)
      if (joins_switches(network, p) && p < network.peer[p]) all.push_back(p);
    return all;
  }
  std::uint64_t mac(HostId h) const { return mac_of(maker.plan().address(h)); }

  Network network;
  std::unique_ptr<BlockRouting> routing;
  ProgramMaker maker;
  DetourTables tables;
};

}  // namespace ebb::inline fabric
