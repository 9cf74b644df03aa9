// For tests: the routers of leaf_spine_testing.hpp, as their shells would show them. Their kernels follow the
// costs at once, except for faults that the test sets.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fabric/routed/leaf_spine_testing.hpp"
#include "fabric/routed/route_model.hpp"
#include "fabric/routed/routed_network.hpp"

namespace ebb::inline fabric {

class FakeRouters {
 public:
  FakeRouters() {
    for (SwitchId s = 0; s < network.switches(); ++s) {
      shells_.push_back(std::make_unique<Shell>(*this, s));
      routers_.push_back(std::make_unique<FrrRouter>(leaf_spine_names[s], *shells_.back()));
      planned.push_back({routers_.back().get(), leaf_spine_ports(s)});
    }
  }
  FakeRouters(const FakeRouters&) = delete;
  FakeRouters& operator=(const FakeRouters&) = delete;

  const Network network = leaf_spine();
  std::vector<PlannedRouter> planned;

  // What the test looks at and sets.
  std::array<bool, 4> drained{}, silent{};
  std::array<std::uint32_t, 10> cost{10, 10, 10, 10, 10, 10, 10, 10, 10, 10};
  std::set<PortId> off;                ///< ports without an adjacency
  std::set<PortId> lacking;            ///< next hops by these ports do not reach the kernel, which has groups
  std::size_t heals_after = SIZE_MAX;  ///< so many new adjacencies give the kernel what it lacks
  std::set<SwitchId> deaf;             ///< routers through which no packets pass
  std::vector<std::string> changes;    ///< in the order in which they were made
  std::vector<std::string> resets;     ///< of adjacencies: "leaf0 s0"
  std::uint64_t frames = 100;          ///< counters of all ports

 private:
  struct Shell final : RouterShell {
    Shell(FakeRouters& all_of, SwitchId self) : all(all_of), s(self) {}
    ToolResult run(const std::vector<std::string>& words) override { return all.answer(s, words); }
    void start(const std::vector<std::string>& words) override { next = run(words); }
    ToolResult finish() override { return next; }
    void ask(const std::vector<std::string>&, const std::string& line) override { next = run({line}); }
    ToolResult answer() override { return next; }
    FakeRouters& all;
    SwitchId s;
    ToolResult next;
  };

  bool has_link(PortId p) const { return !off.contains(p) && !off.contains(network.peer[p]); }
  std::string port_name(PortId p) const {
    const SwitchId s = network.owner[p];
    return leaf_spine_ports(s)[p - network.first_port[s]];
  }
  static std::string address(PortId p) { return fmt::format("10.87.0.{}", p); }

  /// By its port: the next hops to the prefix of a leaf.
  std::set<PortId> ports_to(SwitchId from, SwitchId leaf) const {
    std::vector<RouterView> views(4);
    for (SwitchId s = 0; s < 4; ++s) {
      views[s].there = true, views[s].drained = drained[s];
      for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
        views[s].adjacent.push_back(has_link(p)), views[s].cost.push_back(cost[p]);
    }
    return RouteModel(network, views).ports_to(leaf)[from];
  }

  std::string kernel(SwitchId s, bool as_zebra) const {
    std::vector<std::string> routes;
    for (SwitchId leaf = 0; leaf < 2; ++leaf) {
      const std::string prefix = fmt::format("10.88.{}.0/31", leaf);
      if (s == leaf) {
        if (!as_zebra) routes.push_back(fmt::format(R"({{"dst":"{}","dev":"host","flags":[]}})", prefix));
        continue;
      }
      std::vector<std::string> hops;
      for (const PortId p : ports_to(s, leaf))
        if (as_zebra)
          hops.push_back(fmt::format(R"({{"ip":"{}","interfaceName":"{}","active":true,"fib":true}})",
                                     address(network.peer[p]), port_name(p)));
        else if (!lacking.contains(p))
          hops.push_back(fmt::format(R"({{"gateway":"{}","dev":"{}","flags":[]}})", address(network.peer[p]),
                                     port_name(p)));
      if (as_zebra)
        routes.push_back(
            fmt::format(R"("{}":[{{"selected":true,"nexthops":[{}]}}])", prefix, fmt::join(hops, ",")));
      else
        routes.push_back(fmt::format(R"({{"dst":"{}","nhid":26,"flags":[],"nexthops":[{}]}})", prefix,
                                     fmt::join(hops, ",")));
    }
    return fmt::format("{}{}{}", as_zebra ? "{" : "[", fmt::join(routes, ","), as_zebra ? "}" : "]");
  }

