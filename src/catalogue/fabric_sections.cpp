#include "catalogue/fabric_sections.hpp"

#include "fabric/agent/agent_settings.hpp"
#include "fabric/inventory/host_addresses.hpp"
#include "fabric/lab_settings.hpp"
#include "fabric/rules_settings.hpp"
#include "fabric/trees/trees_settings.hpp"

namespace ebb::inline catalogue {
namespace {

template <class Settings>
constexpr EntryInfo section(std::string_view name, std::string_view summary) {
  return {name, summary, [] { return describe_fields<Settings>(); }};
}

}  // namespace

std::span<const EntryInfo> fabric_sections() {
  static constexpr EntryInfo sections[] = {
      section<RulesSettings>(
          "rules", "how the tables of real switches are made, for `ebb rules`, `ebb fabric` and `ebb lab`"),
      section<RewritingSettings>("rewriting",
                                 "hosts that keep their own MAC addresses, for the same commands"),
      section<TreesSettings>(
          "trees",
          "VLAN trees of a network with loops, for `ebb trees`, `ebb fabric` and runs with routing "
          "\"vlan_trees\": docs/howto/vlan-trees.md"),
      section<LabSettings>("lab", "rates and addresses of the network that `ebb lab` builds on this machine"),
      section<AgentSettings>(
          "agent", "how `ebb agent` watches and switches the ports of real switches: docs/howto/agent.md"),
  };
  return sections;
}

}  // namespace ebb::inline catalogue
