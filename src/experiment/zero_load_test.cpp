// A lone packet on every topology and with every routing takes the time that docs/design/model.md adds up by
// hand, to the picosecond. The path that it took is read from the bytes on the channels. The expected time is
// computed here.
#include <gtest/gtest.h>

#include "catalogue/routings.hpp"
#include "catalogue/small_topologies_testing.hpp"
#include "config/data_files.hpp"
#include "engine/engine_testing.hpp"
#include "engine/run/channel_results.hpp"
#include "topology/graph.hpp"

namespace ebb::inline experiment {
namespace {

/// All media differ, and no value is round.
Cables odd_cables() {
  Cables cables;
  cables.rate = {39'700'000'000};
  cables.backplane_delay = {5'003}, cables.copper_delay = {25'007}, cables.optical_delay = {101'009};
  return cables;
}

SwitchSettings odd_switches(Forwarding forwarding) {
  SwitchSettings switches;
  switches.forwarding = forwarding;
  switches.pipeline = {97'013}, switches.credit_time = {61'001};
  return switches;
}

std::unique_ptr<AnyRouting> routing_named(std::string_view name) {
  Problems problems;
  return find_entry(routings(), name)->read(Node{}, "routing", {}, problems);
}

/// Returns how often the only packet used each channel.
std::vector<std::uint64_t> uses_of(const Simulation& simulation, Bytes size) {
  std::vector<std::uint64_t> uses;
  for (const ChannelResult& c : each_channel(simulation)) {
    EXPECT_EQ(c.bytes % static_cast<std::uint64_t>(size.v), 0u);
    uses.push_back(c.bytes / static_cast<std::uint64_t>(size.v));
  }
  return uses;
}

struct Trip {
  Picoseconds latency{}, expected{};
  std::int64_t hops = 0;  ///< from switch to switch
};

/// Cut-through: the wire once, the delay of every channel and the pipeline of every switch.
/// Store-and-forward: the wire at every channel. Wormhole: as cut-through, and every flit has its own time on
/// the wire.
Trip expectation(const Network& net, const std::vector<std::uint64_t>& uses, Bytes size,
                 const SwitchSettings& switches) {
  const bool worms = switches.forwarding == Forwarding::wormhole;
  const std::int64_t flits = (size.v + switches.flit.v - 1) / switches.flit.v;
  const std::int64_t wire =
      worms ? flits * wire_time(switches.flit, odd_cables().rate).v : wire_time(size, odd_cables().rate).v;
  const bool stored = switches.forwarding == Forwarding::store_and_forward;
  Trip trip;
  trip.expected.v = stored ? 0 : wire;
  for (PortId c = 0; c < net.channels(); ++c) {
    const auto times = static_cast<std::int64_t>(uses[c]);
    trip.expected.v += times * (net.link(c).delay.v + (stored ? wire : 0));
    if (!net.is_host_port(net.peer[c])) trip.expected.v += times * switches.pipeline.v;
    if (!net.is_host_port(net.peer[c]) && !net.is_host_port(c)) trip.hops += times;
  }
  return trip;
}

/// Checks that each switch receives the packet before it sends it, and that the packet went from `from` to
/// `to`.
void expect_way(const Network& net, const std::vector<std::uint64_t>& uses, HostId from, HostId to) {
  std::vector<std::int64_t> balance(net.switches(), 0);
  for (PortId c = 0; c < net.channels(); ++c) {
    if (!net.is_host_port(c)) balance[net.owner[c]] -= static_cast<std::int64_t>(uses[c]);
    if (!net.is_host_port(net.peer[c])) balance[net.owner[net.peer[c]]] += static_cast<std::int64_t>(uses[c]);
  }
  EXPECT_EQ(balance, std::vector<std::int64_t>(net.switches(), 0));
  for (HostId h = 0; h < net.hosts; ++h) {
    EXPECT_EQ(uses[net.host_port(h)], h == from ? 1u : 0u);
    EXPECT_EQ(uses[net.peer[net.host_port(h)]], h == to ? 1u : 0u);
  }
}

Trip lone_packet(const Network& net, const AnyRouting& routing, HostId from, HostId to, Bytes size,
                 Forwarding forwarding) {
  ScriptedTraffic traffic;
  traffic.lines = {{from, {.at = 10_ns, .destination = to, .size = size, .tag = 0}}};
  const Control control(odd_cables().rate);
  const SwitchSettings switches = odd_switches(forwarding);
  const auto simulation = routing.simulate({net, traffic, control, switches, HostSettings{}});
  simulation->run_until(100_us);
  expect_balanced(*simulation);
  const Counters counters = simulation->counters();
  EXPECT_EQ(counters.messages_delivered, 1u);
  const bool worms = forwarding == Forwarding::wormhole;
  const std::int64_t flit = switches.flit.v;
  const auto uses = uses_of(*simulation, worms ? Bytes{(size.v + flit - 1) / flit * flit} : size);
  expect_way(net, uses, from, to);
  Trip trip = expectation(net, uses, size, switches);
  trip.latency =
      counters.batches.total(0, counters.batches.complete(simulation->now())).network_latency.max();
  return trip;
}

/// Returns the hops between the switches of two hosts, by breadth-first search.
std::int64_t distance(const Network& net, HostId from, HostId to) {
  std::vector<std::int64_t> far(net.switches(), -1);
  std::vector<SwitchId> reached{net.switch_of_host(from)};
  far[reached[0]] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (PortId p = net.first_port[reached[i]]; p < net.first_port[reached[i] + 1]; ++p) {
      if (net.is_host_port(net.peer[p]) || far[net.owner[net.peer[p]]] >= 0) continue;
      far[net.owner[net.peer[p]]] = far[reached[i]] + 1;
      reached.push_back(net.owner[net.peer[p]]);
    }
  return far[net.switch_of_host(to)];
}

/// Calls check(trip, distance) for a dozen pairs of hosts, the first and the last among them, in all
/// forwarding modes.
template <class Check>
void for_each_trip(const Network& net, AnyRouting& routing, Check check) {
  ASSERT_TRUE(routing.misfit(net).empty());
  routing.prepare(net);
  Random random(1, routing_stream);
  for (int i = 0; i < 12; ++i) {
    const HostId from = i == 0 ? 0 : static_cast<HostId>(random.below(net.hosts));
    HostId to = i == 0 ? net.hosts - 1 : static_cast<HostId>(random.below(net.hosts - 1));
    if (i > 0 && to >= from) ++to;
    const Bytes size{1 + static_cast<std::int64_t>(random.below(2'048))};
    SCOPED_TRACE(fmt::format("host {} to {}, {} bytes", from, to, size.v));
    for (const Forwarding forwarding :
         {Forwarding::cut_through, Forwarding::store_and_forward, Forwarding::wormhole}) {
      const Trip trip = lone_packet(net, routing, from, to, size, forwarding);
      EXPECT_EQ(trip.latency, trip.expected);
      check(trip, distance(net, from, to));
    }
  }
}

/// From web1 over a leaf, a spine and a leaf to db1: 25 Gb/s, 100, 100 and 25, over 3, 20, 20 and 3 m. A
/// packet that arrives slowly leaves fast, but not before its last byte has arrived: 320 ns from the host,
/// less the 80 ns that the next wire takes. A packet that arrives fast and leaves slowly need not wait.
/// Stored, it also passes the crossbar input of the first leaf, at twice the rate of its input: 160 ns, 80
/// more than the wire behind it.
TEST(ZeroLoad, EveryCableCountsWithItsOwnRate) {
  Graph graph;
  graph.file = data_file("examples/leaf-spine.graphml");
  const Network net = graph.build(odd_cables());
  const auto routing = routing_named("shortest_path");
  routing->prepare(net);
  const Picoseconds pipelines = odd_switches(Forwarding::cut_through).pipeline * 3, delays = 230_ns;
  EXPECT_EQ(lone_packet(net, *routing, 0, 4, 1'000_B, Forwarding::cut_through).latency,
            320_ns - 80_ns + 320_ns + delays + pipelines);
  EXPECT_EQ(lone_packet(net, *routing, 0, 4, 1'000_B, Forwarding::store_and_forward).latency,
            320_ns + 80_ns + 80_ns + 320_ns + 80_ns + delays + pipelines);
}

/// Returns the most hops of a routing in an idle network between switches this far apart.
std::int64_t most_hops_of(std::string_view routing, std::int64_t nearest, std::int64_t dimensions) {
  if (nearest == 0) return 0;
  if (routing == "valiant") return 2 * dimensions;
  if (routing == "shortest_path" || routing == "vlan_trees")
    return 2 * nearest + 4;  // up*/down* may have to go around
  if (routing == "dragonfly_valiant_node") return 6;
  if (routing == "dragonfly_valiant_group") return 5;
  if (routing.starts_with("dragonfly")) return 3;  // two global hops might be shorter; they are not used
  return nearest;
}

TEST(ZeroLoad, EveryRoutingTakesTheClosedFormOnEveryTopologyThatItFits) {
  const auto networks = small_networks(odd_cables());
  ASSERT_TRUE(networks) << to_text(networks.problems());
  for (const SmallNetwork& small : *networks)
    for (const auto& entry : routings()) {
      if (small.network.circuits.in_use()) continue;  // packets wait: circuits_test.cpp
      const auto routing = routing_named(entry.name);
      if (!routing->misfit(small.network).empty()) continue;
      SCOPED_TRACE(fmt::format("{} on {}", entry.name, small.description));
      const auto* butterfly = std::get_if<FlattenedButterflyShape>(&small.network.shape);
      const std::int64_t dimensions = butterfly ? static_cast<std::int64_t>(butterfly->sizes.size()) : 0;
      for_each_trip(small.network, *routing, [&](const Trip& trip, std::int64_t nearest) {
        EXPECT_GE(trip.hops, nearest);
        EXPECT_LE(trip.hops, most_hops_of(entry.name, nearest, dimensions));
      });
    }
}

}  // namespace
}  // namespace ebb::inline experiment
