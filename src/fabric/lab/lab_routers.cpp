#include "fabric/lab/lab_routers.hpp"

#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/process/run_tool.hpp"
#include "fabric/inventory/inventory.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/lab/lab_hosts.hpp"
#include "fabric/lab/lab_tools.hpp"
#include "fabric/lab/router_texts.hpp"
#include "fabric/routed/frr_routers.hpp"

namespace ebb::inline fabric {
namespace {

constexpr const char* frr_folder = "/usr/lib/frr/";
constexpr const char* frr_user = "frr";
constexpr std::chrono::seconds convergence_limit{120};

/// Runs in a router's namespace before it has interfaces, because they inherit settings. Packets of a flow
/// take one path, and flows all paths, since the hash covers ports; they come back by others.
std::string let_it_forward() {
  using Setting = std::pair<const char*, int>;
  for (const auto& [file, value] : {Setting("ip_forward", 1), Setting("fib_multipath_hash_policy", 1),
                                    Setting("conf/all/rp_filter", 0), Setting("conf/default/rp_filter", 0)}) {
    std::ofstream out(std::string("/proc/sys/net/ipv4/") + file);
    out << value;
    out.close();
    if (!out) throw std::runtime_error(fmt::format("the kernel refuses net/ipv4/{} = {}", file, value));
  }
  return "";
}

/// Addresses and, for hosts, routes of one router's ports; the cables between routers are numbered.
std::string address_lines(const Network& network, SwitchId s, const std::vector<std::uint32_t>& cables) {
  std::string lines = fmt::format("link set lo up\naddr add {}/32 dev lo\n", LabNames::router_ip(s));
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
    const std::string port = LabNames::port(s, p - network.first_port[s]);
    const PortId peer = network.peer[p];
    lines += fmt::format("link set {} up\n", port);
    if (network.is_host_port(peer))
      lines += fmt::format("route add {}/32 dev {}\n", LabNames::ip(network.host_at(peer)), port);
    else
      lines += fmt::format("addr add {}/31 dev {}\n", LabNames::cable_ip(cables[p], p > peer), port);
  }
  return lines;
}

std::string host_lines(const Network& network, HostId h) {
  const SwitchId router = network.owner[network.peer[network.host_port(h)]];
  const char* port = LabNames::host_interface;
  return fmt::format(
      "link set lo up\nlink set {0} up\naddr add {1}/32 dev {0}\nroute add {2}/32 dev {0}\n"
      "route add default via {2}\n",
      port, LabNames::ip(h), LabNames::router_ip(router));
}

/// A folder that FRR's daemons, which are no longer root, may use and others may not.
Problems make_router_folder(const std::string& path, mode_t mode) {
  const passwd* user = getpwnam(frr_user);
  if (user && (mkdir(path.c_str(), mode) == 0 || errno == EEXIST) &&
      chown(path.c_str(), mode == 0700 ? user->pw_uid : 0, user->pw_gid) == 0 &&
      chmod(path.c_str(), mode) == 0)
    return {};
  return {{path, user ? fmt::format("cannot be created: {}", std::strerror(errno)) : "needs the user frr",
           "install FRR (Debian: frr), and free space in /run"}};
}

Problems start_daemon(const LabNames& names, SwitchId s, const RouterDaemon& daemon) {
  const std::string folder = names.router_folder(s), file = folder + "/" + daemon.name;
  if (Problems problems = write_lab_file(file + ".conf", daemon.configuration); !problems.empty())
    return problems;
  chmod((file + ".conf").c_str(), 0644);
  std::vector<std::string> words = {frr_folder + daemon.name,
                                    "-d",
                                    "--vty_socket",
                                    folder,
                                    "-z",
                                    folder + "/zserv.api",
                                    "-i",
                                    file + ".pid",
                                    "-f",
                                    file + ".conf",
                                    "-P",
                                    "0",
                                    "--log",
                                    "file:" + file + ".log"};
  // The buffer of Debian's service: zebra ends when its kernel has more to tell than the usual one holds.
  if (daemon.name == "zebra") words.insert(words.end(), {"-s", "90000000"});
  if (daemon.name == "bfdd") words.insert(words.end(), {"--bfdctl", folder + "/bfdd.sock"});
  const ToolResult ran = run_tool_in({names.router(s)}, words);
  if (ran.ok()) return {};
  return {{switch_name(s), fmt::format("{} does not start: {}", daemon.name, ran.said()),
           "compare its version with FRR 8.4, for which labs are tested"}};
}

Result<Inventory> lab_routers(const LabNames& names, const Network& network) {
  return read_inventory(names.file("inventory.toml"), network);
}

}  // namespace

Problems router_obstacles(const Network& network) {
  const char* hint = "on Debian: apt install frr iproute2";
  Problems problems = tool_obstacles({"ip", "tc", "vtysh"}, hint);
  for (const char* daemon : {"zebra", "ospfd", "bgpd"})
    if (access((std::string(frr_folder) + daemon).c_str(), X_OK) != 0)
      problems.push_back({"ebb lab", fmt::format("{}{} is not installed", frr_folder, daemon), hint});
  // Routers without a place for a neighbour's address find only a part of each other.
  const std::uint32_t needed = neighbours_of_all(network);
  std::uint32_t most = 0;
  if (std::ifstream("/proc/sys/net/ipv4/neigh/default/gc_thresh3") >> most && needed > most)
    problems.push_back(
        {"ebb lab",
         fmt::format("its cables have {} ends, but the kernel remembers only {} neighbours", needed, most),
         fmt::format("allow more: sysctl -w net.ipv4.neigh.default.gc_thresh3={}", 2 * needed)});
  return problems;
}

