// The tables of every structured topology, and of plain graphs, deliver: every frame is followed hop by hop
// through generated tables of the built network.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/fields.hpp"
#include "base/random.hpp"
#include "network/builder.hpp"
#include "network/distance.hpp"
#include "rules/tables/make_table.hpp"
#include "rules/tables/walk.hpp"
#include "topology/dragonfly.hpp"
#include "topology/flattened_butterfly.hpp"
#include "topology/folded_clos.hpp"

namespace ebb::inline rules {
namespace {

constexpr Organisation all_organisations[] = {Organisation::flat, Organisation::per_switch,
                                              Organisation::per_group, Organisation::compacted};

struct Sample {
  std::string name;
  Network network;
};

Sample butterfly_sample(std::int64_t c, std::vector<std::int64_t> sizes,
                        std::vector<std::int64_t> parallel = {}) {
  FlattenedButterfly t;
  t.c = c, t.sizes = std::move(sizes), t.parallel = std::move(parallel);
  EXPECT_TRUE(t.check().empty()) << to_text(t.check());
  return {fmt::format("butterfly c={} sizes={}", c, to_text(t.sizes)), t.build(Cables{})};
}

Sample clos_sample(std::int64_t levels, std::int64_t radix, std::int64_t hosts = 0, std::int64_t pod = 0,
                   std::int64_t pods = 0) {
  FoldedClos t;
  t.levels = levels, t.radix = radix, t.hosts_per_switch = hosts, t.pod = pod, t.pods = pods;
  EXPECT_TRUE(t.check().empty()) << to_text(t.check());
  return {fmt::format("clos {} levels radix={} hosts={} pod={} pods={}", levels, radix, hosts, pod, pods),
          t.build(Cables{})};
}

Sample dragonfly_sample(std::int64_t a, std::int64_t p, std::int64_t h, std::int64_t g, GlobalWiring wiring) {
  Dragonfly t;
  t.a = a, t.p = p, t.h = h, t.g = g, t.wiring = wiring;
  EXPECT_TRUE(t.check().empty()) << to_text(t.check());
  return {fmt::format("dragonfly a={} p={} h={} g={} {}", a, p, h, g, name_of(wiring)), t.build(Cables{})};
}

/// A ring of switches with random chords, some parallel, and different numbers of hosts (also none).
Sample random_graph(std::uint32_t switches, std::uint32_t chords, std::uint64_t seed) {
  Random random(seed, topology_stream);
  std::vector<std::pair<SwitchId, SwitchId>> cables;
  for (SwitchId s = 0; s < switches; ++s) cables.emplace_back(s, (s + 1) % switches);
  while (cables.size() < switches + chords) {
    const auto a = static_cast<SwitchId>(random.below(switches)),
               b = static_cast<SwitchId>(random.below(switches));
    if (a != b) cables.emplace_back(a, b);
  }
  std::vector<SwitchId> hosts{0};
  for (std::uint32_t i = 0; i < 2 * switches; ++i)
    hosts.push_back(static_cast<SwitchId>(random.below(switches)));
  std::vector<std::uint32_t> ports(switches, 0);
  for (const auto& [a, b] : cables) ++ports[a], ++ports[b];
  for (SwitchId s : hosts) ++ports[s];
  NetworkBuilder builder;
  builder.add_class({"cable"});
  for (std::uint32_t count : ports) builder.add_switches(1, count);
  builder.set_hosts(static_cast<std::uint32_t>(hosts.size()));
  for (HostId h = 0; h < hosts.size(); ++h) builder.attach(h, hosts[h], --ports[hosts[h]], 0);
  for (const auto& [a, b] : cables) builder.connect(a, --ports[a], b, --ports[b], 0);
  return {fmt::format("graph of {} switches, seed {}", switches, seed), builder.finish(GraphShape{})};
}

std::vector<Sample> structured_samples() {
  std::vector<Sample> all;
  all.push_back(butterfly_sample(3, {5}));
  all.push_back(butterfly_sample(3, {3, 2}, {1, 2}));
  all.push_back(butterfly_sample(5, {5, 5}));
  all.push_back(butterfly_sample(4, {4, 3, 2}, {2, 1, 3}));
  all.push_back(butterfly_sample(2, {3, 2, 2, 5}, {2, 1, 1, 2}));
  all.push_back(butterfly_sample(1, {4, 4, 4}));
  all.push_back(clos_sample(2, 8));
  all.push_back(clos_sample(2, 12, 8, 5));
  all.push_back(clos_sample(3, 8));
  all.push_back(clos_sample(3, 8, 6));         // oversubscribed 3:1
  all.push_back(clos_sample(3, 8, 2));         // more uplinks than hosts
  all.push_back(clos_sample(3, 8, 0, 0, 3));   // three pods of eight
  all.push_back(clos_sample(3, 12, 0, 3, 5));  // small pods: several cables between two switches
  all.push_back(clos_sample(4, 4));
  all.push_back(clos_sample(4, 8, 0, 0, 10));  // the last group of pods is half a group
  for (GlobalWiring wiring : {GlobalWiring::palm_tree, GlobalWiring::consecutive}) {
    all.push_back(dragonfly_sample(4, 2, 2, 0, wiring));
    all.push_back(dragonfly_sample(6, 3, 3, 0, wiring));
    all.push_back(dragonfly_sample(4, 2, 2, 5, wiring));  // spare cables: two rounds
    all.push_back(dragonfly_sample(4, 3, 2, 7, wiring));  // spare cables: to the nearest groups
    all.push_back(dragonfly_sample(5, 1, 2, 6, wiring));  // unbalanced
    all.push_back(dragonfly_sample(3, 4, 1, 0, wiring));
    all.push_back(dragonfly_sample(2, 3, 7, 3, wiring));  // several cables from one switch to the same group
    all.push_back(dragonfly_sample(1, 2, 3, 0, wiring));  // groups of one switch
    all.push_back(dragonfly_sample(3, 2, 2, 2, wiring));
  }
  return all;
}

/// Checks that everything is delivered, by paths no longer than the topology's routing allows.
void expect_delivery(const Sample& sample, Organisation organisation, std::uint32_t most_switches) {
  Walker walker(sample.network, organisation);
  const WalkReport report = walker.all_pairs();
  EXPECT_TRUE(report.all_delivered()) << sample.name << ": " << report.first_failure;
  EXPECT_EQ(report.pairs, std::uint64_t{sample.network.hosts} * sample.network.hosts);
  EXPECT_LE(report.most_switches, most_switches) << sample.name << ", " << name_of(organisation);
}

/// Returns the switches on the longest path of the topology's minimal routing.
std::uint32_t longest_path(const Network& network) {
  if (const auto* butterfly = std::get_if<FlattenedButterflyShape>(&network.shape))
    return static_cast<std::uint32_t>(butterfly->sizes.size()) + 1;
  if (const auto* clos = std::get_if<FoldedClosShape>(&network.shape)) return 2 * clos->top() + 1;
  return 4;  // local, global, local
}

TEST(Delivery, EveryPairInEveryOrganisationOfEveryStructuredTopology) {
  for (const Sample& sample : structured_samples())
    for (Organisation organisation : all_organisations)
      expect_delivery(sample, organisation, longest_path(sample.network));
}

TEST(Delivery, EveryPairOfAnyGraphByShortestWays) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Sample sample = random_graph(3 + 4 * static_cast<std::uint32_t>(seed), 9, seed);
    for (Organisation organisation : all_organisations)
      expect_delivery(sample, organisation, host_distances(sample.network).diameter + 1);
  }
}

