#include "tasks/sleep/scaled_topology.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "base/problem.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/topologies.hpp"
#include "config/toml_file.hpp"

namespace ebb::inline tasks {
namespace {

struct Read {
  Node section;
  std::unique_ptr<Topology> topology;
};

Read read(const Node& section) {
  Problems problems;
  Read result{section, read_named(topologies(), section, "topology", problems)};
  EXPECT_TRUE(problems.empty()) << to_text(problems);
  return result;
}
Read read(const char* toml) {
  const auto parsed = parse_toml(std::string("topology = ") + toml, "test");
  return read(*parsed->find("topology"));
}

/// The small network of a large one.
Read scaled(const char* toml, std::int64_t most_hosts = 144) {
  const Read large = read(toml);
  const auto small = scaled_topology(large.section, *large.topology, most_hosts);
  EXPECT_TRUE(small) << toml;
  return read(*small);
}

TEST(ScaledTopology, KeepsTheLevelsAndTheOversubscriptionOfAClos) {
  const Read small = scaled("{ name = \"folded_clos\", levels = 3, radix = 32, local_medium = \"copper\" }");
  const Facts facts = small.topology->facts();
  EXPECT_EQ(facts.hosts, 144);   // 72 switches of 2 hosts below, pods of 6
  EXPECT_EQ(facts.diameter, 4);  // three levels
  EXPECT_EQ(small.section.find("local_medium")->text, "copper");
  EXPECT_EQ(small.section.find("hosts_per_switch")->integer, small.section.find("uplinks")->integer);
  const Read over =
      scaled("{ name = \"folded_clos\", levels = 2, radix = 32, hosts_per_switch = 24, uplinks = 8 }");
  EXPECT_EQ(over.section.find("hosts_per_switch")->integer, 3 * over.section.find("uplinks")->integer);
}

TEST(ScaledTopology, HasTheSameKindsOfCables) {
  for (const char* toml :
       {"{ name = \"folded_clos\", levels = 3, radix = 32, access_radix = 36, hosts_per_switch = 32, uplinks "
        "= "
        "4, pod = 16, pods = 24 }",
        "{ name = \"flattened_butterfly\", c = 8, k = 8, n = 5 }",
        "{ name = \"dragonfly\", a = 12, p = 6, h = 6 }", "{ name = \"torus\", sizes = [8, 8, 8], c = 2 }",
        "{ name = \"complete\", switches = 64 }",
        "{ name = \"tree\", depth = 2, arity = 12, hosts_per_switch = 20 }",
        "{ name = \"chassis_clos\", hosts = 32768, radix = 36 }", "{ name = \"star\", hosts = 1000 }"}) {
    const Read large = read(toml), small = scaled(toml);
    EXPECT_LE(small.topology->facts().hosts, 144) << toml;
    EXPECT_GE(small.topology->facts().hosts, 24) << toml;
    for (std::size_t m = 0; m < media; ++m)
      EXPECT_EQ(small.topology->facts().cables[m] > 0, large.topology->facts().cables[m] > 0) << toml << m;
  }
}

TEST(ScaledTopology, LeavesOutWhatHasNoSmallForm) {
  const Read random = read("{ name = \"irregular\" }");
  EXPECT_FALSE(scaled_topology(random.section, *random.topology, 8));
}

}  // namespace
}  // namespace ebb::inline tasks