Problems make_router_namespaces(const LabNames& names, const Network& network) {
  std::vector<std::string> all;
  for (SwitchId s = 0; s < network.switches(); ++s) all.push_back(names.router(s));
  for (HostId h = 0; h < network.hosts; ++h) all.push_back(names.host(h));
  if (Problems problems = make_namespaces(all); !problems.empty()) return problems;
  for (SwitchId s = 0; s < network.switches(); ++s)
    if (const ToolResult ran = run_in_namespace(names.router(s), let_it_forward); !ran.ok())
      return {{switch_name(s), ran.said(), "labs of routers need a kernel with IP multipath routing"}};
  return {};
}

Problems make_router_cables(const LabNames& names, const Network& network) {
  std::string lines;
  const auto port = [&](PortId p) {
    const SwitchId s = network.owner[p];
    return fmt::format("{} netns {}", LabNames::port(s, p - network.first_port[s]), names.router(s));
  };
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (const PortId peer = network.peer[p]; network.is_host_port(peer))
      lines += fmt::format("link add {} type veth peer name {} netns {}\n", port(p), LabNames::host_interface,
                           names.host(network.host_at(peer)));
    else if (p < peer)
      lines += fmt::format("link add {} type veth peer name {}\n", port(p), port(peer));
  return run_batch("ip", "", lines);
}

Problems set_router_addresses(const LabNames& names, const Network& network, const LabSettings& settings) {
  const std::string shaper =
      settings.rate.v == 0 ? "" : " root " + shaper_text(settings.rate, settings.rate) + "\n";
  const std::vector<std::uint32_t> cables = cable_numbers(network);
  for (SwitchId s = 0; s < network.switches(); ++s) {
    Problems problems = run_batch("ip", names.router(s), address_lines(network, s, cables));
    std::string lines;
    for (std::uint32_t local = 0; !shaper.empty() && local < network.ports_of(s); ++local)
      lines += "qdisc add dev " + LabNames::port(s, local) + shaper;
    if (problems.empty()) problems = run_batch("tc", names.router(s), lines);
    if (!problems.empty()) return problems;
  }
  for (HostId h = 0; h < network.hosts; ++h) {
    Problems problems = run_batch("ip", names.host(h), host_lines(network, h));
    if (problems.empty() && !shaper.empty())
      problems =
          run_batch("tc", names.host(h), std::string("qdisc add dev ") + LabNames::host_interface + shaper);
    if (!problems.empty()) return problems;
  }
  return {};
}

Problems start_routers(const LabNames& names, const Network& network, const LabSettings& settings) {
  if (Problems problems = make_router_folder(names.folder(), 0710); !problems.empty()) return problems;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    if (Problems problems = make_router_folder(names.router_folder(s), 0700); !problems.empty())
      return problems;
    for (const RouterDaemon& daemon : router_daemons(network, s, settings))
      if (Problems problems = start_daemon(names, s, daemon); !problems.empty()) return problems;
  }
  return {};
}

Problems await_routers(const LabNames& names, const Network& network, const std::function<bool()>& stopped) {
  const auto inventory = lab_routers(names, network);
  if (!inventory) return inventory.problems();
  const FrrRouters routers(*inventory);
  RoutedNetwork all(network, routers.planned());
  const std::vector<bool> none(network.switches(), false);
  const auto end = std::chrono::steady_clock::now() + convergence_limit;
  while (!stopped()) {
    Problems problems = all.read(none, none);
    const bool whole = problems.empty() && all.all_adjacent() && all.owners().size() >= network.hosts;
    if (whole && !all.difference()) return {};
    if (std::chrono::steady_clock::now() > end) {
      if (!problems.empty()) return problems;
      if (const auto difference = all.difference()) return {explain(all, *difference).problem};
      return {{"ebb lab up", "the routers do not find each other", "look at their logs in the lab's folder"}};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return {};
}

Result<std::string> look_at_routes(const LabNames& names, const Network& network) {
  const auto inventory = lab_routers(names, network);
  if (!inventory) return inventory.problems();
  const FrrRouters routers(*inventory);
  RoutedNetwork all(network, routers.planned());
  const std::vector<bool> none(network.switches(), false);
  if (Problems problems = all.read(none, none); !problems.empty()) return problems;
  if (const auto difference = all.difference()) return explain(all, *difference).problem;
  const std::size_t prefixes = all.owners().size();
  if (prefixes < network.hosts)
    return Problem{"ebb lab test", fmt::format("routers advertise {} of {} hosts", prefixes, network.hosts),
                   "look at their logs in the lab's folder"};
  return fmt::format("all kernels have all equal-cost next hops to {} hosts", network.hosts);
}

}  // namespace ebb::inline fabric
