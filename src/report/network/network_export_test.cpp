#include "report/network/network_export.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "report/document/render.hpp"
#include "report/network/cable_list.hpp"
#include "report/network/exported_parts.hpp"
#include "topology/dragonfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr;
using testing::Not;

Network dragonfly() { return Dragonfly().build(Cables()); }  // 9 groups of 4 switches, 2 hosts on each

TEST(CableMetres, GoesToTheTrayAlongTheRowsAndDown) {
  EXPECT_DOUBLE_EQ(cable_metres(3, 3), 2);
  EXPECT_DOUBLE_EQ(cable_metres(0, 5), 5);  // 5 racks of 0.6 m: as far as copper reaches
  EXPECT_DOUBLE_EQ(cable_metres(5, 0), 5);
  EXPECT_DOUBLE_EQ(cable_metres(0, 1), 3);      // 2.6, in half metres
  EXPECT_DOUBLE_EQ(cable_metres(0, 19), 13.5);  // the end of the first row
  EXPECT_DOUBLE_EQ(cable_metres(0, 20), 5);     // the row behind it
}

TEST(RackLayout, FillsRacksAndKeepsASwitchWithItsHosts) {
  FoldedClos clos;
  clos.levels = 2, clos.radix = 32;  // 32 switches of 16 hosts, 16 switches above: two leaves fit a rack
  const Network network = clos.build(Cables());
  const RackLayout layout = rack_layout(network);
  std::map<std::int64_t, std::int64_t> used;
  for (const std::int64_t rack : layout.of_switch) ++used[rack];
  for (const std::int64_t rack : layout.of_host) ++used[rack];
  for (const auto& [rack, devices] : used) EXPECT_LE(devices, RackLayout::in_a_rack) << rack;
  for (HostId h = 0; h < network.hosts; ++h)
    EXPECT_EQ(layout.of_host[h], layout.of_switch[network.switch_of_host(h)]);
  EXPECT_EQ(layout.racks, 17);  // 16 of leaves, one of spines
}

TEST(CableList, HasEveryCableOnceWithItsEnds) {
  const Network network = dragonfly();
  const Table all = cable_list(network, true), switches = cable_list(network, false);
  EXPECT_EQ(all.rows.size(), 72u + 9 * 6 + 36);  // hosts, inside the groups, between them
  EXPECT_EQ(switches.rows.size(), 9u * 6 + 36);
  std::set<std::string> ends;
  for (const auto& row : all.rows)
    for (const std::size_t column : {1u, 4u})
      EXPECT_TRUE(ends.insert(csv_field(row[column]) + ":" + csv_field(row[column + 1])).second)
          << "a port has one cable";
  std::int64_t counted = 0;
  for (const auto& row : cable_lengths(network).rows) counted += std::get<std::int64_t>(row[4].value());
  EXPECT_EQ(counted, static_cast<std::int64_t>(all.rows.size()));
}

TEST(NetworkExport, OfSwitchesHasNoHosts) {
  const std::string text = export_network(dragonfly(), NetworkFormat::dot, "t", ExportDetail::switches);
  EXPECT_THAT(text, Not(HasSubstr("host")));
  EXPECT_THAT(text, HasSubstr("\"s35\""));
}

TEST(NetworkExport, OfGroupsCountsTheCablesBetweenThem) {
  const ExportedParts groups = exported_parts(dragonfly(), ExportDetail::groups);
  std::int64_t cables = 0;
  for (const ExportedLink& link : groups.links) cables += link.cables;
  if (groups.nodes.size() == 9) {
    EXPECT_EQ(cables, 36) << "one between each two groups";
  }
  EXPECT_LE(groups.nodes.size(), most_exported_groups * 3 / 2);
  EXPECT_GE(cables, 36);
}

TEST(NetworkExport, APictureHasEachSwitchAndALineForEachPair) {
  const std::string text = export_network(dragonfly(), NetworkFormat::svg, "a < b", ExportDetail::switches);
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<circle"), 36u);
  EXPECT_EQ(count("<line"), 9u * 6 + 36);
  EXPECT_THAT(text, HasSubstr("<title>a &lt; b</title>"));
}

}  // namespace
}  // namespace ebb::inline report
