#include "fabric/lab/router_texts.hpp"

#include <fmt/format.h>

#include "base/fields.hpp"
#include "fabric/inventory/names.hpp"

namespace ebb::inline fabric {
namespace {

// A neighbour is gone after ten silent seconds: on a busy machine a daemon may have to wait for some. A cable
// that is off is noticed at once.

std::string ospf_configuration(const Network& network, SwitchId s, const LabSettings& settings) {
  std::string text = fmt::format("hostname {}\ninterface lo\n ip ospf area 0\nexit\n", switch_name(s));
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p)
    if (!network.is_host_port(network.peer[p]))
      text += fmt::format(
          "interface {}\n ip ospf area 0\n ip ospf network point-to-point\n ip ospf hello-interval 1\n"
          " ip ospf dead-interval 10\n ip ospf retransmit-interval 1\n{}exit\n",
          LabNames::port(s, p - network.first_port[s]), settings.bfd ? " ip ospf bfd\n" : "");
  return text +
         fmt::format(
             "router ospf\n ospf router-id {}\n redistribute kernel metric-type 1\n"
             " timers throttle spf 10 50 500\n timers throttle lsa all 200\n timers lsa min-arrival 100\n"
             "exit\n",
             LabNames::router_ip(s));
}

std::string bgp_configuration(const Network& network, SwitchId s, const LabSettings& settings) {
  const std::vector<std::uint32_t> cables = cable_numbers(network);
  std::string text = fmt::format(
      "hostname {}\nrouter bgp {}\n bgp router-id {}\n no bgp ebgp-requires-policy\n"
      " no bgp default ipv4-unicast\n bgp bestpath as-path multipath-relax\n timers bgp 1 10\n",
      switch_name(s), 4'200'000'000 + s, LabNames::router_ip(s));
  std::string activated;
  for (PortId p = network.first_port[s]; p < network.first_port[s + 1]; ++p) {
    const PortId peer = network.peer[p];
    if (network.is_host_port(peer)) continue;
    const std::string address = LabNames::cable_ip(cables[p], p < peer);
    text += fmt::format(
        " neighbor {0} remote-as external\n neighbor {0} advertisement-interval 0\n"
        " neighbor {0} timers connect 1\n{1}",
        address, settings.bfd ? fmt::format(" neighbor {} bfd\n", address) : "");
    activated += fmt::format("  neighbor {} activate\n", address);
  }
  return text + " address-family ipv4 unicast\n" + activated +
         "  redistribute kernel\n  redistribute connected\n  maximum-paths 128\n exit-address-family\nexit\n";
}

}  // namespace

std::vector<std::uint32_t> cable_numbers(const Network& network) {
  std::vector<std::uint32_t> numbers(network.switch_ports(), 0);
  std::uint32_t next = 0;
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (const PortId peer = network.peer[p]; !network.is_host_port(peer) && p < peer)
      numbers[p] = numbers[peer] = next++;
  return numbers;
}

std::vector<RouterDaemon> router_daemons(const Network& network, SwitchId s, const LabSettings& settings) {
  std::vector<RouterDaemon> daemons = {
      {"zebra", fmt::format("hostname {}\n{}", switch_name(s),
                            settings.next_hop_groups ? "" : "no zebra nexthop kernel enable\n")}};
  if (settings.bfd) daemons.push_back({"bfdd", fmt::format("hostname {}\n", switch_name(s))});
  if (settings.protocol == RoutingProtocol::ospf)
    daemons.push_back({"ospfd", ospf_configuration(network, s, settings)});
  else
    daemons.push_back({"bgpd", bgp_configuration(network, s, settings)});
  return daemons;
}

std::uint32_t neighbours_of_all(const Network& network) {
  std::uint32_t ends = 0;
  for (PortId p = 0; p < network.switch_ports(); ++p)
    if (const PortId peer = network.peer[p]; peer != no_id) ends += network.is_host_port(peer) ? 2 : 1;
  return ends;
}

std::string router_inventory(const LabNames& names, const Network& network, RoutingProtocol protocol) {
  std::string text = fmt::format("# The routers of the lab \"{}\", for `ebb agent`.\n", names.lab);
  for (SwitchId s = 0; s < network.switches(); ++s) {
    text += fmt::format(
        "\n[[switch]]\nname = {}\ndriver = \"frr\"\nprotocol = \"{}\"\n"
        "command = [\"ip\", \"netns\", \"exec\", \"{}\"]\nvtysh = [\"vtysh\", \"--vty_socket\", "
        "\"{}\"]\nports = [",
        to_text(switch_name(network, s)), names_of(protocol)[static_cast<std::size_t>(protocol)],
        names.router(s), names.router_folder(s));
    for (std::uint32_t local = 0; local < network.ports_of(s); ++local)
      text += fmt::format("{}\"{}\"", local == 0 ? "" : ", ", LabNames::port(s, local));
    text += "]\n";
  }
  return text;
}

}  // namespace ebb::inline fabric
