// `ebb rules` as functions: the forwarding tables of a network's switches, to read and to load.
#pragma once

#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/openflow/program.hpp"
#include "network/network.hpp"
#include "tasks/fabric/fabric_file.hpp"
#include "tasks/fabric/switch_choice.hpp"

namespace ebb::inline tasks {

struct RulesOptions {
  std::string file;
  std::string organisation = "";           ///< instead of the file's `rules.organisation`
  std::vector<std::string> switches = {};  ///< names; empty: all
  Settings settings = {};                  ///< "section.key=value" instead of the file's
};

/// The tables of a file's network; rules_tables.hpp and conditional_tables.hpp print them.
struct SwitchRules {
  std::unique_ptr<FabricFile> file;
  std::vector<SwitchId> switches;

  ProgramMaker maker() const { return file->programs(); }
};
Result<SwitchRules> make_rules(const RulesOptions& options);

/// Writes one file of rules per switch, one of groups where it has any, and the address map, for
/// `ovs-ofctl -O OpenFlow13 replace-flows`. Creates the folder.
Result<OpenFlowFiles> write_openflow_files(const SwitchRules& rules, const std::string& folder);

}  // namespace ebb::inline tasks
