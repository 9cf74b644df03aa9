#include "fabric/agent/off/off_loads.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/random.hpp"
#include "fabric/agent/agent_networks_testing.hpp"
#include "fabric/agent/off/off_search.hpp"

namespace ebb::inline fabric {
namespace {

std::vector<HostDemand> some_demand(const Network& network) {
  std::vector<HostDemand> demand;
  for (int i = *rc::gen::inRange(0, 20); i > 0; --i)
    demand.push_back({*rc::gen::inRange<HostId>(0, network.hosts),
                      *rc::gen::inRange<HostId>(0, network.hosts), 1e9 * *rc::gen::inRange(0, 12)});
  return demand;
}

/// Cables go off in any order, some of them refused and undone: the loads are always those of the tables.
void agree_with_tables(const TestTables& t) {
  const std::vector<HostDemand> demand = some_demand(t.network);
  OffLoads loads(t.network, t.tables, demand);
  const OffRequest request{t.network, t.tables, demand, *rc::gen::elementOf(std::vector{0.3, 0.8, 10.0}), 0};
  RC_PRE(loads.fits(request.max_utilisation));
  const auto cables = t.cables();
  for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
    std::vector<PortId> out;
    CableSet fewer = loads.on();
    for (int n = *rc::gen::inRange(1, 4); n > 0; --n)
      if (const PortId p = *rc::gen::elementOf(cables); fewer.has(p))
        out.push_back(p), fewer.set(t.network, p, false);
    const bool carried = carries(request, fewer);
    RC_ASSERT(loads.remove(out, request.max_utilisation) == carried);
    if (carried) RC_ASSERT(loads.on() == fewer);
    const std::vector<double> exact = channel_loads(request, loads.on());
    for (PortId p = 0; p < t.network.switch_ports(); ++p)
      RC_ASSERT(static_cast<double>(loads.load(p)) == exact[p]);
  }
  OffLoads again(t.network, t.tables, demand);
  again.set(loads.on());
  for (PortId p = 0; p < t.network.switch_ports(); ++p) RC_ASSERT(loads.load(p) == again.load(p));
}

RC_GTEST_PROP(OffLoads, AreThoseOfTheTablesOnAButterfly, ()) {
  static const TestTables t(plane_butterfly());
  agree_with_tables(t);
}
RC_GTEST_PROP(OffLoads, AreThoseOfTheTablesOnADragonfly, ()) {
  static const TestTables t(small_dragonfly());
  agree_with_tables(t);
}
RC_GTEST_PROP(OffLoads, AreThoseOfTheTablesOnAClos, ()) {
  static const TestTables t([] {
    FoldedClos shape;
    shape.levels = 3, shape.radix = 4;
    return shape.build({});
  }());
  agree_with_tables(t);
}
RC_GTEST_PROP(OffLoads, AreThoseOfTablesThatSpreadByAddress, ()) {
  static const TestTables t(small_clos(), Organisation::flat);
  agree_with_tables(t);
}

/// A larger network, where switches have several ports closer to a destination and lose them one by one.
TEST(OffLoads, AreThoseOfTheTablesAfterASearch) {
  FoldedClos shape;
  shape.levels = 3, shape.radix = 8;
  const TestTables t(shape.build({}));
  std::vector<HostDemand> demand;
  Random random(1, 1);
  for (HostId h = 0; h < t.network.hosts; ++h)
    for (int i = 0; i < 4; ++i)
      demand.push_back({h, static_cast<HostId>(random.below(t.network.hosts)), 1e9});
  const OffRequest request{t.network, t.tables, demand};
  const OffPlan plan = search_off(request);
  EXPECT_GT(plan.order.size(), 100u);
  EXPECT_LE(plan.most_filled, 0.8);
  OffLoads loads(t.network, t.tables, demand);
  for (const PortId p : plan.order) loads.remove({p}, 10);
  EXPECT_EQ(loads.on(), plan.on);
  const std::vector<double> exact = channel_loads(request, plan.on);
  for (PortId p = 0; p < t.network.switch_ports(); ++p)
    EXPECT_EQ(static_cast<double>(loads.load(p)), exact[p]) << p;
}

}  // namespace
}  // namespace ebb::inline fabric
