// VLAN trees as tables: the number of VLANs, which switches use them, and the ports of every switch.
#pragma once

#include <string>
#include <vector>

#include "fabric/openflow/program_walk.hpp"
#include "fabric/trees/tree_plan.hpp"
#include "report/document/table.hpp"
#include "tasks/fabric/fabric_file.hpp"

namespace ebb::inline app {

/// The trees of a file's network, ready to be printed and loaded.
struct TreesFile {
  std::unique_ptr<FabricFile> file;
  TreePlan plan;
  AddressPlan addresses;
  std::vector<SwitchProgram> programs;
  ProgramReport walked;  ///< the result of sending between all hosts through the programs

  std::uint16_t first_vlan() const { return static_cast<std::uint16_t>(file->trees.first_vlan); }
};
Result<TreesFile> read_trees_file(const std::string& path, const std::vector<std::string>& settings);

/// "s0-s1", or the network's own names.
std::string trunk_name(const Network& network, const Trunk& trunk);

Table trees_summary(const TreesFile& trees);
/// One row per VLAN: the switches that send in it, and its links.
Table vlan_table(const TreesFile& trees);
/// One row per port, as a managed switch is configured: PVID, tagged and untagged VLANs.
Table vlan_port_table(const TreesFile& trees, const std::vector<SwitchId>& switches);
/// The same as commands for Linux bridges, with the addresses of all hosts.
std::string bridge_commands(const TreesFile& trees, const std::vector<SwitchId>& switches);

}  // namespace ebb::inline app
