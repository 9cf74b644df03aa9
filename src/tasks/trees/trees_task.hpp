// A network with loops as several trees, each in its own VLAN: what `ebb trees` prints and writes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/openflow/flow_rule.hpp"
#include "fabric/openflow/program_walk.hpp"
#include "fabric/trees/tree_program.hpp"
#include "network/network.hpp"
#include "rules/tables/address.hpp"
#include "rules/trees/tree_plan.hpp"
#include "tasks/fabric/fabric_file.hpp"
#include "tasks/fabric/switch_choice.hpp"

namespace ebb::inline tasks {

struct TreesOptions {
  std::string file;   ///< a TOML file with [topology] and [trees]
  Settings settings;  ///< "section.key=value": take precedence over the file
  /// Called before work that may take minutes, with a sentence about it; may be empty.
  std::function<void(const std::string&)> notice;
};

/// The trees of a file's network, ready to be printed and loaded.
struct TreesResult {
  std::unique_ptr<FabricFile> file;
  TreePlan plan;
  AddressPlan addresses;
  std::vector<SwitchProgram> programs;
  ProgramReport walked;  ///< the result of sending between all hosts through the programs

  const Network& network() const { return file->network; }
  std::uint16_t first_vlan() const { return static_cast<std::uint16_t>(file->trees.first_vlan); }
};

/// Plans the trees, makes the programs of the switches, and sends a frame between all hosts through them.
/// What such frames run into is in `walked.problems`, and is no failure here.
Result<TreesResult> plan_trees(const TreesOptions& options);

/// Writes a file of rules for each of these switches, for `ovs-ofctl -O OpenFlow13 replace-flows`.
Result<OpenFlowFiles> write_tree_rules(const TreesResult& trees, const std::string& folder,
                                       const std::vector<SwitchId>& switches);

}  // namespace ebb::inline tasks
