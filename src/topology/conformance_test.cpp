// Every topology of the catalogue, with several sets of parameters each: its closed forms against the network
// it builds, and the network against the invariants of network.hpp.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "catalogue/topologies.hpp"
#include "config/toml_file.hpp"
#include "network/distance.hpp"
#include "network/invariants.hpp"
#include "topology/chassis_clos.hpp"
#include "topology/cuts_testing.hpp"
#include "topology/dragonfly.hpp"
#include "topology/folded_clos.hpp"
#include "topology/rail_clos.hpp"

namespace ebb::inline topology {
namespace {

std::unique_ptr<Topology> make(const std::string& name, const std::string& parameters, Problems& problems) {
  const Result<Node> table = parse_toml(fmt::format("name = \"{}\"\n{}", name, parameters), "set");
  if (!table) {
    problems = table.problems();
    return nullptr;
  }
  return read_named(topologies(), *table, "topology", problems);
}

/// The differences between the closed forms and the network; empty when they agree.
class Disagreements {
 public:
  template <class A, class B>
  void compare(std::string_view what, A closed_form, B built) {
    if (static_cast<std::int64_t>(closed_form) != static_cast<std::int64_t>(built))
      text_ += fmt::format("{}: closed form {}, built {}\n", what, closed_form, built);
  }
  void require(bool holds, std::string_view what) {
    if (!holds) text_ += fmt::format("not so: {}\n", what);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

void compare_counts(const Facts& f, const Network& net, Disagreements& d) {
  const std::vector<std::uint32_t> hosts = hosts_by_switch(net);
  std::int64_t access = 0, least = INT64_MAX, most = 0;
  std::array<std::int64_t, media> cable_ends{};
  for (SwitchId s = 0; s < net.switches(); ++s) {
    access += hosts[s] > 0;
    least = std::min<std::int64_t>(least, net.ports_of(s));
    most = std::max<std::int64_t>(most, net.ports_of(s));
  }
  for (PortId p = 0; p < net.channels(); ++p) ++cable_ends[static_cast<std::size_t>(net.link(p).medium)];
  d.compare("hosts", f.hosts, net.hosts);
  d.compare("switches", f.switches, net.switches());
  d.compare("access switches", f.access_switches, access);
  d.compare("fewest ports", f.ports_least, least);
  d.compare("most ports", f.ports_most, most);
  d.compare("ports used", f.ports_used, net.switch_ports());
  for (std::size_t m = 0; m < media; ++m)
    d.compare(fmt::format("{} cables", name_of(static_cast<Medium>(m))), 2 * f.cables[m], cable_ends[m]);
  d.require(f.spare_switches >= 0, "no negative number of spare switches");
}

/// Assigns sides by the order of hosts. Switches without hosts are on neither.
std::vector<int> halves_by_number(const Network& net, const std::vector<std::uint32_t>& hosts,
                                  std::int64_t access) {
  std::vector<int> side(net.switches(), -1);
  std::int64_t seen = 0;
  for (SwitchId s = 0; s < net.switches(); ++s)
    if (hosts[s] > 0) side[s] = seen++ < access / 2 ? 0 : 1;
  return side;
}

/// True where the closed form is the minimum bisection, in small networks too.
bool is_exact(const Topology& topology) {
  if (const auto* clos = dynamic_cast<const FoldedClos*>(&topology)) return clos->pods == 0 && clos->pod == 0;
  if (const auto* rails = dynamic_cast<const RailClos*>(&topology)) return rails->spines == rails->servers;
  return !dynamic_cast<const Dragonfly*>(&topology) && !dynamic_cast<const ChassisClos*>(&topology);
}

/// The closed form is never above the cut between the first half of the access switches and everything else.
/// For small networks it is compared with the minimum bisection.
void compare_bisection(const Topology& topology, const Facts& f, const Network& net, Disagreements& d) {
  if (f.bisection_cables == not_known || net.switches() == 1) return;
  const std::vector<std::uint32_t> hosts = hosts_by_switch(net);
  if (f.hosts % f.access_switches != 0) return;  // a last chip with fewer hosts: no cut of switches is even
  const std::vector<int> side = halves_by_number(net, hosts, f.access_switches);
  std::int64_t crossing = 0;
  for (PortId p = 0; p < net.switch_ports(); ++p)
    crossing +=
        !net.is_host_port(net.peer[p]) && side[net.owner[p]] == 0 && side[net.owner[net.peer[p]]] != 0;
  d.require(f.bisection_cables <= crossing, "the bisection is no thicker than the first even cut");
  if (net.switches() > 16) return;
  const std::int64_t thinnest = testing_cuts::thinnest_even_cut(net, hosts);
  if (is_exact(topology)) d.compare("bisection", f.bisection_cables, thinnest);
  d.require(f.bisection_cables >= thinnest, "some even cut is as thin as the bisection");
}

/// A simulation has a channel for each circuit that ever exists; a plan counts a fibre of each server to each
/// rail's circuit switch.
void compare_circuits(const Facts& f, const Network& net, Disagreements& d) {
  const std::int64_t servers = f.access_switches, rails = f.switches - servers;
  d.compare("hosts", f.hosts, net.hosts);
  d.compare("servers", servers, net.switches());
  d.compare("fibres", f.cables_of(Medium::optical), servers * rails);
  d.compare("channels", f.hosts + servers * (servers - 1) * rails, net.switch_ports());
  for (const std::string& broken : broken_invariants(net)) d.require(false, broken);
  double share = 0;
  for (std::uint32_t shift = 1; shift < net.switches(); ++shift) {
    d.require(net.circuits.share_of(shift) > 0, "every pair of servers is joined at some time");
    share += net.circuits.share_of(shift);
  }
  d.require(share <= 1 + 1e-9, "a server is joined to one other at a time");
}

std::string disagreements(const Topology& topology) {
  Disagreements d;
  const Facts f = topology.facts();
  const Network net = topology.build(Cables{});
  if (net.circuits.in_use()) return compare_circuits(f, net, d), d.text();
  compare_counts(f, net, d);
  for (const std::string& broken : broken_invariants(net)) d.require(false, broken);
  if (f.diameter != not_known && net.switches() <= 2000)
    d.compare("diameter", f.diameter, host_distances(net).diameter);
  compare_bisection(topology, f, net, d);
  return d.text();
}

/// At least three sets of parameters for every topology, small ones among them.
const std::map<std::string, std::vector<std::string>>& parameter_sets() {
  static const std::map<std::string, std::vector<std::string>> sets{
      {"flattened_butterfly",
       {"", "c = 2\nk = 4\nn = 3", "c = 1\nk = 3\nn = 3", "sizes = [3, 2]\nparallel = [1, 2]",
        "sizes = [5, 3]", "c = 12\nk = 8\nn = 4", "sizes = [4, 3]\nlocal_medium = \"optical\""}},
      {"folded_clos",
       {"", "levels = 2\nradix = 8", "levels = 2\nradix = 6\npod = 5\nhosts_per_switch = 4", "radix = 4",
        "radix = 4\npods = 3", "levels = 4\nradix = 6\npods = 8", "levels = 4\nradix = 4",
        "radix = 8\nhosts_per_switch = 6\nlocal_medium = \"copper\"", "radix = 8\npod = 2\npods = 5",
        "radix = 12\nuplinks = 3\npod = 4"}},
      {"rail_only", {"", "gpus = 2\nservers = 3", "gpus = 3\nservers = 2", "gpus = 4\nservers = 7"}},
      {"rail_clos",
       {"", "gpus = 2\nservers = 2\npods = 2\nspines = 2", "gpus = 2\nservers = 2\npods = 3\nspines = 1",
        "gpus = 4\nservers = 6\npods = 3\nspines = 3\nlocal_medium = \"optical\""}},
      {"rail_circuits",
       {"", "gpus = 2\nservers = 3\nhold = [\"1ms\", \"2ms\"]", "gpus = 1\nservers = 2",
        "gpus = 3\nservers = 4\nshifts = [1, 2, 1, 3]"}},
      {"chassis_clos",
       {"radix = 4\nhosts = 8", "radix = 8\nhosts = 40", "radix = 8\nhosts = 128", "radix = 12\nhosts = 96",
        "radix = 12\nhosts = 100", "radix = 36\nhosts = 5000"}},
      {"dragonfly",
       {"", "a = 2\nh = 1", "a = 4\nh = 1\ng = 4", "a = 2\nh = 2", "a = 2\nh = 3\ng = 3",
        "a = 3\nh = 5\ng = 3", "wiring = \"consecutive\"", "a = 4\nh = 3\ng = 8\nwiring = \"consecutive\"",
        "a = 8\np = 4\nh = 4", "a = 2\nh = 7\ng = 4", "a = 1\nh = 5"}},
      {"mesh",
       {"", "sizes = [4, 4]\nc = 3", "sizes = [3, 3]", "sizes = [5, 3]", "sizes = [2, 2, 3]", "sizes = [7]",
        "sizes = [3, 5, 7]"}},
      {"torus",
       {"", "sizes = [4, 4]\nc = 3", "sizes = [3, 3]", "sizes = [5, 3]", "sizes = [2, 2, 3]", "sizes = [7]",
        "sizes = [3, 5, 7]\nwrap_medium = \"copper\""}},
      {"complete", {"", "links = 5", "switches = 2", "switches = 15\nhosts_per_switch = 1\nlinks = 2"}},
      {"tree",
       {"", "links = 5", "depth = 2\narity = 3", "depth = 3\narity = 2\nhosts_on = \"leaves\"",
        "depth = 2\narity = 3\nhosts_on = \"leaves\"", "depth = 5\narity = 3",
        "depth = 1\narity = 2\nhosts_on = \"leaves\""}},
      {"irregular",
       {"", "switches = 50\ndegree = 3\nseed = 9", "switches = 5\ndegree = 4", "switches = 9\ndegree = 2"}},
      {"graph",
       {"file = \"examples/leaf-spine.graphml\"", "file = \"tests/data/ring.cables\"",
        "file = \"tests/data/ring.cables\"\nhosts_per_switch = 1\nmedium = \"copper\""}},
      {"star", {"", "hosts = 1", "hosts = 7"}}};
  return sets;
}

TEST(Conformance, ClosedFormsAgreeWithTheBuiltNetwork) {
  for (const auto& entry : topologies()) {
    const auto sets = parameter_sets().find(std::string(entry.name));
    ASSERT_TRUE(sets != parameter_sets().end() && sets->second.size() >= 3)
        << entry.name << " needs parameter sets here";
    for (const std::string& parameters : sets->second) {
      Problems problems;
      const auto topology = make(std::string(entry.name), parameters, problems);
      ASSERT_TRUE(topology) << to_text(problems);
      EXPECT_EQ(disagreements(*topology), "") << entry.name << "\n" << parameters;
    }
  }
}

/// In a full folded Clos any half of the access switches can send to the other half at the full bisection.
TEST(Conformance, FoldedClosCarriesItsBisectionBetweenAnyTwoHalves) {
  for (const char* parameters :
       {"levels = 4\nradix = 4", "radix = 6", "radix = 8\npods = 4", "levels = 4\nradix = 4\npods = 4",
        "levels = 2\nradix = 8\nhosts_per_switch = 6"}) {
    Problems problems;
    const auto topology = make("folded_clos", parameters, problems);
    ASSERT_TRUE(topology) << to_text(problems);
    const Facts f = topology->facts();
    const Network net = topology->build(Cables{});
    const auto hosts = hosts_by_switch(net);
    EXPECT_EQ(testing_cuts::thinnest_cut_between(net, halves_by_number(net, hosts, f.access_switches)),
              f.bisection_cables)
        << parameters;
    std::vector<int> alternate(net.switches(), -1);
    for (SwitchId s = 0; s < f.access_switches; ++s) alternate[s] = static_cast<int>(s % 2);
    EXPECT_EQ(testing_cuts::thinnest_cut_between(net, alternate), f.bisection_cables) << parameters;
  }
}

/// A parameter set with small random numbers; most are valid.
std::string random_parameters(const Entry<Topology>& entry) {
  std::string text;
  for (const FieldInfo& f : entry.fields()) {
    if (f.type == "whole number" && *rc::gen::inRange(0, 4) != 0)
      text += fmt::format("{} = {}\n", f.name, *rc::gen::inRange(0, 7));
    else if (f.type == "list of whole number" && f.name == "sizes") {
      const int first = *rc::gen::inRange(2, 5), second = *rc::gen::inRange(2, 4);
      text += fmt::format("sizes = [{}, {}]\n", first, second);
    }
  }
  return text;
}

RC_GTEST_PROP(Conformance, HoldsForAnyParametersThatAreAccepted, ()) {
  for (const auto& entry : topologies()) {
    const std::string parameters = random_parameters(entry);
    Problems problems;
    const auto topology = make(std::string(entry.name), parameters, problems);
    RC_ASSERT(topology || !problems.empty());
    if (!topology || topology->facts().ports_used > 3000) continue;
    // Its bisection is the nominal one of a non-blocking network; partly filled chassis can have a smaller
    // one.
    if (entry.name == "chassis_clos") continue;
    const std::string found = disagreements(*topology);
    if (!found.empty()) RC_FAIL(fmt::format("{}\n{}\n{}", entry.name, parameters, found));
  }
}

/// `name = value`, or `name = [value, value, value]`; empty for fields that are no numbers.
std::string line_with(const FieldInfo& field, std::string_view value) {
  if (field.type == "whole number") return fmt::format("{} = {}\n", field.name, value);
  if (field.type == "list of whole number") return fmt::format("{0} = [{1}, {1}, {1}]\n", field.name, value);
  return "";
}

TEST(Conformance, AbsurdNumbersAreRefusedAtOnce) {
  constexpr std::string_view absurd[] = {"-1", "-9223372036854775808", "9223372036854775807", "3037000500"};
  for (const auto& entry : topologies()) {
    std::string all;
    for (const FieldInfo& field : entry.fields()) {
      all += line_with(field, "9223372036854775807");
      for (const std::string_view value : absurd) {
        const std::string line = line_with(field, value);
        if (line.empty() || field.name == "seed") continue;
        Problems problems;
        EXPECT_FALSE(make(std::string(entry.name), line, problems)) << entry.name << ": " << line;
      }
    }
    Problems problems;
    EXPECT_FALSE(make(std::string(entry.name), all, problems)) << entry.name;
  }
}

}  // namespace
}  // namespace ebb::inline topology
