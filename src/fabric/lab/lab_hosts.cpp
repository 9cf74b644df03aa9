#include "fabric/lab/lab_hosts.hpp"

#include <fmt/format.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "base/process/run_tool.hpp"
#include "fabric/dmp/dmp_client.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {
namespace {

/// Runs before interfaces are created, because they inherit the setting. A kernel without IPv6 needs nothing.
std::string switch_ipv6_off() {
  for (const char* which : {"all", "default"}) {
    std::ofstream out(fmt::format("/proc/sys/net/ipv6/conf/{}/disable_ipv6", which));
    out << "1";
  }
  return "";
}

/// Runs in the host's namespace.
std::string compute_checksums() {
  const int socket_file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ethtool_value off{ETHTOOL_STXCSUM, 0};
  ifreq request{};
  std::strncpy(request.ifr_name, LabNames::host_interface, IFNAMSIZ - 1);
  request.ifr_data = reinterpret_cast<char*>(&off);
  if (socket_file < 0 || ioctl(socket_file, SIOCETHTOOL, &request) != 0)
    throw std::runtime_error(
        fmt::format("checksum offload cannot be switched off: {}", std::strerror(errno)));
  close(socket_file);
  return "";
}

std::string neighbour_lines(const Network& network, const AddressPlan& addresses, HostId self) {
  std::string lines;
  for (HostId h = 0; h < network.hosts; ++h)
    if (h != self)
      lines += fmt::format("neigh replace {} lladdr {} dev {} nud permanent\n", LabNames::ip(h),
                           mac_text(mac_of(addresses.address(h))), LabNames::host_interface);
  return lines;
}

Problems set_up_host(const LabNames& names, HostId h, const std::string& lines) {
  const std::string name_space = names.host(h);
  if (Problems problems = run_batch("ip", name_space, lines); !problems.empty()) return problems;
  const ToolResult ran = run_in_namespace(name_space, compute_checksums);
  if (!ran.ok())
    return {{host_name(h), "cannot be configured: " + ran.said(),
             "`ebb lab down` removes the lab; then build it again"}};
  return {};
}

/// As the host itself does at boot.
Problems let_host_ask(const LabNames& names, HostId h) {
  const ToolResult ran = run_in_namespace(names.host(h), []() -> std::string {
    const auto taken = take_address({.interface = LabNames::host_interface});
    if (!taken) throw std::runtime_error(to_text(taken.problems()));
    return "";
  });
  if (!ran.ok())
    return {{host_name(h), "cannot be configured: " + ran.said(),
             "`ebb lab down` removes the lab; then build it again"}};
  return {};
}

}  // namespace

Problems run_batch(const std::string& program, const std::string& name_space, const std::string& lines) {
  if (lines.empty()) return {};
  const ToolResult ran = run_tool_in({name_space}, {program, "-batch", "-"}, lines);
  if (ran.ok()) return {};
  return {{program, fmt::format("{}: {}", name_space.empty() ? "this machine" : name_space, ran.said()),
           "check that the kernel supports network namespaces and veth interfaces"}};
}

Problems make_namespaces(const std::vector<std::string>& all) {
  std::string lines;
  for (const std::string& name : all) lines += "netns add " + name + "\n";
  if (Problems problems = run_batch("ip", "", lines); !problems.empty()) return problems;
  for (const std::string& name : all) {
    const ToolResult ran = run_in_namespace(name, switch_ipv6_off);
    if (!ran.ok())
      return {
          {name, "cannot be configured: " + ran.said(), "check that the kernel supports network namespaces"}};
  }
  return {};
}

Problems make_namespaces(const LabNames& names, const Network& network) {
  std::vector<std::string> all{names.fabric()};
  for (HostId h = 0; h < network.hosts; ++h) all.push_back(names.host(h));
  if (Problems problems = make_namespaces(all); !problems.empty()) return problems;
  // Programs beside the switches, such as an agent, use loopback there.
  return run_batch("ip", names.fabric(), "link set lo up\n");
}

std::string shaper_text(BitsPerSecond rate, BitsPerSecond full) {
  // The bucket holds 4 ms, because the kernel timer may be that coarse, and at least some frames.
  return fmt::format("tbf rate {}bit burst {} limit {}", rate.v,
                     std::max<std::int64_t>(rate.v / 8 / 250, 16'000), shaper_buffer(full).v);
}

Bytes shaper_buffer(BitsPerSecond full) { return {std::max<std::int64_t>(full.v / 8 / 20, 64'000)}; }

namespace {

std::string interface_of(const Network& network, PortId p) {
  return LabNames::port(network.owner[p], p - network.first_port[network.owner[p]]);
}

}  // namespace

Problems make_cables(const LabNames& names, const Network& network) {
  std::string links;
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId other = network.peer[p];
    if (network.is_host_port(other))
      links += fmt::format("link add {} type veth peer name {} netns {}\n", interface_of(network, p),
                           LabNames::host_interface, names.host(network.host_at(other)));
    else if (p < other)
      links += fmt::format("link add {} type veth peer name {}\n", interface_of(network, p),
                           interface_of(network, other));
  }
  for (PortId p = 0; p < network.switch_ports(); ++p)
    links += fmt::format("link set {} up\n", interface_of(network, p));
  return run_batch("ip", names.fabric(), links);
}

Problems shape_cables(const LabNames& names, const Network& network, const LabSettings& settings) {
  if (settings.rate.v == 0) return {};
  const std::string shaper = shaper_text(settings.rate, settings.rate);
  std::string shapers;
  for (PortId p = 0; p < network.switch_ports(); ++p)
    shapers += fmt::format("qdisc add dev {} root {}\n", interface_of(network, p), shaper);
  Problems problems = run_batch("tc", names.fabric(), shapers);
  for (HostId h = 0; problems.empty() && h < network.hosts; ++h)
    problems = run_batch("tc", names.host(h),
                         fmt::format("qdisc add dev {} root {}\n", LabNames::host_interface, shaper));
  return problems;
}

Problems set_up_hosts(const LabNames& names, const Network& network, const AddressPlan& addresses,
                      const LabSettings& settings, const std::vector<std::uint64_t>& own_addresses) {
  for (HostId h = 0; h < network.hosts; ++h) {
    std::string lines = "link set lo up\n";
    if (settings.addresses == LabAddresses::set)
      lines += fmt::format("link set {} address {}\n", LabNames::host_interface,
                           mac_text(mac_of(addresses.address(h))));
    if (!own_addresses.empty())
      lines += fmt::format("link set {} address {}\n", LabNames::host_interface, mac_text(own_addresses[h]));
    lines += fmt::format("addr add {}/16 dev {}\nlink set {} up\n", LabNames::ip(h), LabNames::host_interface,
                         LabNames::host_interface);
    if (Problems problems = set_up_host(names, h, lines); !problems.empty()) return problems;
    if (settings.addresses == LabAddresses::dmp)
      if (Problems problems = let_host_ask(names, h); !problems.empty()) return problems;
    // Last, because an interface loses its neighbour entries when its address changes.
    if (settings.neighbours == LabNeighbours::fixed)
      if (Problems problems = run_batch("ip", names.host(h), neighbour_lines(network, addresses, h));
          !problems.empty())
        return problems;
  }
  return {};
}

}  // namespace ebb::inline fabric
