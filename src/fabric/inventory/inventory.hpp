// Maps a plan's switches to real ones: a TOML file gives each switch's bridge and address, or the command to
// a router, and the interface of each port of the plan. All errors in the file are reported before any switch
// is contacted.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/result.hpp"
#include "fabric/routed/routing_protocol.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// How the agent drives a switch.
enum class SwitchKind : std::uint8_t { openflow, frr };
constexpr auto names_of(SwitchKind) { return std::array<std::string_view, 2>{"openflow", "frr"}; }

struct InventorySwitch {
  std::string name, bridge, openflow, ovsdb;
  std::vector<std::string> ports;  ///< interface, or OpenFlow number, of each local port of the plan
  std::string snmp = {};           ///< empty: OpenFlow controls its ports
  SwitchKind kind = SwitchKind::openflow;
  // Of a router that runs FRR:
  std::vector<std::string> command = {};  ///< empty: FRR runs on this machine
  std::vector<std::string> vtysh = {"vtysh"};
  RoutingProtocol protocol = RoutingProtocol::ospf;
  std::vector<std::string> power_off = {}, power_on = {};  ///< empty: it stays on

  /// Whether it is managed by SNMP alone.
  bool by_snmp() const {
    return kind == SwitchKind::openflow && !snmp.empty() && bridge.empty() && openflow.empty() &&
           ovsdb.empty();
  }
  static constexpr auto fields() {
    return std::tuple{
        field("name", &InventorySwitch::name, "as `ebb rules` names it: s0, s1, …"),
        field("bridge", &InventorySwitch::bridge, "the Open vSwitch bridge"),
        field("openflow", &InventorySwitch::openflow, "unix:PATH, tcp:ADDRESS:PORT or ssl:ADDRESS:PORT"),
        field("ovsdb", &InventorySwitch::ovsdb, "its database, in the same words"),
        field("snmp", &InventorySwitch::snmp,
              "udp:ADDRESS:PORT: its ports are switched by SNMP, and its VLANs too where it has no OpenFlow; "
              "empty: all by OpenFlow"),
        field("driver", &InventorySwitch::kind,
              "how it is driven: by OpenFlow, or as a router that runs FRR"),
        field("command", &InventorySwitch::command,
              "words before every command to a router, such as [\"ssh\", \"root@leaf0\"]; empty: none"),
        field("vtysh", &InventorySwitch::vtysh, "words that begin every command to FRR"),
        field("protocol", &InventorySwitch::protocol, "the routing protocol that drains a router"),
        field("power_off", &InventorySwitch::power_off,
              "a command that switches a router off when all its ports are off; empty: it stays on"),
        field("power_on", &InventorySwitch::power_on, "the command that switches it on again"),
        field("ports", &InventorySwitch::ports,
              "interface or OpenFlow number of each local port of the plan, in order")};
  }
};

/// For switches with an ssl: address.
struct InventoryTls {
  std::string key, certificate, ca;

  static constexpr auto fields() {
    return std::tuple{field("key", &InventoryTls::key, "file with our private key"),
                      field("certificate", &InventoryTls::certificate, "file with its certificate"),
                      field("ca", &InventoryTls::ca, "file with the certificate that signs the switches'")};
  }
};

/// For switches with SNMP: a user of version 3, or a community of version 2c.
struct InventorySnmp {
  std::string user, passwords, community;

  static constexpr auto fields() {
    return std::tuple{field("user", &InventorySnmp::user, "who asks, by SHA and AES"),
                      field("passwords", &InventorySnmp::passwords,
                            "file beside this one with two lines: for authentication and for encryption"),
                      field("community", &InventorySnmp::community, "of version 2c, where there is no user")};
  }
};

struct Inventory {
  std::vector<InventorySwitch> switches;  ///< in the order of the plan's
  InventoryTls tls;
  InventorySnmp snmp;

  /// True when all switches are routers that run FRR. An inventory has one kind only.
  bool is_routed() const { return !switches.empty() && switches[0].kind == SwitchKind::frr; }
  /// Whether the switches are managed by SNMP alone: VLANs, not rules. All of them are, or none.
  bool by_snmp() const { return !switches.empty() && switches.front().by_snmp(); }
};

/// By what a command reaches the switches. `any`: OpenFlow, or SNMP where a switch has no other address.
enum class InventoryUse : std::uint8_t { any, snmp };

/// Reads the inventory of a network: one entry per switch, with one port for each of its ports.
Result<Inventory> read_inventory(const std::string& path, const Network& network,
                                 InventoryUse use = InventoryUse::any);

}  // namespace ebb::inline fabric
