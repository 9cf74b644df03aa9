// Builds a network on this machine: every switch is a bridge of the lab's own Open vSwitch, every host a
// network namespace, every cable a pair of virtual interfaces. The switches are in a namespace of their own
// too, so that the lab is isolated from the machine. With routers, every switch is a namespace with FRR's
// daemons instead (lab_routers.hpp). With dataplane bpf, the kernel forwards and there is no Open vSwitch
// (lab_bpf.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/bpf/lab_bpf.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab/lab_tools.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {

struct LabPlan {
  const Network& network;
  const AddressPlan& addresses;
  const std::vector<SwitchProgram>& programs;  ///< of every switch, in order
  LabSettings settings;
  std::string configuration;  ///< the TOML text of the configuration; kept for the other commands
  KernelPlan kernel = {};     ///< with dataplane bpf, instead of the programs
  std::vector<std::uint64_t> own_addresses = {};  ///< of the hosts, where the programs rewrite them
};

/// With more cables, a lab takes minutes to build and is too slow to forward.
inline constexpr std::uint32_t most_lab_cables = 2'000;

/// What any lab on this machine needs and is missing: privileges, programs. Empty when nothing is.
Problems lab_obstacles();

/// All or nothing: when a step fails or `stopped` returns true, everything is removed again.
Problems build_lab(const LabNames& names, const LabPlan& plan, const std::function<bool()>& stopped);

/// The lab's /etc/hosts: its hosts and, with routers, these.
std::string lab_host_names(const Network& network, bool routed);

/// The inventory file of the lab's switches for `ebb fabric`.
std::string lab_inventory(const LabNames& names, const Network& network,
                          LabManagement switches = LabManagement::openflow);

}  // namespace ebb::inline fabric