  std::string reading(SwitchId s) const {
    std::vector<std::string> neighbours, ports;
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
      if (off.contains(p)) continue;
      ports.push_back(fmt::format(R"("{}":{{"cost":{}}})", port_name(p), cost[p]));
      if (!network.is_host_port(network.peer[p]) && has_link(p))
        neighbours.push_back(
            fmt::format(R"("10.86.0.{}":[{{"nbrState":"Full/-","ifaceAddress":"{}","ifaceName":"{}:x"}}])", p,
                        address(network.peer[p]), port_name(p)));
    }
    return fmt::format(R"({} {{"areas":{{"0":{{"indefiniteActiveAdmin":{}}}}}}} {{"neighbors":{{{}}}}} )"
                       R"({{"interfaces":{{{}}}}})",
                       kernel(s, false), drained[s], fmt::join(neighbours, ","), fmt::join(ports, ","));
  }

  std::string links(SwitchId s) {
    frames += 10;
    std::vector<std::string> all;
    for (const std::string& port : leaf_spine_ports(s))
      all.push_back(fmt::format(
          R"({{"ifname":"{}","flags":["UP"],"stats64":{{"rx":{{"bytes":1,"packets":{}}},"tx":{{"bytes":1,"packets":{}}}}}}})",
          port, frames, frames));
    return fmt::format("[{}]", fmt::join(all, ","));
  }

  void configure(SwitchId s, const std::string& line) {
    changes.push_back(leaf_spine_names[s] + line.substr(line.find(" -c configure terminal") + 22));
    if (line.find("max-metric") != line.npos) drained[s] = line.find("no max-metric") == line.npos;
    const std::size_t at = line.find("ip ospf cost ");
    for (PortId p = network.first_port[s]; at != line.npos && p < network.first_port[s + 1]; ++p)
      if (line.find("interface " + port_name(p) + " ") != line.npos)
        cost[p] = static_cast<std::uint32_t>(std::stoul(line.substr(at + 13)));
  }

  void reset(SwitchId s, const std::string& port) {
    resets.push_back(leaf_spine_names[s] + " " + port);
    for (PortId p = network.first_port[s]; resets.size() >= heals_after && p < network.first_port[s + 1]; ++p)
      if (port_name(p) == port) lacking.erase(p);
  }

  ToolResult answer(SwitchId s, const std::vector<std::string>& words) {
    ToolResult result;
    result.exit_code = silent[s] ? 255 : 0;
    if (silent[s]) return result;
    const std::string line = fmt::format("{}", fmt::join(words, " "));
    if (words[0] == "sh") result.output = reading(s);
    if (line.find("configure terminal") != line.npos) configure(s, line);
    const std::string clear = "clear ip ospf interface ";
    if (const std::size_t at = line.find(clear); at != line.npos) reset(s, line.substr(at + clear.size()));
    if (line == "ip -j route") result.output = kernel(s, false);
    if (line.ends_with("show ip route json")) result.output = kernel(s, true);
    if (line == "link show") result.output = links(s);
    if (words[0] == "ping")
      result.output = fmt::format("3 packets, {} received\n", passes(s, words[10]) ? 3 : 0);
    return result;
  }

  bool passes(SwitchId s, const std::string& port) const {
    for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
      if (port_name(p) == port) return has_link(p) && !deaf.contains(network.owner[network.peer[p]]);
    return false;
  }

  std::vector<std::unique_ptr<Shell>> shells_;
  std::vector<std::unique_ptr<FrrRouter>> routers_;
};

}  // namespace ebb::inline fabric
