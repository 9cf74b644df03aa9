// Switches of a lab in the kernel: no Open vSwitch, but a program at every port that forwards by the same
// tables and evaluates their conditions (src/fabric/bpf/).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "fabric/bpf/kernel_switch.hpp"
#include "fabric/bpf/switch_tables.hpp"
#include "fabric/lab/lab_names.hpp"
#include "fabric/lab_settings.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"

namespace ebb::inline fabric {

struct KernelPlan {
  std::vector<KernelTables> tables = {};  ///< of every switch, in order
  Bytes threshold{0};                     ///< a longer queue makes its port busy
  bool dmp = true, broadcast = true;
};

/// What such a lab needs and is missing here. Whether the kernel allows BPF shows when a program is loaded.
Problems lab_bpf_obstacles();

/// The compiled program, in the lab's folder.
std::string kernel_object(const LabNames& names);

/// Needs the cables and their shapers. The programs end with the interfaces.
Problems start_kernel_switches(const LabNames& names, const Network& network, const AddressPlan& addresses,
                               const LabSettings& settings, const KernelPlan& plan);

Result<KernelSwitch> kernel_switch(const LabNames& names, SwitchId s);

/// How many switches have their program at every port.
std::uint32_t running_kernel_switches(const LabNames& names, const Network& network);

}  // namespace ebb::inline fabric
