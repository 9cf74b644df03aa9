// How a lab is built: section [lab] of a configuration file.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "fabric/routed/routing_protocol.hpp"

namespace ebb::inline fabric {

/// How the hosts of a lab get their addresses.
enum class LabAddresses : std::uint8_t { set, dmp, own };
constexpr auto names_of(LabAddresses) { return std::array<std::string_view, 3>{"set", "dmp", "own"}; }

/// How hosts learn which MAC address belongs to an IP address.
enum class LabNeighbours : std::uint8_t { fixed, arp };
constexpr auto names_of(LabNeighbours) { return std::array<std::string_view, 2>{"static", "arp"}; }

/// What forwards in a lab's switches: bridges of Open vSwitch, or programs in the kernel (BPF).
enum class DataPlane : std::uint8_t { openvswitch, bpf };
constexpr auto names_of(DataPlane) { return std::array<std::string_view, 2>{"openvswitch", "bpf"}; }

/// What the switches of a lab are.
enum class LabRouters : std::uint8_t { none, frr };
constexpr auto names_of(LabRouters) { return std::array<std::string_view, 2>{"none", "frr"}; }

/// By what bridges are managed.
enum class LabManagement : std::uint8_t { openflow, snmp };
constexpr auto names_of(LabManagement) { return std::array<std::string_view, 2>{"openflow", "snmp"}; }

struct LabSettings {
  BitsPerSecond rate{0};
  LabAddresses addresses = LabAddresses::set;
  LabNeighbours neighbours = LabNeighbours::fixed;
  LabManagement switches = LabManagement::openflow;
  LabRouters routers = LabRouters::none;
  RoutingProtocol protocol = RoutingProtocol::ospf;
  bool bfd = false, next_hop_groups = false;
  DataPlane dataplane = DataPlane::openvswitch;

  bool is_routed() const { return routers == LabRouters::frr; }
  bool by_snmp() const { return switches == LabManagement::snmp; }
  bool in_kernel() const { return dataplane == DataPlane::bpf; }

  static constexpr auto fields() {
    return std::tuple{
        field("rate", &LabSettings::rate, "rate of every cable, both ways; 0: as fast as this machine can"),
        field("addresses", &LabSettings::addresses,
              "who gives the hosts their addresses: the lab, the switches (DMP), or nobody"),
        field("neighbours", &LabSettings::neighbours,
              "how hosts find each other: by entries that the lab makes, or by ARP"),
        field("switches", &LabSettings::switches,
              "how bridges are managed: openflow, with the tables of [rules]; snmp, with an snmpd for each "
              "switch and the VLANs of [trees]"),
        field(
            "dataplane", &LabSettings::dataplane,
            "what forwards in the switches: openvswitch; or bpf, programs in the kernel that also hold rules "
            "with conditions on queues"),
        field("routers", &LabSettings::routers,
              "what the switches are: bridges of Open vSwitch, or routers that run FRR"),
        field("protocol", &LabSettings::protocol, "the routing protocol of the routers"),
        field("bfd", &LabSettings::bfd, "the routers detect dead links by BFD"),
        field("next_hop_groups", &LabSettings::next_hop_groups,
              "zebra keeps next hops in groups, as by its default, with the fault that the agent names")};
  }
  Problems check() const;
};

}  // namespace ebb::inline fabric
