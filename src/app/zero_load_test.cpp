// A lone packet on every topology and with every routing takes the time that docs/model.md adds up by hand,
// to the picosecond. Which way it took is read from the bytes on the channels; the time is computed here.
#include <gtest/gtest.h>

#include <map>

#include "app/routings.hpp"
#include "app/topologies.hpp"
#include "config/toml_file.hpp"
#include "engine/channel_results.hpp"
#include "engine/engine_testing.hpp"

namespace ebb {
namespace {

/// No two media alike, nothing round.
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

/// How often each channel was used by the only packet.
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

/// Cut-through: the wire once, and at every channel its delay and at every switch its pipeline. Stored: the
/// wire at every channel.
Trip expectation(const Network& net, const std::vector<std::uint64_t>& uses, Bytes size,
                 const SwitchSettings& switches) {
  const std::int64_t wire = wire_time(size, odd_cables().rate).v;
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

/// What leaves a switch has come to it, and the packet went from `from` to `to`.
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
  const Tally tally = simulation->tally();
  EXPECT_EQ(tally.messages_delivered, 1u);
  const auto uses = uses_of(*simulation, size);
  expect_way(net, uses, from, to);
  Trip trip = expectation(net, uses, size, switches);
  trip.latency = tally.batches.total(0, tally.batches.complete(simulation->now())).network_latency.max();
  return trip;
}

/// Hops between the switches of two hosts, by breadth.
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

/// Calls check(trip, distance) for a dozen pairs of hosts, the first and the last among them, in both manners
/// of forwarding.
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
    for (const Forwarding forwarding : {Forwarding::cut_through, Forwarding::store_and_forward}) {
      const Trip trip = lone_packet(net, routing, from, to, size, forwarding);
      EXPECT_EQ(trip.latency, trip.expected);
      check(trip, distance(net, from, to));
    }
  }
}

const std::map<std::string, std::vector<std::string>> small_topologies{
    {"flattened_butterfly", {"c = 2\nk = 4\nn = 3", "c = 1\nsizes = [3, 2]\nparallel = [1, 2]"}},
    {"folded_clos", {"levels = 2\nradix = 8", "radix = 4", "levels = 4\nradix = 4"}},
    {"chassis_clos", {"radix = 8\nhosts = 40"}},
    {"dragonfly", {"a = 4\nh = 1\ng = 4", "a = 2\nh = 2"}},
    {"mesh", {"sizes = [4, 4]\nc = 3", "sizes = [2, 2, 3]"}},
    {"torus", {"sizes = [5, 3]", "sizes = [2, 2, 3]"}},
    {"complete", {"switches = 5\nlinks = 2"}},
    {"tree", {"depth = 2\narity = 3", "depth = 3\narity = 2\nhosts_on = \"leaves\""}},
    {"irregular", {"switches = 9\ndegree = 4"}},
    {"star", {"hosts = 7"}}};

TEST(ZeroLoad, ShortestPathTakesTheClosedFormOnEveryTopology) {
  for (const auto& entry : topologies()) {
    const auto sets = small_topologies.find(std::string(entry.name));
    ASSERT_NE(sets, small_topologies.end()) << entry.name << " needs parameters here";
    for (const std::string& parameters : sets->second) {
      SCOPED_TRACE(fmt::format("{}\n{}", entry.name, parameters));
      Problems problems;
      const auto topology = entry.read(*parse_toml(parameters, "parameters"), "topology", {}, problems);
      ASSERT_TRUE(topology) << to_text(problems);
      const auto routing = routing_named("shortest_path");
      for_each_trip(topology->build(odd_cables()), *routing, [](const Trip& trip, std::int64_t nearest) {
        EXPECT_GE(trip.hops, nearest);
        EXPECT_LE(trip.hops, 2 * nearest + 4);  // up*/down* may have to go around
      });
    }
  }
}

TEST(ZeroLoad, EveryRoutingOfTheButterflyTakesTheClosedForm) {
  FlattenedButterfly topology;
  topology.c = 2, topology.sizes = {4, 3, 2}, topology.parallel = {1, 2, 1};
  const Network net = topology.build(odd_cables());
  for (const auto& entry : routings()) {
    SCOPED_TRACE(entry.name);
    const bool detours = entry.name == "valiant";
    for_each_trip(net, *routing_named(entry.name), [&](const Trip& trip, std::int64_t nearest) {
      EXPECT_GE(trip.hops, nearest);
      if (entry.name == "shortest_path") return;
      EXPECT_LE(trip.hops, detours && nearest > 0 ? 6 : nearest);  // in an idle network no one goes around
    });
  }
}

}  // namespace
}  // namespace ebb