TEST(Delivery, OfTwoThousandHosts) {
  expect_delivery(butterfly_sample(9, {6, 6, 6}), Organisation::compacted, 4);
  expect_delivery(clos_sample(3, 16), Organisation::compacted, 5);
  expect_delivery(dragonfly_sample(8, 4, 4, 0, GlobalWiring::palm_tree), Organisation::compacted, 4);
}

TEST(Delivery, OfSampledPairsOfThirtyThousandHosts) {
  const Sample sample = butterfly_sample(8, {8, 8, 8, 8});
  for (Organisation organisation : {Organisation::per_group, Organisation::compacted}) {
    Walker walker(sample.network, organisation);
    Random random(1, traffic_stream);
    for (int i = 0; i < 2'000; ++i) {
      const auto source = static_cast<HostId>(random.below(sample.network.hosts));
      const auto destination = static_cast<HostId>(random.below(sample.network.hosts));
      ASSERT_EQ(walker.follow(source, walker.plan().address(destination)).reached, destination)
          << name_of(organisation) << ", from host " << source;
    }
  }
}

/// There are no unused addresses, so compaction can never make a frame loop.
TEST(Delivery, OfEveryAddressOfThePlan) {
  for (const Sample& sample : structured_samples())
    for (Organisation organisation :
         {Organisation::per_switch, Organisation::per_group, Organisation::compacted}) {
      Walker walker(sample.network, organisation);
      for (Address a = 0; a < Address{1} << walker.plan().bits(); ++a)
        ASSERT_EQ(walker.follow(static_cast<HostId>(a % sample.network.hosts), a).reached,
                  walker.plan().host(a))
            << sample.name << ", " << name_of(organisation) << ", " << walker.plan().text(a);
    }
}

