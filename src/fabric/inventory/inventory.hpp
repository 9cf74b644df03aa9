// Maps a plan's switches to real ones: a TOML file gives each switch's bridge, its address, and the interface
// of each port of the plan. All errors in the file are reported before any switch is contacted.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/result.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

struct InventorySwitch {
  std::string name, bridge, openflow, ovsdb;
  std::vector<std::string> ports;  ///< interface, or OpenFlow number, of each local port of the plan
  std::string snmp = {};           ///< empty: OpenFlow controls its ports

  static constexpr auto fields() {
    return std::tuple{
        field("name", &InventorySwitch::name, "as `ebb rules` names it: s0, s1, …"),
        field("bridge", &InventorySwitch::bridge, "the Open vSwitch bridge"),
        field("openflow", &InventorySwitch::openflow, "unix:PATH, tcp:ADDRESS:PORT or ssl:ADDRESS:PORT"),
        field("ovsdb", &InventorySwitch::ovsdb, "its database, in the same words"),
        field("snmp", &InventorySwitch::snmp,
              "udp:ADDRESS:PORT: its ports are switched by SNMP; empty: by OpenFlow"),
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
};

/// By what a command reaches the switches: each of them needs that address.
enum class InventoryUse : std::uint8_t { openflow, snmp };

/// Reads the inventory of a network: one entry per switch, with one port for each of its ports.
Result<Inventory> read_inventory(const std::string& path, const Network& network,
                                 InventoryUse use = InventoryUse::openflow);

}  // namespace ebb::inline fabric
