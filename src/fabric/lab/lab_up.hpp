// Builds a network on this machine: every switch a bridge of an Open vSwitch of the lab's own, every host a
// network namespace, every cable a pair of virtual interfaces. The switches stand in a namespace of their
// own too, so that nothing of the lab is seen from outside and nothing outside is touched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "fabric/lab/lab_names.hpp"
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
  std::string configuration;  ///< the TOML text that all this was read from; kept for the other commands
};

/// More cables than this make a lab that takes minutes to build and forwards nothing in time.
inline constexpr std::uint32_t most_lab_cables = 2'000;

/// What is missing for any lab on this machine: rights, programs. Empty when nothing is.
Problems lab_obstacles();

/// The same of programs that only some need; `hint` says where they come from.
Problems missing_programs(const std::string& who, const std::vector<std::string>& programs,
                          const std::string& hint);

/// All or nothing: when a step fails or `stopped` says so, everything is removed again.
Problems build_lab(const LabNames& names, const LabPlan& plan, const std::function<bool()>& stopped);

/// A file in the lab's folder.
Problems write_lab_file(const std::string& path, const std::string& text);

/// The file that names the lab's switches for `ebb fabric`.
std::string lab_inventory(const LabNames& names, const Network& network);

}  // namespace ebb::inline fabric
