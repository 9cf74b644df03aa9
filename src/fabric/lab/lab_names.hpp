// Names of a lab's parts. Everything of a lab that outlives a process is either in its folder or a network
// namespace whose name begins with its prefix; that is how `ebb lab down` finds all of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

/// The lab when none is named.
inline constexpr const char* usual_lab = "lab";

struct LabNames {
  std::string lab = usual_lab;

  /// Short, lower case and without special characters, because it becomes part of names and paths.
  Problems check() const;

  static std::string labs_folder() { return "/run/ebb-lab"; }
  std::string folder() const { return labs_folder() + "/" + lab; }
  std::string file(const std::string& name) const { return folder() + "/" + name; }
  /// The names of hosts, as /etc/hosts has them.
  std::string hosts() const { return file("hosts"); }
  std::string database() const { return "unix:" + file("db.sock"); }
  /// The OpenFlow socket for ovs-ofctl.
  std::string openflow(SwitchId s) const;

  /// The SNMP address of a switch in a lab whose switches are managed by SNMP, and the folder of its
  /// programs.
  std::string snmp(SwitchId s) const;
  std::string snmp_folder(SwitchId s) const;

  std::string prefix() const { return "ebb." + lab + "."; }
  /// The namespace of the switches and of both ends of their cables.
  std::string fabric() const { return prefix() + "fabric"; }
  std::string host(HostId h) const;
  /// The namespace of a router, in a lab of routers, and the folder of its daemons.
  std::string router(SwitchId s) const;
  std::string router_folder(SwitchId s) const;

  /// The interface of a switch's port, in the namespace of the switches: "s3p0".
  static std::string port(SwitchId s, std::uint32_t local);
  static constexpr const char* host_interface = "eth0";
  /// The IP address of a host inside the lab.
  static std::string ip(HostId h);
  /// The address of a router itself, and of either end of a cable between routers; `end` is 0 or 1.
  static std::string router_ip(SwitchId s);
  static std::string cable_ip(std::uint32_t cable, std::uint32_t end);
};

/// All existing namespaces of a lab, sorted.
std::vector<std::string> lab_namespaces(const LabNames& names);
/// All labs that have a folder or a namespace.
std::vector<std::string> labs_there();

}  // namespace ebb::inline fabric