TEST(Delivery, DropsWhatIsOutsideThePlan) {
  const Sample sample = clos_sample(3, 8);
  for (Organisation organisation : all_organisations)
    EXPECT_EQ(Walker(sample.network, organisation).follow(0, Address{1} << 45).reached, no_id);
}

/// A compacted table sends every frame by a port that the routing allows.
TEST(Delivery, CompactedTablesAgreeWithTheRoutingEverywhere) {
  for (const Sample& sample : structured_samples()) {
    const auto routing = block_routing(sample.network);
    for (SwitchId s = 0; s < sample.network.switches(); ++s) {
      const ForwardingTable table = make_table(*routing, s, Organisation::compacted);
      for (HostId to = 0; to < sample.network.hosts; ++to) {
        const Bundle allowed = routing->towards(s, to);
        for (HostId from = 0; from < sample.network.hosts; from += 1 + sample.network.hosts / 8) {
          const std::uint32_t port =
              lookup(table, {routing->plan().address(to), routing->plan().address(from), no_id});
          ASSERT_NE(std::find(allowed.ports.begin(), allowed.ports.end(), port), allowed.ports.end())
              << sample.name << ", switch " << s << " to host " << to;
        }
      }
    }
  }
}

TEST(Delivery, UsesEveryPortOfAFullNetwork) {
  for (const Sample& sample :
       {butterfly_sample(4, {4, 3, 2}, {2, 1, 3}), clos_sample(3, 8), clos_sample(4, 4),
        clos_sample(2, 12, 8, 5), dragonfly_sample(4, 2, 2, 0, GlobalWiring::consecutive)})
    for (Organisation organisation : {Organisation::flat, Organisation::compacted}) {
      const WalkReport report = Walker(sample.network, organisation).all_pairs();
      EXPECT_EQ(std::count(report.port_used.begin(), report.port_used.end(), false), 0)
          << sample.name << ", " << name_of(organisation);
    }
}

/// The field of each level is used up on that level, so uniform traffic loads all top switches alike.
TEST(Delivery, SourceFieldsShareTheUplinksOfAClosEvenly) {
  const Sample sample = clos_sample(3, 8);
  const Network& net = sample.network;
  const auto routing = block_routing(net);
  std::vector<std::uint32_t> sources(net.switch_ports(), 0);
  for (HostId from = 0; from < net.hosts; ++from) {
    const HostId to = (from + net.hosts / 2) % net.hosts;  // another pod
    PortId at = net.peer[net.host_port(from)];
    while (!net.is_host_port(at)) {
      const SwitchId here = net.owner[at];
      const PortId out =
          net.first_port[here] + lookup(make_table(*routing, here, Organisation::compacted),
                                        {routing->plan().address(to), routing->plan().address(from), no_id});
      ++sources[out];
      at = net.peer[out];
    }
  }
  for (PortId p = 0; p < net.switch_ports(); ++p) EXPECT_EQ(sources[p], 1u) << "port " << p;
}

}  // namespace
}  // namespace ebb::inline rules
